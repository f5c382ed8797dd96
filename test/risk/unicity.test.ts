import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { localCounting } from '../../src/engine/local/local-counting.ts';
import { type Histories, knownPoints } from '../../src/risk/events/known-points.ts';
import { pointsToSingleOut } from '../../src/risk/events/singled-out.ts';
import { type Unicity, unicityOf } from '../../src/risk/events/unicity.ts';
import { draws } from '../suite/draws.ts';
import { bitmapsOf, type Log, sharing } from './logs.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-unicity-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

let files = 0;

/** Unicity of rows of an id and some cells, written as CSV. */
function measured(
  rows: readonly (readonly string[])[],
  { threads = 2, sample }: { readonly threads?: number; readonly sample?: number } = {},
  seed = 1,
): Promise<readonly Unicity[]> {
  const columns = rows[0].slice(1).map((_, i) => `q${i}`);
  const path = join(home, `log ${files++}.csv`);
  const quoted = (cell: string) => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  writeFileSync(path, [['who', ...columns], ...rows].map((row) => `${row.map(quoted).join(';')}\n`).join(''));
  return unicityOf({ path, format: 'csv', subject: 'who', columns, delimiter: ';' }, randomFrom(seed), {
    counting: localCounting({ threads }),
    ...(sample === undefined ? {} : { sample }),
  });
}

const shares = (unicity: readonly Unicity[]): number[] => unicity.map(({ share }) => share);

describe('unicity', () => {
  it('is 0 where all subjects did the same', async () => {
    const rows = Array.from({ length: 30 }, (_, s) => ['a', 'b', 'c', 'd', 'e'].map((event) => [`s${s}`, event, 'night'])).flat();
    const found = await measured(rows);
    expect(shares(found)).toEqual([0, 0, 0, 0]);
    for (const { points, low, high, sampled } of found) {
      expect([1, 2, 3, 4]).toContain(points);
      expect({ low, sampled }).toEqual({ low: 0, sampled: 30 });
      expect(high).toBeCloseTo(0.1135, 4); // Wilson's upper bound for none of 30
    }
  });

  it('is 1 where no two subjects share an event', async () => {
    const rows = Array.from({ length: 30 }, (_, s) => ['a', 'b', 'c', 'd', 'e'].map((event) => [`s${s}`, `${event}${s}`])).flat();
    const found = await measured(rows);
    expect(shares(found)).toEqual([1, 1, 1, 1]);
    expect(found.every(({ high, low }) => high === 1 && low > 0.88)).toBe(true);
  });

  it('counts distinct combinations as points, by their cells and not by joined text, however often they occur', async () => {
    const rows = [
      ...Array.from({ length: 9 }, () => ['x', 'ab', 'c']),
      ...Array.from({ length: 9 }, () => ['y', 'a', 'bc']),
      ['z', 'a', 'bc'],
      ['z', 'a;b', 'c'],
    ];
    const found = await measured(rows);
    expect(found.map(({ sampled }) => sampled)).toEqual([3, 3, 3, 3]);
    expect(shares(found).slice(1)).toEqual([2 / 3, 2 / 3, 2 / 3]); // x alone has its one point, z its two; y shares its own
  });

  it('counts who has fewer points by all of them, so that nobody falls out of a figure', async () => {
    const rows = Array.from({ length: 20 }, (_, s) =>
      ['a', 'b', 'c'].map((event, e) => [`s${s}`, `${event}${(s + e) % 20}`]),
    ).flat();
    expect(shares(await measured(rows)).slice(2)).toEqual([1, 1]);
  });

  it('is of subjects, not of the ids they have in passing: each counts by the id that tells most', async () => {
    const rows = Array.from({ length: 10 }, (_, s) => [
      ...['a', 'b', 'c'].map((event, e) => [`long ${s}`, `owner ${s}`, `${event}${(s + e) % 10}`]),
      ...Array.from({ length: 30 }, (_, i) => [`short ${s}/${Math.max(0, i - 9)}`, `owner ${s}`, 'common']),
    ]).flat();
    const path = join(home, 'passing.csv');
    writeFileSync(path, `who;owner;q0\n${rows.map((row) => `${row.join(';')}\n`).join('')}`);
    const log = { path, format: 'csv', subject: 'who', columns: ['q0'], delimiter: ';' } as const;
    expect((await unicityOf(log, randomFrom(1), { counting: localCounting() }))[3].share).toBeLessThan(0.06);
    expect((await unicityOf({ ...log, owner: 'owner' }, randomFrom(1), { counting: localCounting() }))[3]).toMatchObject({
      share: 1,
      sampled: 10,
    });
  });

  it('is exact where nothing is left to chance: all subjects sampled, all their points known', async () => {
    const someone = (points: number) => fc.uniqueArray(fc.nat(6), { minLength: points, maxLength: points });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(someone(4), { minLength: 1, maxLength: 12 }),
        async (points, all) => {
          const log = all.map((own) => own.slice(0, points));
          const rows = log.flatMap((own, s) =>
            own.flatMap((event) => [
              [`s${s}`, `e${event}`, 'x'],
              [`s${s}`, `e${event}`, 'x'],
            ]),
          );
          const alone = log.filter((own) => sharing(log, own).length === 1).length;
          const found = await measured(rows);
          expect(found[points - 1]).toMatchObject({ share: alone / log.length, sampled: log.length });
        },
      ),
      { numRuns: draws(10) },
    );
  });

  const walkers = (count: number): string[][] => {
    const random = randomFrom('walkers');
    return Array.from({ length: count }, (_, s) =>
      Array.from({ length: 2 + random.below(9) }, () => [`s${s}`, `e${random.below(6)}`, `w${random.below(5)}`]),
    ).flat();
  };

  it('is the same for a seed on any number of threads, in any order of rows, from CSV and from Parquet', async () => {
    const rows = walkers(900);
    const once = await measured(rows, { sample: 200, threads: 1 });
    expect(await measured(rows, { sample: 200, threads: 4 })).toEqual(once);
    expect(await measured([...rows].reverse(), { sample: 200 })).toEqual(once);
    expect(shares(await measured(rows, { sample: 200 }, 2))).not.toEqual(shares(once));
    const instance = await DuckDBInstance.create(':memory:');
    const path = join(home, 'log [1].parquet');
    const values = rows.map((row) => `(${row.map((cell) => `'${cell}'`).join(', ')})`).join(', ');
    await (await instance.connect()).run(
      `COPY (SELECT * FROM (VALUES ${values}) AS t(who, q0, q1)) TO '${path}' (FORMAT parquet)`,
    );
    instance.closeSync();
    const log = { path, format: 'parquet', subject: 'who', columns: ['q0', 'q1'] } as const;
    expect(await unicityOf(log, randomFrom(1), { counting: localCounting(), sample: 200 })).toEqual(once);
  });

  it('rises with every point known, and its interval holds the share of all', async () => {
    const rows = walkers(1500);
    const all = await measured(rows, { sample: 1_000_000 });
    const some = await measured(rows, { sample: 300 });
    for (const [i, { share, low, high, sampled }] of some.entries()) {
      expect(sampled).toBe(300);
      expect(low).toBeLessThanOrEqual(share);
      expect(high).toBeGreaterThanOrEqual(share);
      expect(all[i].share).toBeGreaterThan(low - 0.03); // one sample in twenty may miss, but not by much
      expect(all[i].share).toBeLessThan(high + 0.03);
      if (i > 0) expect(share).toBeGreaterThanOrEqual(some[i - 1].share);
    }
    expect(all[3].share).toBeGreaterThan(all[1].share);
  });

  it('of a log without anybody is not known, and never 0', async () => {
    expect(await measured([['', 'a']])).toEqual([]);
  });
});

