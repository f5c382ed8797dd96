import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPool } from '../../../src/base/pool.ts';
import { randomFrom } from '../../../src/base/random.ts';
import { segmentStart } from '../../../src/frame/segments.ts';
import type { SeriesInput } from '../../../src/policy/policy-input.ts';
import { backwardPool } from '../../measure/series/releases.ts';
import { draws, itself, madeOnceOf } from '../../suite/draws.ts';
import { codesFrom, numbersFrom, twinned } from '../../tables.ts';
import { mean } from './losses.ts';
import { type Given, made, type PlainGroup, type PlainLeaf, plain } from './made.ts';

interface Case {
  readonly given: Given;
  readonly policy: Extract<SeriesInput, { effort?: unknown }> & {
    k: number;
    p: number;
    l: number;
    segments: number;
    maxLevel: number;
  };
  readonly rows: readonly number[];
}

const lengths = fc.oneof({ arbitrary: fc.integer({ min: 1, max: 9 }), weight: 20 }, { arbitrary: fc.constant(60), weight: 1 });

/** Ties, flat series, exact twins, n = k, n % k != 0, k = P, negatives, decimals, one column, odd segments, categories, gaps. */
const anyCase: fc.Arbitrary<Case> = fc
  .record({
    seed: fc.nat(),
    length: lengths,
    k: fc.integer({ min: 2, max: 9 }),
    more: fc.oneof(fc.constant(0), fc.nat(90)),
    part: fc.nat(),
    split: fc.nat(),
    numbers: fc.nat(2),
    codes: fc.nat(2),
    sensitive: fc.nat(2),
    maxLevel: fc.integer({ min: 1, max: 26 }),
    pattern: fc.constantFrom('interval' as const, 'interval' as const, 'representative' as const),
    effort: fc.constantFrom('fast' as const, 'normal' as const),
    mu: fc.constantFrom(0, 0.5, 3),
    gaps: fc.boolean(),
    twins: fc.boolean(),
    flats: fc.boolean(),
  })
  .map(
    madeOnceOf(({ seed, length, k, more, part, split, numbers, codes, sensitive, gaps, twins, flats, ...rules }) => {
      const random = randomFrom(seed);
      const count = k + more;
      const series = Array.from({ length }, () => numbersFrom(random, count));
      if (flats)
        for (let row = 0; row < count; row++)
          if (random.below(3) === 0) for (const column of series) column[row] = series[0][row];
      const quasi = Array.from({ length: numbers }, () => numbersFrom(random, count));
      const categories = Array.from({ length: codes }, () => codesFrom(random, count));
      if (twins) twinned([...series, ...quasi, ...categories], random);
      const kept = Array.from({ length: count }, (_, row) => row).filter(() => !gaps || random.below(6) > 0);
      const rows = kept.length < k ? Array.from({ length: count }, (_, row) => row) : kept;
      const values = Array.from({ length: sensitive }, () => codesFrom(random, count));
      const l = 1 + random.below(Math.min(3, ...values.map((column) => new Set(rows.map((row) => column[row])).size)));
      return {
        given: {
          series,
          numbers: quasi,
          codes: categories,
          sensitive: values,
          decimals: [...series, ...quasi].map(() => random.below(5)),
          rows,
        },
        policy: {
          method: 'prism',
          k,
          p: part % 3 === 0 ? k : 2 + (part % (k - 1)),
          l: sensitive === 0 ? 1 : l,
          segments: 1 + (split % length),
          ...rules,
        },
        rows,
      };
    }),
  );

const groupsOf = madeOnceOf(async ({ given, policy }: Case) => plain(await made(given, policy)), itself);

const forEveryCase = (check: (groups: readonly PlainGroup[], one: Case) => void, numRuns = draws(30)) =>
  fc.assert(
    fc.asyncProperty(anyCase, async (one) => check(await groupsOf(one), one)),
    { numRuns },
  );

const leavesOf = (groups: readonly PlainGroup[]): readonly PlainLeaf[] => groups.flatMap(({ leaves }) => leaves);

const inOrder = (rows: readonly number[]): number[] => [...rows].sort((a, b) => a - b);

