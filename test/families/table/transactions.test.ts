import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyExits, type Exit } from '../../clusters/spaces.ts';
import { draws } from '../../suite/draws.ts';
import { type Released, releasedOf } from './exits.ts';

const anyK = fc.integer({ min: 2, max: 4 });
const anyClustering = fc.constantFrom('local' as const, 'kmeans' as const, 'hierarchy' as const, 'merge' as const);
const runs = { numRuns: draws(4) }; // each is a whole run, verified with the original
const vehicles = (exits: readonly Exit[]): number => new Set(exits.map(({ vehicle }) => vehicle)).size;

describe('a release of transactions', () => {
  it('has k different subjects behind every combination of labels, each true for its record, and leaves nobody out', async () => {
    await fc.assert(
      fc.asyncProperty(anyExits, anyK, anyClustering, async (exits, k, clustering) => {
        const made = await releasedOf(exits, { k, clustering });
        if (vehicles(exits) < k) return void expect(made).toEqual({ code: 'policy/k-too-large' });
        const { rows, evidence } = made as Released;
        expect(rows).toHaveLength(exits.length);
        const behind = new Map<string, Set<string>>();
        for (const row of evidence) {
          const [subject, place] = row.slice(-2);
          const exit = exits[Number(place) - 1];
          expect(subject).toBe(`v${exit.vehicle}`);
          expectTrue(row, exit);
          const key = row.slice(0, 4).join();
          behind.set(key, (behind.get(key) ?? new Set()).add(subject));
        }
        for (const subjects of behind.values()) expect(subjects.size).toBeGreaterThanOrEqual(k);
      }),
      runs,
    );
  });

  it('counts different subjects of each combination once where it is aggregated, and means over its records', async () => {
    await fc.assert(
      fc.asyncProperty(anyExits, anyK, anyClustering, async (exits, k, clustering) => {
        fc.pre(vehicles(exits) >= k);
        const quasi = 'code:prefix,time:time';
        const { header, rows, evidence } = (await releasedOf(exits, {
          k,
          clustering,
          quasi,
          aggregate: 'count,avg:weight',
        })) as Released;
        expect(header).toEqual(['code', 'time', 'count', 'avg_weight']);
        expect(new Set(rows.map(([code, time]) => `${code},${time}`)).size).toBe(rows.length);
        for (const [code, time, count, mean] of rows) {
          const own = evidence.filter((row) => row[0] === code && row[1] === time).map((row) => exits[Number(row.at(-1)) - 1]);
          expect(Number(count)).toBe(vehicles(own));
          expect(Number(mean)).toBeCloseTo(own.reduce((sum, { weight }) => sum + weight, 0) / own.length, 1);
        }
      }),
      runs,
    );
  });

  it('counts rows where each row is declared a subject', async () => {
    const exits = Array.from({ length: 6 }, () => ({ vehicle: 1, code: 'G1', second: 60, weight: 1, cargo: 'coal' }));
    expect(await releasedOf(exits, { k: 5 })).toEqual({ code: 'policy/k-too-large' });
    const made = (await releasedOf(exits, { k: 5, subject: 'row', drop: 'vehicle' })) as Released;
    expect(made.rows).toHaveLength(6);
  });
});

/** Worked out by hand from what a label says. */
function expectTrue([region, period, interval, cargo]: readonly string[], { code, second, weight, cargo: own }: Exit): void {
  if (region !== 'all regions') expect(code.startsWith(region.replace(/ region$/, ''))).toBe(true);
  const [, from, to] = (/\((\d\d)-(\d\d)\)$/.exec(period) ?? []).map(Number);
  const hour = second / 3600;
  expect(from < to ? hour >= from && hour < to : hour >= from || hour < to).toBe(true);
  const [, low, high] = (/^\[(-?[\d.]+)-(-?[\d.]+)\]$/.exec(interval) ?? []).map(Number);
  expect(weight).toBeGreaterThanOrEqual(low);
  expect(weight).toBeLessThanOrEqual(high);
  expect(cargo === '*' || cargo === own || cargo.slice(1, -1).split('|').includes(own)).toBe(true);
}
