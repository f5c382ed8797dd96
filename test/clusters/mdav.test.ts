import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mdav } from '../../src/clusters/mdav.ts';
import { ascending } from '../../src/frame/gather.ts';
import { groups } from '../../src/frame/partition.ts';
import { anyK } from '../tables.ts';
import { anyCloud, distance, pointsOf } from './points.ts';

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