const anyLog: fc.Arbitrary<Log> = fc.array(fc.uniqueArray(fc.nat(9), { maxLength: 8 }), { minLength: 1, maxLength: 40 });

const historiesOf = (log: Log): Histories => ({
  candidates: Uint32Array.from(log.keys()),
  combinationsOf: async (subjects) => subjects.map((subject) => Uint32Array.from(log[subject]).sort()),
});

describe('the sample', () => {
  it('has as many subjects as asked for, or all, each with four points of its own or all it has', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog, fc.integer({ min: 1, max: 60 }), async (log, sample) => {
        const targets = await knownPoints(historiesOf(log), sample, randomFrom(5));
        expect(targets.length).toBe(Math.min(sample, log.length));
        for (const { subject, points } of targets) {
          expect(points.length).toBe(Math.min(4, log[subject].length));
          expect(new Set(points).size).toBe(points.length);
          for (const point of points) expect(log[subject]).toContain(point);
        }
        expect(new Set(targets.map(({ subject }) => subject)).size).toBe(targets.length);
      }),
    );
  });

  it('takes every subject and every point as often as any other', async () => {
    const log = Array.from({ length: 10 }, () => [0, 1, 2, 3, 4]);
    const subjects = new Float64Array(10);
    const points = new Float64Array(5);
    for (let seed = 0; seed < 3000; seed++)
      for (const target of await knownPoints(historiesOf(log), 1, randomFrom(seed))) {
        subjects[target.subject]++;
        points[target.points[0]]++;
      }
    for (const times of subjects) expect(times).toBeGreaterThan(220);
    for (const times of points) expect(times).toBeGreaterThan(500);
  });
});

describe('who is singled out', () => {
  it('is what a plain search finds, for any log and any known points', () => {
    fc.assert(
      fc.property(anyLog, fc.nat(), (log, any) => {
        const own = log[any % log.length].slice(0, 4);
        const plain = own.findIndex((_, i) => sharing(log, own.slice(0, i + 1)).length === 1);
        const needed = pointsToSingleOut(Uint32Array.from(own), bitmapsOf(log));
        expect(needed).toBe(plain < 0 ? Number.POSITIVE_INFINITY : plain + 1);
      }),
    );
  });

  it('is not affected by how many subjects there are beside each other in a word of bits', () => {
    const crowd = Array.from({ length: 100 }, (_, s) => (s === 63 || s === 64 ? [1, 2] : s === 31 ? [1, 3] : [1]));
    expect(pointsToSingleOut(Uint32Array.of(1, 2), bitmapsOf(crowd))).toBe(Number.POSITIVE_INFINITY);
    expect(pointsToSingleOut(Uint32Array.of(1, 3), bitmapsOf(crowd))).toBe(2);
  });

  it('is never more with coarser combinations, for the same known events', () => {
    const coarsening = fc.array(fc.nat(4), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(anyLog, coarsening, fc.nat(), (log, coarser, any) => {
        const known = log[any % log.length].slice(0, 4);
        const coarse = log.map((own) => [...new Set(own.map((event) => coarser[event]))]);
        const fine = pointsToSingleOut(Uint32Array.from(known), bitmapsOf(log));
        const after = pointsToSingleOut(
          Uint32Array.from(known, (event) => coarser[event]),
          bitmapsOf(coarse),
        );
        expect(after).toBeGreaterThanOrEqual(fine);
      }),
      { numRuns: draws(500) },
    );
  });
});
