import fc from 'fast-check';
import { expect, it } from 'vitest';
import { neighbours } from '../../src/clusters/neighbours.ts';
import { ascending } from '../../src/frame/gather.ts';
import { anyCloud, pointsOf, squaredDistance } from './points.ts';

it('names the nearest rows of each row, nearest first, as sorting all of them would', () =>
  fc.assert(
    fc.property(anyCloud, fc.integer({ min: 1, max: 12 }), ({ points, count }, wanted) => {
      fc.pre(count > wanted);
      const owed = Array.from({ length: count }, (_, row) => {
        const distances = Float64Array.from(ascending(count), (other) => squaredDistance(points, row, other));
        const others = [...ascending(count)].filter((other) => other !== row);
        return others.sort((a, b) => distances[a] - distances[b] || a - b).slice(0, wanted);
      });
      expect([...neighbours(points, count, wanted)]).toEqual(owed.flat());
    }),
  ));

it('tells distances apart that are alike in single precision', () => {
  const rows = Array.from({ length: 40 }, (_, i) => [1, i * 2 ** -40, 0, 0, i === 0 ? 0 : 1000]);
  expect([...neighbours(pointsOf(rows), 40, 3).subarray(0, 3)]).toEqual([1, 2, 3]);
});

it('names other rows even where no distance is a number', () => {
  const rows = Array.from({ length: 9 }, (_, i) => [i < 6 ? Number.POSITIVE_INFINITY : i, i]);
  const near = neighbours(pointsOf(rows), 9, 4);
  for (let row = 0; row < 9; row++) {
    const found = new Set(near.subarray(4 * row, 4 * row + 4));
    expect(found.size).toBe(4);
    expect(found.has(row)).toBe(false);
    expect(Math.max(...found)).toBeLessThan(9);
  }
});
