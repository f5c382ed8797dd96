import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdBlock, type Placing, placingOf } from '../../src/clusters/leading-axis.ts';
import type { Points } from '../../src/clusters/points.ts';
import { lendWithin } from '../../src/clusters/points-memory.ts';
import { ascending } from '../../src/frame/gather.ts';
import { draws } from '../suite/draws.ts';
import { anyCloud, pointsOf } from './points.ts';

const sumOf = (terms: readonly number[]): number => terms.reduce((sum, term) => sum + term, 0);

/** By its definition: four rounds of power iteration from the row farthest from the mean, on 512 rows at most; every sum in the order of rows and columns. */
function placesOwed({ values, step, from, to }: Points, rows: readonly number[]): readonly number[] | undefined {
  const cellsOf = (row: number) => [...values.subarray(row * step + from, row * step + to)];
  const dot = (one: readonly number[], other: readonly number[]) => sumOf(one.map((cell, c) => cell * other[c]));
  const stride = Math.ceil(rows.length / 512);
  const sample = rows.filter((_, i) => i % stride === 0).map(cellsOf);
  const mean = sample[0].map((_, c) => sumOf(sample.map((cells) => cells[c])) / sample.length);
  const apart = sample.map((cells) => cells.map((cell, c) => cell - mean[c]));
  const squares = apart.map((cells) => sumOf(cells.map((cell) => cell * cell)));
  const most = Math.max(...squares);
  if (most === 0) return undefined;
  let axis = apart[squares.indexOf(most)];
  for (let round = 0; round < 4; round++) {
    const along = sample.map((cells) => dot(cells, axis) - dot(mean, axis));
    const next = mean.map((_, c) => sumOf(apart.map((cells, i) => along[i] * cells[c])));
    const length = Math.sqrt(dot(next, next));
    if (!(length > 0)) break;
    axis = next.map((cell) => cell / length);
  }
  return rows.map((row) => dot(cellsOf(row), axis));
}

/** The places of some rows both ways: of a block that is held, and of a table that is not. */
const placesBothWays = (points: Points, some: Uint32Array): readonly (readonly number[] | undefined)[] =>
  lendWithin(() => {
    const { rows, places, placing } = holdBlock(points, some);
    const own = new Float64Array(some.length);
    const written = (ways: Placing, of: Uint32Array, to: Float64Array) => {
      if (!ways.aim(of)) return undefined;
      ways.place(of, to);
      return [...to];
    };
    return [written(placing, rows, places), written(placingOf(points), some, own)];
  });

describe('places along the direction of the largest spread', () => {
  it('are those of its definition to the last bit, held or not', () =>
    fc.assert(
      fc.property(anyCloud, fc.nat(3), ({ points, count }, left) => {
        const some = ascending(count).filter((row) => row % 4 >= left);
        fc.pre(some.length > 0);
        const owed = placesOwed(points, [...some]);
        expect(placesBothWays(points, some)).toEqual([owed, owed]);
      }),
      { numRuns: draws(100) },
    ));

  it('are found on a sample where rows are many', () => {
    const rows = Array.from({ length: 2500 }, (_, i) => [Math.sin(i), Math.cos(3 * i), (i % 7) - 3]);
    const points = pointsOf(rows);
    const all = ascending(rows.length);
    const owed = placesOwed(points, [...all]);
    expect(placesBothWays(points, all)).toEqual([owed, owed]);
  });

  it('are none where all rows lie on one spot', () =>
    expect(placesBothWays(pointsOf([[1, 2], [1, 2], [1, 2]]), ascending(3))).toEqual([undefined, undefined])); // biome-ignore format: a row
});
