import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bisect } from '../../src/clusters/bisect.ts';
import { isDiverse } from '../../src/clusters/diversity.ts';
import { ascending } from '../../src/frame/gather.ts';
import { groups } from '../../src/frame/partition.ts';
import { anyK } from '../tables.ts';
import { anyCloud, pointsOf } from './points.ts';

const inOrder = (rows: Iterable<number>) => [...rows].sort((a, b) => a - b);

describe('halving along the leading axis', () => {
  it('keeps k rows in every part of a table that has k, none larger than allowed, nobody lost', () =>
    fc.assert(
      fc.property(anyCloud, anyK, fc.nat(60), ({ points, count }, k, more) => {
        fc.pre(count >= k);
        const largest = 2 * k - 1 + more;
        const parts = bisect(points, ascending(count), { k, largest });
        for (const part of groups(parts)) {
          expect(part.length).toBeGreaterThanOrEqual(k);
          expect(part.length).toBeLessThanOrEqual(largest);
        }
        expect(inOrder(parts.rows)).toEqual([...ascending(count)]);
      }),
    ));

  it('cuts at multiples of k: at most one part is not a multiple', () =>
    fc.assert(
      fc.property(anyCloud, anyK, ({ points, count }, k) => {
        fc.pre(count >= k);
        const sizes = [...groups(bisect(points, ascending(count), { k, largest: 2 * k - 1 }))].map((part) => part.length);
        expect(sizes.filter((size) => size % k !== 0).length).toBeLessThanOrEqual(1);
      }),
    ));

  it('cuts across the direction of the largest spread, whichever columns it mixes', () => {
    const rows = Array.from({ length: 40 }, (_, i) => [i % 20 < 10 ? 10 : -10, i % 20 < 10 ? 10 : -10, i % 2]);
    const { rows: members, starts } = bisect(pointsOf(rows), ascending(40), { k: 20, largest: 39 });
    expect([...starts]).toEqual([0, 20, 40]);
    expect(new Set([...members.subarray(0, 20)].map((row) => rows[row][0])).size).toBe(1);
  });

  it('leaves l distinct values in every part where the whole has them', () =>
    fc.assert(
      fc.property(anyCloud, anyK, fc.integer({ min: 2, max: 3 }), fc.nat(), ({ points, count }, k, l, seed) => {
        const codes = Uint32Array.from({ length: count }, (_, row) => ((row * 7 + seed) % 5) % (1 + (row % 4)));
        const diversity = { codes: [codes], l };
        fc.pre(count >= k && isDiverse(diversity, ascending(count), 0, count));
        const parts = bisect(points, ascending(count), { k, largest: 2 * k - 1, diversity });
        for (let p = 0; p + 1 < parts.starts.length; p++) {
          expect(isDiverse(diversity, parts.rows, parts.starts[p], parts.starts[p + 1])).toBe(true);
          expect(parts.starts[p + 1] - parts.starts[p]).toBeGreaterThanOrEqual(k);
        }
      }),
    ));

  it('cuts across the axis where values go with it', () => {
    const rows = Array.from({ length: 32 }, (_, i) => [i]);
    const diversity = { codes: [Uint32Array.from(rows, ([x]) => (x < 16 ? 0 : 1))], l: 2 };
    const sizes = [...groups(bisect(pointsOf(rows), ascending(32), { k: 4, largest: 7, diversity }))].map((part) => part.length);
    expect(sizes.length).toBeGreaterThan(1);
  });
});
