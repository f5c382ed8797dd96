import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createPool, createPoolInPlace } from '../../../src/base/pool.ts';
import { Refusal } from '../../../src/base/problem.ts';
import { randomFrom, shuffle } from '../../../src/base/random.ts';
import { ascending } from '../../../src/frame/gather.ts';
import { matrixOf } from '../../../src/frame/matrix.ts';
import { measureSeries } from '../../../src/measure/series/measure.ts';
import type { SeriesInput } from '../../../src/policy/policy-input.ts';
import { sampleOf } from '../../../src/samples/sample.ts';
import { campaign } from '../../suite/draws.ts';
import { type Given, made, plain } from './made.ts';

type Columns = readonly Float64Array[];
type Prism = Extract<SeriesInput, { effort?: unknown }>;

/** A campaign takes whole tables, which is what was asked; `npm test` the first rows, with what is reached on those. */
const isWhole = campaign > 1;

/** Some columns of a fixture. */
function fixture(name: string, from: number, to: number, some: number): Columns {
  const text = readFileSync(new URL(`../../fixtures/${name}.csv`, import.meta.url), 'utf8');
  const rows = text
    .trim()
    .split('\n')
    .slice(1, isWhole ? undefined : 1 + some)
    .map((line) => line.split(',').slice(from, to).map(Number));
  return Array.from({ length: to - from }, (_, c) => Float64Array.from(rows, (row) => row[c]));
}

/** Series of a sample, without its other columns. */
function sampled(kind: 'cbf' | 'walks', rows: number, length: number): Columns {
  const sample = sampleOf(kind, { rows, seed: 1, length });
  const blocks = Array.from({ length: Math.ceil(rows / sample.blockRows) }, (_, b) => sample.block(b));
  return Array.from({ length }, (_, c) => Float64Array.from(blocks.flatMap((block) => [...(block[c + 1] as Float64Array)])));
}

const work8 = fixture('work8', 3, 11, 500);
const italy24 = fixture('../../examples/italy24', 1, 25, 300);
const decimalsOf = (series: Columns, places: number) => series.map(() => places);

/** Value loss and pattern loss of what is made, as the judge measures them. */
async function lossesOf(given: Given, policy: SeriesInput, blockRows?: number): Promise<{ value: number; pattern: number }> {
  const release = await made(given, policy, createPool(0), blockRows);
  const { series } = given;
  const input = { matrix: matrixOf(series), seriesLength: series.length, release, whole: series.map(() => false), queries: 0 };
  const measured = await measureSeries(input, randomFrom(1), createPool(0));
  return { value: measured.valueLoss, pattern: measured.patternLoss };
}

const setting = (more: Partial<Prism>): Prism => ({ method: 'prism', k: 10, p: 3, segments: 8, ...more });

