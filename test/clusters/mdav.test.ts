import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mdav } from '../../src/clusters/mdav.ts';
import type { Points } from '../../src/clusters/points.ts';
import { ascending } from '../../src/frame/gather.ts';
import { groups } from '../../src/frame/partition.ts';
import { anyK } from '../tables.ts';
import { anyCloud, distance, pointsOf, squaredDistance } from './points.ts';

describe('microaggregation', () => {
  it('makes groups of exactly k but for the last, which has up to 2k - 1, and loses nobody', () =>
    fc.assert(
      fc.property(anyCloud, anyK, ({ points, count }, k) => {
        fc.pre(count >= k);
        const made = mdav(points, ascending(count), k);
        const sizes = [...groups(made)].map((group) => group.length);
        for (const size of sizes.slice(0, -1)) expect(size).toBe(k);
        expect(sizes.at(-1)).toBeGreaterThanOrEqual(k);
        expect(sizes.at(-1)).toBeLessThan(2 * k);
        expect([...made.rows].sort((a, b) => a - b)).toEqual([...ascending(count)]);
      }),
    ));

  it('keeps fewer than 2k rows together', () => {
    const points = pointsOf([[0], [9], [1]]);
    expect([...groups(mdav(points, ascending(3), 2))].map((group) => [...group])).toEqual([[0, 1, 2]]);
  });

  it('begins with the row farthest from the mean and its nearest', () => {
    const made = mdav(pointsOf([[0], [1], [2], [100], [99], [50], [51], [49]]), ascending(8), 2);
    expect([...groups(made)].map((group) => [...group].sort((a, b) => a - b))).toEqual([
      [3, 4],
      [0, 1],
      [2, 7],
      [5, 6],
    ]);
  });

  it('gathers as its definition says, to the last bit: around the row farthest from the mean, and around the row farthest from that one', () =>
    fc.assert(
      fc.property(anyCloud, anyK, ({ points, count }, k) => {
        fc.pre(count >= k);
        const input = ascending(count).reverse();
        expect([...mdav(points, input, k).rows]).toEqual(rowsOwed(points, [...input], k));
      }),
    ));

  it('takes as the first group the rows nearest to the farthest one', () =>
    fc.assert(
      fc.property(anyCloud, anyK, ({ points, count }, k) => {
        fc.pre(count >= 2 * k);
        const made = mdav(points, ascending(count), k);
        const seed = made.rows[0];
        const farthestInside = Math.max(...[...made.rows.subarray(0, k)].map((row) => distance(points, seed, row)));
        for (const row of made.rows.subarray(k))
          expect(distance(points, seed, row)).toBeGreaterThanOrEqual(farthestInside - 1e-6);
      }),
    ));
});

/** Rows in the order of their groups; of equal ones the earlier goes first. */
function rowsOwed(points: Points, input: readonly number[], k: number): readonly number[] {
  const owed: number[] = [];
  let left = input;
  const farthest = (from: (row: number) => number) => left.reduce((far, row) => (from(row) > from(far) ? row : far));
  const gather = (around: number) => {
    const nearest = left.toSorted((a, b) => squaredDistance(points, around, a) - squaredDistance(points, around, b)).slice(0, k);
    owed.push(...nearest);
    left = left.filter((row) => !nearest.includes(row));
  };
  while (left.length >= 2 * k) {
    const { values, step, from, to } = points;
    const columns = Array.from({ length: to - from }, (_, c) => from + c);
    const mean = columns.map((c) => left.reduce((sum, row) => sum + values[row * step + c], 0) / left.length);
    const far = farthest((row) => columns.reduce((sum, c, i) => sum + (values[row * step + c] - mean[i]) ** 2, 0));
    const both = left.length >= 3 * k;
    gather(far);
    if (both) gather(farthest((row) => squaredDistance(points, far, row)));
  }
  return [...owed, ...left];
}
