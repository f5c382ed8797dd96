import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPool } from '../../../src/base/pool.ts';
import type { Progress } from '../../../src/base/progress.ts';
import { randomFrom } from '../../../src/base/random.ts';
import { type MeasureInput, measureSeries, type SeriesMeasure } from '../../../src/measure/series/measure.ts';
import type { SeriesRelease } from '../../../src/release/series-release.ts';
import { tableOne } from '../../families/series/examples.ts';
import { draws } from '../../suite/draws.ts';
import { backwardPool, type HandMadeLeaf, releaseOf, tableOf } from './releases.ts';
import { leaf, tableOneRelease } from './table-one.ts';

describe('measuring a series release', () => {
  it('gives the paper’s Table 1 under Naive (4, 2) its losses', async () => {
    const measured = await measure(tableOne, tableOneRelease);
    expect(measured.valueLoss).toBeCloseTo(72.0405, 4);
    expect(measured.patternLoss).toBeCloseTo(0.56962, 5);
    expect(measured.patternFloor).toBeCloseTo(0, 12); // one symbol for each instant
    expect(measured.flatPatterns).toBe(0);
  });

  it('gives seed 001 a value loss of 35 and no pattern loss', async () => {
    const records = [
      [10, 40],
      [15, 45],
      [40, 10],
      [45, 15],
      [12, 18],
    ];
    const measured = await measure(records, releaseOf(records, [[leaf([0, 1, 4], 'ae', 5), leaf([2, 3], 'ea', 5)]]));
    expect(measured).toMatchObject({ valueLoss: 35, flatPatterns: 0 });
    expect(measured.patternLoss).toBeCloseTo(0, 12);
  });

  it('averages over released records and leaves suppressed ones out', async () => {
    const records = [
      [0, 10],
      [2, 20],
      [999, -999],
      [4, 4],
      [5, 5],
    ];
    const release = releaseOf(records, [[leaf([1, 0], 'ab', 2)], [leaf([3, 4], 'aa', 1)]]);
    const measured = await measure(records, release);
    expect(measured.patternLoss).toBeCloseTo(0, 12);
    expect(measured.valueLoss).toBeCloseTo((2 * Math.sqrt((4 + 100) / 2) + 2 * 1) / 4, 12);
    expect(measured.flatPatterns).toBe(2);
    const without = await measure(
      [0, 1, 3, 4].map((row) => records[row]),
      releaseOf(
        [0, 1, 3, 4].map((row) => records[row]),
        [[leaf([1, 0], 'ab', 2)], [leaf([2, 3], 'aa', 1)]],
      ),
    );
    expect(measured).toEqual(without);
  });

  it('does not look at the values of suppressed rows: they may hold gaps', async () => {
    const records = [
      [1, 2, 3],
      [2, 3, 5],
      [Number.NaN, Number.NaN, Number.NaN],
    ];
    const measured = await measure(records, releaseOf(records, [[leaf([0, 1], 'ab', 2)]]));
    for (const figure of Object.values(measured)) expect(figure).not.toBeNaN();
  });

  it('finds no error in counts where every envelope is a point', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords, fc.boolean(), fc.nat(), async (records, whole, seed) => {
        const numbers = whole ? records : records.map((record) => record.map((value) => value / 7));
        const release = releaseOf(
          numbers,
          numbers.map((_, row) => [leaf([row], 'aa', 1)]),
        );
        const { rangeQueryError, valueLoss } = await measure(
          numbers,
          release,
          { whole: numbers[0].map(() => whole), queries: 50 },
          seed,
        );
        expect(rangeQueryError).toBe(0);
        expect(valueLoss).toBe(0);
      }),
      { numRuns: draws(15) },
    );
  });

  it('finds a larger error where envelopes are wider', async () => {
    const records = walks(1200, 6);
    const whole = { whole: new Array(6).fill(false), queries: 300 };
    const small = await measure(records, inGroups(records, 3), whole);
    const large = await measure(records, inGroups(records, 300), whole);
    expect(small.rangeQueryError).toBeGreaterThan(0);
    expect(large.rangeQueryError).toBeGreaterThan(2 * small.rangeQueryError);
    expect(large.valueLoss).toBeGreaterThan(small.valueLoss);
  });

  it('asks one range where there is one instant', async () => {
    const records = Array.from({ length: 100 }, (_, i) => [i]);
    const points = releaseOf(
      records,
      records.map((_, row) => [leaf([row], 'a', 1)]),
    );
    expect(await measure(records, points, { whole: [true] })).toMatchObject({ valueLoss: 0, patternLoss: 0, rangeQueryError: 0 });
    // Ten groups of ten neighbours, evenly spread: counting lattice points makes no error.
    const tens = releaseOf(
      records,
      Array.from({ length: 10 }, (_, g) => [
        leaf(
          range(10).map((i) => 10 * g + i),
          'a',
          1,
        ),
      ]),
    );
    expect((await measure(records, tens, { whole: [true] })).rangeQueryError).toBeCloseTo(0, 12);
    expect((await measure(records, tens, { whole: [false] })).rangeQueryError).toBeGreaterThan(0.001);
  });

  it('still finds its queries where a single large value stretches the domain', async () => {
    const records = Array.from({ length: 2000 }, (_, i) => (i === 0 ? [1e9, 1e9] : [i % 40, i % 37]));
    const { rangeQueryError } = await measure(records, inGroups(records, 5), { whole: [true, true], queries: 40 });
    expect(rangeQueryError).toBeGreaterThanOrEqual(0);
  });

  it('measures 300 instants, and more segments than one divides', async () => {
    const records = walks(40, 300);
    const measured = await measure(records, inGroups(records, 5, 'abcdefg', 7), {
      whole: new Array(300).fill(false),
      queries: 50,
    });
    expect(measured.patternFloor).toBeGreaterThan(0);
    expect(measured.patternFloor).toBeLessThan(measured.patternLoss);
    expect(measured.rangeQueryError).toBeGreaterThan(0);
  });

  it('gives flat series no pattern loss and no floor', async () => {
    const records = [
      [0.1, 0.1, 0.1],
      [7, 7, 7],
    ];
    const measured = await measure(records, releaseOf(records, [[leaf([0, 1], 'aa', 1)]]));
    expect(measured).toMatchObject({ patternLoss: 0, patternFloor: 0, flatPatterns: 2 });
  });

  it('gives the same figures on any number of threads, and every time', async () => {
    const records = walks(70_000, 3); // three blocks of rows, several of groups
    const release = inGroups(records, 5, 'ab', 4);
    const input = { matrix: tableOf(records), seriesLength: 3, release, whole: [false, false, false], queries: 60 };
    const once = await measureSeries(input, randomFrom(5), createPool(0));
    expect(await measureSeries(input, randomFrom(5), createPool(0))).toEqual(once);
    expect(await measureSeries(input, randomFrom(5), backwardPool)).toEqual(once);
    const other = await measureSeries(input, randomFrom(6), createPool(0));
    expect({ ...other, rangeQueryError: 0, questions: [] }).toEqual({ ...once, rangeQueryError: 0, questions: [] });
    const errors = once.questions.map(({ truth, estimate }) => Math.abs(estimate - truth) / truth);
    expect(errors).toHaveLength(5);
    expect(errors).toEqual(errors.toSorted((a, b) => a - b));
    expect(other.rangeQueryError).not.toBe(once.rangeQueryError);
  });

  it('does not read columns after the series', async () => {
    const records = walks(30, 4);
    const wider = records.map((record, row) => [...record, row * 1000]);
    const groups = inGroups(wider, 5);
    const input = { matrix: tableOf(wider), seriesLength: 4, release: groups, whole: new Array(4).fill(false) };
    const narrow = await measure(records, inGroups(records, 5), { whole: new Array(4).fill(false) });
    expect(await measureSeries(input, randomFrom(1), createPool(0))).toEqual(narrow);
  });

  it('leaves the error of counts out, as not a number, when no query is asked or no record was released', async () => {
    expect((await measure(tableOne, tableOneRelease, { queries: 0 })).rangeQueryError).toBeNaN();
    const nothing: SeriesRelease = {
      ...tableOneRelease,
      groups: { rows: new Uint32Array(0), starts: Uint32Array.of(0) },
      leafStarts: Uint32Array.of(0),
      words: new Uint8Array(0),
      levels: new Uint8Array(0),
      envelope: { ...tableOneRelease.envelope, lower: new Float64Array(0), upper: new Float64Array(0) },
    };
    const measured = await measure(tableOne, nothing);
    expect(measured).toEqual({
      questions: [],
      valueLoss: Number.NaN,
      patternLoss: Number.NaN,
      patternFloor: Number.NaN,
      flatPatterns: 0,
      rangeQueryError: Number.NaN,
    });
  });

  it('tells how far it is, and once that it has finished', async () => {
    const told: Progress[] = [];
    const input = { matrix: tableOf(tableOne), seriesLength: 6, release: tableOneRelease, whole: new Array(6).fill(true) };
    await measureSeries(input, randomFrom(1), createPool(0), (progress) => told.push(progress));
    expect(told.map(({ done }) => done)).toEqual([1, 2, 3, 4, 4]);
    expect(told.map(({ finished = false }) => finished)).toEqual([false, false, false, false, true]);
    for (const { phase, total } of told) expect({ phase, total }).toEqual({ phase: 'measure', total: 4 });
  });
});

const anyRecords = fc.array(
  fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }), fc.integer({ min: -900, max: 900 })),
  {
    minLength: 1,
    maxLength: 200,
  },
);

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);

function measure(
  records: readonly (readonly number[])[],
  release: SeriesRelease,
  input: Partial<MeasureInput> = {},
  seed = 1,
): Promise<SeriesMeasure> {
  const seriesLength = records[0].length;
  const whole = records[0].map(() => true);
  return measureSeries({ matrix: tableOf(records), seriesLength, release, whole, ...input }, randomFrom(seed), createPool(0));
}

function walks(count: number, length: number): number[][] {
  const random = randomFrom('walks');
  return Array.from({ length: count }, () => {
    let at = 5 * random.normal();
    return Array.from({ length }, () => (at += random.normal()));
  });
}

/** Neighbours by their first value, `size` at a time, all with one word. */
function inGroups(records: readonly (readonly number[])[], size: number, word = 'ab', level = 2): SeriesRelease {
  const order = range(records.length).sort((a, b) => records[a][0] - records[b][0]);
  const groups: HandMadeLeaf[][] = [];
  for (let from = 0; from < order.length; from += size) groups.push([leaf(order.slice(from, from + size), word, level)]);
  return releaseOf(records, groups);
}