/** z of each segment mean, by the definition; 0 for a series that never changes. */
function distancesOf(series: readonly number[], segments: number): number[] {
  const middle = mean(series);
  const deviation = Math.sqrt(mean(series.map((value) => (value - middle) ** 2)));
  return Array.from({ length: segments }, (_, i) => {
    const part = series.slice(segmentStart(i, series.length, segments), segmentStart(i + 1, series.length, segments));
    return series.every((value) => value === series[0]) ? 0 : (mean(part) - middle) / deviation;
  });
}

describe('a release of PRISM', () => {
  it('keeps at least k subjects in every group, and at least P in every leaf', () =>
    forEveryCase((groups, { policy: { k, p } }) => {
      for (const { rows } of groups) expect(rows.length).toBeGreaterThanOrEqual(k);
      for (const { rows } of leavesOf(groups)) expect(rows.length).toBeGreaterThanOrEqual(p);
    }));

  it('loses nobody and doubles nobody', () =>
    forEveryCase((groups, { rows }) => {
      expect(inOrder(groups.flatMap((group) => group.rows))).toEqual(rows);
    }));

  it('publishes intervals that hold every value of their group, rounded outward to the grid', () =>
    forEveryCase((groups, { given: { series, numbers = [], decimals = [] } }) => {
      for (const { rows, lower, upper } of groups)
        for (const [c, column] of [...series, ...numbers].entries()) {
          const values = rows.map((row) => column[row]);
          const step = 10 ** -decimals[c] * (1 + 1e-6) + 1e-6 * Math.abs(Math.max(...values));
          expect(lower[c]).toBeLessThanOrEqual(Math.min(...values));
          expect(upper[c]).toBeGreaterThanOrEqual(Math.max(...values));
          expect(Math.min(...values) - lower[c]).toBeLessThanOrEqual(step);
          expect(upper[c] - Math.max(...values)).toBeLessThanOrEqual(step);
        }
    }));

  it('publishes ranges that hold the own word of every member', () =>
    forEveryCase((groups, { given: { series }, policy: { segments, pattern, maxLevel } }) => {
      if (pattern !== 'interval') return;
      for (const { rows, word, upper, level } of leavesOf(groups)) {
        expect([1, maxLevel]).toContain(level);
        for (const row of rows) {
          const distances = distancesOf(
            series.map((column) => column[row]),
            segments,
          );
          for (const [i, z] of distances.entries()) {
            const share = level * phi(z);
            expect(word[i]).toBeLessThanOrEqual(Math.floor(share + 1e-6));
            expect(upper[i]).toBeGreaterThanOrEqual(Math.min(level - 1, Math.floor(share - 1e-6)));
          }
        }
      }
    }));

  it('says no shape, at level 1, only of leaves without any', () =>
    forEveryCase((groups, { given: { series }, policy: { maxLevel } }) => {
      for (const { rows, level } of leavesOf(groups)) {
        const flat = rows.every((row) => series.every((column) => column[row] === series[0][row]));
        if (maxLevel > 1) expect(level === 1).toBe(flat);
      }
    }));

  it('has l values of every sensitive column in every leaf', () =>
    forEveryCase((groups, { given: { sensitive = [] }, policy: { l } }) => {
      for (const { rows } of leavesOf(groups))
        for (const column of sensitive) expect(new Set(rows.map((row) => column[row])).size).toBeGreaterThanOrEqual(l);
    }));

  it('is the same every time, on any thread', async () => {
    const random = randomFrom('threads');
    const series = Array.from({ length: 4 }, () => Float64Array.from({ length: 500 }, () => random.normal()));
    for (const effort of ['fast', 'normal'] as const) {
      const policy: SeriesInput = { method: 'prism', k: 5, p: 2, segments: 3, effort };
      expect(await made({ series }, policy, backwardPool, 200)).toEqual(await made({ series }, policy, createPool(0), 200));
    }
  });
});

/** The normal distribution by its series. */
function phi(z: number): number {
  if (Math.abs(z) > 8) return z > 0 ? 1 : 0;
  let [term, sum] = [z, z];
  for (let n = 1; n < 200; n++) {
    term *= (z * z) / (2 * n + 1);
    sum += term;
  }
  return 0.5 + (Math.exp((-z * z) / 2) * sum) / Math.sqrt(2 * Math.PI);
}
