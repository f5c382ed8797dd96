import fc from 'fast-check';
import { expect, it } from 'vitest';
import { neighbours } from '../../src/clusters/neighbours.ts';
import { anyCloud, distance } from './points.ts';

it('names the nearest rows of each row, nearest first, as sorting all of them would', () =>
  fc.assert(
    fc.property(anyCloud, fc.integer({ min: 1, max: 12 }), ({ points, count }, wanted) => {
      fc.pre(count > wanted);
      const near = neighbours(points, count, wanted);
      for (let row = 0; row < count; row++) {
        const others = Array.from({ length: count }, (_, other) => other).filter((other) => other !== row);
        const sorted = others.map((other) => distance(points, row, other)).sort((a, b) => a - b);
        const found = [...near.subarray(row * wanted, (row + 1) * wanted)];
        const isNearest = (other: number, i: number) =>
          other !== row && Math.abs(distance(points, row, other) - sorted[i]) < 5e-6;
        if (new Set(found).size !== wanted || !found.every(isNearest))
          expect(found, `of row ${row}`).toEqual(sorted.slice(0, wanted));
      }
    }),
  ));
