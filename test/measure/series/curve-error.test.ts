import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPool, type Pool } from '../../../src/base/pool.ts';
import type { Progress } from '../../../src/base/progress.ts';
import { randomFrom } from '../../../src/base/random.ts';
import { curvesOf } from '../../../src/families/series/reconstruct.ts';
import { measureSeries } from '../../../src/measure/series/measure.ts';
import type { SeriesRelease } from '../../../src/release/series-release.ts';
import { tableOne } from '../../families/series/examples.ts';
import { made } from '../../families/series/made.ts';
import { draws } from '../../suite/draws.ts';
import { columnsOf } from '../../tables.ts';
import { backwardPool, releaseOf, tableOf } from './releases.ts';
import { leaf, tableOneRelease } from './table-one.ts';

type Records = readonly (readonly number[])[];

const withCurves = (release: SeriesRelease, curves: Records): SeriesRelease => ({
  ...release,
  curves: Float64Array.from(curves.flat()),
});

async function errorOf(records: Records, release: SeriesRelease, length = records[0].length, pool: Pool = createPool(0)) {
  const whole = Array<boolean>(length).fill(false);
  const input = { matrix: tableOf(records), seriesLength: length, release, whole, queries: 0 };
  return (await measureSeries(input, randomFrom(1), pool)).curveError;
}

describe('the error of the published curve', () => {
  const records = [
    [0, 10],
    [4, 12],
    [999, -999],
    [5, 5],
    [5, 7],
  ];
  const release = releaseOf(records, [[leaf([1, 0], 'ab', 2)], [leaf([3, 4], 'aa', 1)]]);

  it('is the root mean square distance to the original, averaged over released records', async () => {
    const error = await errorOf(
      records,
      withCurves(release, [
        [1, 11],
        [5, 6],
      ]),
    );
    expect(error).toBeCloseTo((1 + Math.sqrt((9 + 1) / 2) + 2 * Math.sqrt(1 / 2)) / 4, 12);
  });

  it('is 0 where every curve is the series itself', async () => {
    const points = releaseOf(
      tableOne,
      tableOne.map((_, row) => [leaf([row], 'ab', 2)]),
    );
    expect(await errorOf(tableOne, withCurves(points, tableOne))).toBe(0);
  });

  it('is told only of a release with curves', async () => {
    const input = { matrix: tableOf(tableOne), seriesLength: 6, release: tableOneRelease, whole: Array<boolean>(6).fill(true) };
    expect(await measureSeries(input, randomFrom(1), createPool(0))).not.toHaveProperty('curveError');
  });

  it('looks neither at suppressed rows, which may hold gaps, nor at columns after the series', async () => {
    const wider = records.map((record, row) => [...record, 1000 * row]).with(2, [Number.NaN, Number.NaN, Number.NaN]);
    const curves = [
      [1, 11],
      [5, 6],
    ];
    expect(await errorOf(wider, withCurves(release, curves), 2)).toBe(await errorOf(records, withCurves(release, curves)));
  });

  it('is not a number where nothing was released', async () => {
    const nothing: SeriesRelease = {
      ...release,
      groups: { rows: new Uint32Array(0), starts: Uint32Array.of(0) },
      leafStarts: Uint32Array.of(0),
      levels: new Uint8Array(0),
      words: new Uint8Array(0),
      curves: new Float64Array(0),
    };
    expect(await errorOf(records, nothing)).toBeNaN();
  });

  it('is that of the definition for any curves', async () => {
    const anyNumber = fc.integer({ min: -500, max: 500 });
    const anyRow = fc.array(anyNumber, { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyRow, anyRow), { minLength: 1, maxLength: 30 }), async (pairs) => {
        const rows = pairs.map(([row]) => row);
        const curves = pairs.map(([, curve]) => curve);
        const made = releaseOf(
          rows,
          rows.map((_, row) => [leaf([row], 'ab', 2)]),
        );
        const errors = pairs.map(([row, curve]) => Math.hypot(...row.map((value, t) => value - curve[t])) / Math.sqrt(3));
        const owed = errors.reduce((sum, error) => sum + error, 0) / errors.length;
        expect(await errorOf(rows, withCurves(made, curves))).toBeCloseTo(owed, 8);
      }),
      { numRuns: draws(25) },
    );
  });

  it('is the same on any number of threads, and its blocks are counted', async () => {
    const random = randomFrom('curves');
    const many = Array.from({ length: 70_000 }, () => [random.normal(), random.normal()]); // three blocks
    const made = withCurves(releaseOf(many.slice(0, 2), [[leaf([0, 1], 'ab', 2)]]), [[0, 0]]);
    const all: SeriesRelease = {
      ...made,
      groups: { rows: Uint32Array.from(many.keys()), starts: Uint32Array.of(0, many.length) },
      leafStarts: Uint32Array.of(0, many.length),
    };
    const once = await errorOf(many, all);
    expect(await errorOf(many, all, 2, backwardPool)).toBe(once);
    const told: Progress[] = [];
    const input = { matrix: tableOf(many), seriesLength: 2, release: all, whole: [false, false], queries: 10 };
    await measureSeries(input, randomFrom(1), createPool(0), (progress) => told.push(progress));
    expect(told.map(({ done }) => done)).toEqual([...Array.from({ length: 13 }, (_, i) => i + 1), 13]);
    expect(new Set(told.map(({ total }) => total))).toEqual(new Set([13]));
  });
});

describe('the error of the published curve on 3,000 working days, as docs/metrics.md tells it', () => {
  const days = readFileSync(new URL('../../fixtures/work8.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').slice(3, 11).map(Number));

  it.each([
    ['naive', 4, 5, 1.642, 1.652],
    ['naive', 4, 20, 1.604, 1.652],
    ['kapra', 4, 20, 2.419, 2.493],
    ['naive', 8, 20, 1.659, 1.652],
    ['kapra', 8, 20, 2.975, 3.132],
  ] as const)(
    'is, by %s with %i segments at level %i, %d, and that of the middle %d',
    async (method, segments, maxLevel, curve, middle) => {
      const release = await made({ series: columnsOf(days) }, { method, k: 5, p: 2, segments, maxLevel, reconstruct: true });
      const flat = await made({ series: columnsOf(days) }, { method, k: 5, p: 2, segments, maxLevel });
      const shapeless = { ...flat, words: flat.words.map(() => 0), levels: flat.levels.map(() => 1) };
      expect(await errorOf(days, release)).toBeCloseTo(curve, 3);
      expect(await errorOf(days, { ...shapeless, curves: curvesOf(shapeless, 8) })).toBeCloseTo(middle, 3);
    },
  );
});