describe('PRISM', () => {
  it('reaches on working days what was asked of it', async () => {
    const { value, pattern } = await lossesOf({ series: work8 }, setting({}));
    expect(value).toBeLessThanOrEqual(isWhole ? 5.15 : 6.65);
    expect(pattern).toBeLessThanOrEqual(isWhole ? 0.036 : 0.051);
  });

  it('reaches on days of power demand what was asked of it', async () => {
    const { value, pattern } = await lossesOf({ series: italy24, decimals: decimalsOf(italy24, 8) }, setting({}));
    expect(value).toBeLessThanOrEqual(isWhole ? 0.421 : 0.507);
    expect(pattern).toBeLessThanOrEqual(isWhole ? 0.07 : 0.0723);
  });

  it.each([
    ['cbf', 16, 4, 500],
    ['walks', 12, 6, 500],
    ['walks', 24, 4, 3000], // words equal to the letter lose least where there are many and few segments
  ] as const)(
    'loses less than Naive and KAPRA in both ways at once, on %s of %i instants',
    async (kind, length, segments, rows) => {
      const series = sampled(kind, isWhole ? rows : 200, length);
      const given = { series, decimals: decimalsOf(series, 4) };
      const common = { k: 5, p: 3, segments, maxLevel: 20 };
      const prism = await lossesOf(given, { method: 'prism', ...common });
      for (const method of ['naive', 'kapra'] as const) {
        const { value, pattern } = await lossesOf(given, { method, ...common });
        expect(prism.value).toBeLessThan(value);
        expect(prism.pattern).toBeLessThan(pattern);
      }
    },
  );

  it('loses no more with more effort', async () => {
    const given = { series: italy24.map((column) => column.subarray(0, isWhole ? 120 : 80)), decimals: decimalsOf(italy24, 8) };
    const fast = await lossesOf(given, setting({ effort: 'fast' }));
    const normal = await lossesOf(given, setting({}));
    const best = await lossesOf(given, setting({ effort: 'best' }));
    expect(normal.value).toBeLessThan(fast.value);
    expect(best.value).toBeLessThan(fast.value);
    expect(best.pattern).toBeLessThanOrEqual(fast.pattern);
  });

  it('weighs shape by mu: more of it costs value and keeps shape', async () => {
    const series = sampled('walks', isWhole ? 400 : 200, 12);
    const given = { series, decimals: decimalsOf(series, 4) };
    const light = await lossesOf(given, setting({ segments: 6, mu: 0.1 }));
    const heavy = await lossesOf(given, setting({ segments: 6, mu: 3 }));
    expect(heavy.value).toBeGreaterThan(light.value);
    expect(heavy.pattern).toBeLessThan(light.pattern);
  });

  it('changes its losses by less than three hundredths when the rows come in another order', async () => {
    for (const [effort, rows, blockRows] of [
      ['fast', isWhole ? 2400 : 1200, isWhole ? 2048 : 1024],
      ['normal', isWhole ? 2400 : 400, 2048],
    ] as const) {
      // of the most rows two blocks
      const series = sampled('walks', rows, 8);
      const order = shuffle(ascending(rows), randomFrom('order'));
      const other = series.map((column) => Float64Array.from(order, (row) => column[row]));
      const policy = setting({ segments: 4, effort });
      const one = await lossesOf({ series, decimals: decimalsOf(series, 4) }, policy, blockRows);
      const another = await lossesOf({ series: other, decimals: decimalsOf(series, 4) }, policy, blockRows);
      expect(Math.abs(another.value / one.value - 1)).toBeLessThan(0.03);
      expect(Math.abs(another.pattern / one.pattern - 1)).toBeLessThan(0.03);
    }
  });

  it('finds the weight that keeps a limit on either loss, and refuses one that no weight keeps', async () => {
    const series = sampled('walks', isWhole ? 160 : 80, 12);
    const given = { series, decimals: decimalsOf(series, 4) };
    const rules = { segments: 6, k: 5, p: 5 };
    const asked = await lossesOf(given, setting(rules));
    const less = await lossesOf(given, setting({ ...rules, maxValueLoss: 0.985 * asked.value }));
    expect(less.value).toBeLessThanOrEqual(0.985 * asked.value);
    const shapelier = await lossesOf(given, setting({ ...rules, maxPatternLoss: 0.97 * asked.pattern }));
    expect(shapelier.pattern).toBeLessThanOrEqual(0.97 * asked.pattern);
    const refusal = await made(given, setting({ ...rules, maxValueLoss: 0.5 * asked.value })).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal instanceof Refusal ? refusal.problems.map(({ code }) => code) : []).toEqual(['policy/loss-out-of-reach']);
  });

  it('ends when its time is over, with groups of k and leaves of P', async () => {
    const series = sampled('walks', 3000, 12);
    const [limit, tick] = [300, 10];
    let readings = 0;
    const pool = createPoolInPlace(() => tick * ++readings);
    const policy = setting({ effort: 'best', timeLimit: limit / 1000 });
    const release = await made({ series, decimals: decimalsOf(series, 4) }, policy, pool);
    const inTime = limit / tick;
    expect(readings).toBeGreaterThan(inTime);
    expect(readings).toBeLessThan(2 * inTime); // after the end a block reads the clock once, and is left as it is
    expect(plain(release)).not.toEqual([]);
    for (const { rows, leaves } of plain(release)) {
      expect(rows.length).toBeGreaterThanOrEqual(10);
      for (const leaf of leaves) expect(leaf.rows.length).toBeGreaterThanOrEqual(3);
    }
  });

  it('parts categories before anything else: labels stay whole where each has k', async () => {
    const series = sampled('walks', 300, 6);
    const codes = Float64Array.from({ length: 300 }, (_, row) => row % 3);
    const release = await made(
      { series, codes: [codes], decimals: decimalsOf(series, 4) },
      setting({ segments: 3, effort: 'fast' }),
    );
    for (const { rows } of plain(release)) expect(new Set(rows.map((row) => codes[row])).size).toBe(1);
  });

  it('lets a numeric quasi-identifier weigh as much as the series do', async () => {
    const random = randomFrom('numbers');
    const series = Array.from({ length: 4 }, () => Float64Array.from({ length: 160 }, () => random.unit()));
    const age = Float64Array.from({ length: 160 }, () => random.below(1000));
    const spans = async (given: Given) => {
      const release = await made(given, setting({ k: 5, p: 5, segments: 2, effort: 'fast' }));
      const groups = plain(release).map(({ rows }) => rows.map((row) => age[row]));
      return groups.reduce((sum, ages) => sum + Math.max(...ages) - Math.min(...ages), 0) / groups.length;
    };
    const decimals = decimalsOf(series, 4);
    expect(await spans({ series, numbers: [age], decimals: [...decimals, 0] })).toBeLessThan(
      0.6 * (await spans({ series, decimals })),
    );
  });

  it('handles one group, one row to spare, and twins throughout', async () => {
    for (const count of [10, 11, 19, 20, 21]) {
      const series = Array.from({ length: 3 }, (_, c) => new Float64Array(count).fill(c));
      expect(plain(await made({ series }, setting({ segments: 3 }))).flatMap(({ rows }) => rows).length).toBe(count);
    }
  });
});
