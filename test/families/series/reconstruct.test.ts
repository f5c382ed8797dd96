import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/base/random.ts';
import { curvesOf } from '../../../src/families/series/reconstruct.ts';
import type { SeriesInput } from '../../../src/policy/policy-input.ts';
import type { SeriesRelease } from '../../../src/release/series-release.ts';
import { releaseOf } from '../../measure/series/releases.ts';
import { leaf } from '../../measure/series/table-one.ts';
import { itself, madeOnceOf } from '../../suite/draws.ts';
import { numbersFrom, twinned } from '../../tables.ts';
import { mean, reconstructed } from './losses.ts';
import { type Given, made, plain } from './made.ts';

/** A curve by its definition in docs/metrics.md, from a band, a word and a level. */
function byDefinition(lower: readonly number[], upper: readonly number[], word: readonly number[], level: number): number[] {
  const length = lower.length;
  const middle = lower.map((low, t) => low / 2 + upper[t] / 2);
  if (new Set(word).size === 1) return middle;
  const said = reconstructed(word, level, length);
  const centred = (values: readonly number[]) => values.map((value) => value - mean(values));
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, t) => sum + value * b[t], 0);
  const stretch = Math.max(0, dot(centred(said), centred(middle)) / dot(centred(said), centred(said)));
  return middle.map((mid, t) => {
    const segment = word.findIndex((_, i) => t < Math.floor(((i + 1) * length) / word.length));
    const [from, to] = [segment, segment + 1].map((i) => Math.floor((i * length) / word.length));
    const asked = mean(middle) + stretch * (said[t] - mean(said));
    const shaped = mid + asked - mean(middle.slice(from, to));
    return (mid + Math.min(upper[t], Math.max(lower[t], shaped))) / 2;
  });
}

/** Two records: their band is from the first to the second, instant by instant. */
const curveOf = (lower: readonly number[], upper: readonly number[], word: string, level: number): number[] => [
  ...curvesOf(releaseOf([lower, upper], [[leaf([0, 1], word, level)]]), lower.length),
];

describe('the curve of a leaf', () => {
  it('is halfway between the middle of the band and the word fitted to it', () => {
    // Middles 1 2 7 8 and medians ∓0.6745: fitted, the word asks for 1.5 and 7.5, the very means of the two segments.
    expect(curveOf([0, 1, 5, 6], [2, 3, 9, 10], 'ab', 2)).toEqual([1, 2, 7, 8]);
    // Middles 0 0 6 0: the word asks for 0 0 3 3.
    expect(curveOf([-5, -5, 1, -5], [5, 5, 11, 5], 'aabb', 2)).toEqual([0, 0, 4.5, 1.5]);
  });

  it('is the middle of the band at level 1, and for a word of one letter', () => {
    expect(curveOf([0, 0, 4], [2, 9, 4], 'aaa', 1)).toEqual([1, 4.5, 4]);
    expect(curveOf([0, 0, 4], [2, 9, 4], 'kkk', 20)).toEqual([1, 4.5, 4]);
  });

  it('is kept within the band', () => {
    // Middles 0 5 0: the word asks for 0 2.5 2.5, of which the bands allow 0 4 0.
    expect(curveOf([0, 4, 0], [0, 6, 0], 'abb', 2)).toEqual([0, 4.5, 0]);
    expect(curveOf([3, 3], [3, 3], 'ab', 2)).toEqual([3, 3]);
  });

  it('is never turned upside down: a word against the band leaves half of its course', () => {
    expect(curveOf([0, 0, 8, 8], [4, 4, 12, 12], 'bbaa', 2)).toEqual([3, 3, 9, 9]);
    expect(curveOf([0, 0, 8, 8], [20, 20, 28, 28], 'bbaa', 2)).toEqual([12, 12, 16, 16]);
  });

  it('keeps the course of the middles inside a segment', () => {
    const curve = curveOf([0, 4, 1, 9, 12, 11], [4, 8, 5, 13, 16, 15], 'ab', 5);
    expect([curve[1] - curve[0], curve[2] - curve[1], curve[4] - curve[3]]).toEqual([4, -3, 3]);
  });
});

interface Drawn {
  readonly given: Given;
  readonly policy: SeriesInput;
  readonly length: number;
}

interface Case {
  readonly release: SeriesRelease;
  readonly length: number;
}

/** Releases of every method: levels 1 to 26, words that do not divide the series, negatives, decimals, points, wide bands. */
const anyCase = fc
  .record({
    seed: fc.nat(),
    length: fc.oneof({ arbitrary: fc.integer({ min: 1, max: 12 }), weight: 20 }, { arbitrary: fc.constant(300), weight: 1 }),
    rows: fc.integer({ min: 6, max: 50 }),
    split: fc.nat(),
    maxLevel: fc.integer({ min: 1, max: 26 }),
    method: fc.constantFrom(
      { method: 'naive' } as const,
      { method: 'kapra' } as const,
      { method: 'prism', effort: 'fast' } as const,
    ),
    twins: fc.boolean(),
  })
  .map(
    madeOnceOf(({ seed, length, rows, split, maxLevel, method, twins }): Drawn => {
      const random = randomFrom(seed);
      const series = Array.from({ length }, () => numbersFrom(random, rows));
      const decimals = Array<number>(length + 1).fill(random.below(5));
      return {
        given: { series: twins ? twinned(series, random) : series, numbers: [numbersFrom(random, rows)], decimals },
        policy: {
          ...method,
          k: 4,
          p: 2,
          segments: 1 + (split % length),
          maxLevel,
          reconstruct: true,
        },
        length,
      };
    }),
  );

const releaseMadeOf = madeOnceOf(({ given, policy }: Drawn) => made(given, policy), itself);

const forEveryCase = (check: (curves: Float64Array, one: Case) => void) =>
  fc.assert(
    fc.asyncProperty(anyCase, async (drawn) => {
      const release = await releaseMadeOf(drawn);
      check(release.curves ?? new Float64Array(0), { release, length: drawn.length });
    }),
  );

/** Each leaf with its group's band and its curve. */
const leavesOf = (curves: Float64Array, { release, length }: Case) => {
  let at = 0;
  return plain(release).flatMap(({ lower, upper, leaves }) =>
    leaves.map(({ word, upper: ends, level }) => ({
      lower: lower.slice(0, length),
      upper: upper.slice(0, length),
      word: word.map((symbol, i) => (symbol + ends[i]) / 2), // a range is read at its middle
      level,
      curve: [...curves.subarray(length * at, length * ++at)],
    })),
  );
};

describe('the curves of any release', () => {
  it('lie inside their bands, on a grid two places finer', () =>
    forEveryCase((curves, one) => {
      for (const { lower, upper, curve } of leavesOf(curves, one))
        for (const [t, value] of curve.entries()) {
          const onGrid = Number(value.toFixed(one.release.envelope.decimals[t] + 2)) === value;
          if (value < lower[t] || value > upper[t] || !onGrid) expect({ t, value }).toBe('inside its band, on the grid');
        }
    }));

  it('are those of the definition', () =>
    forEveryCase((curves, one) => {
      for (const { lower, upper, word, level, curve } of leavesOf(curves, one)) {
        const size = Math.max(...lower.map(Math.abs), ...upper.map(Math.abs));
        const unit = 10 ** -(one.release.envelope.decimals[0] + 2);
        for (const [t, value] of byDefinition(lower, upper, word, level).entries())
          if (!(Math.abs(curve[t] - value) <= unit / 2 + 1e-12 * size)) expect(curve[t]).toBe(value);
      }
    }));

  it('are the middle of the band where the word says no shape', () =>
    forEveryCase((curves, one) => {
      for (const { lower, upper, word, curve } of leavesOf(curves, one))
        if (new Set(word).size === 1)
          for (const [t, value] of curve.entries())
            expect(value).toBeCloseTo((lower[t] + upper[t]) / 2, 6 - Math.log10(1 + Math.abs(value)));
    }));

  it('hang on what is published alone: not on who is in a leaf, nor on other columns', () =>
    forEveryCase((curves, { release, length }) => {
      const { groups, envelope } = release;
      const narrow = (bounds: Float64Array) => bounds.filter((_, at) => at % envelope.columns < length);
      const others: SeriesRelease = {
        ...release,
        groups: { ...groups, rows: groups.rows.map(() => 0) },
        envelope: { ...envelope, columns: length, lower: narrow(envelope.lower), upper: narrow(envelope.upper) },
        labels: [],
      };
      expect(curvesOf(others, length)).toEqual(curves);
    }));

  it('are none where they were not asked for', async () => {
    const given = {
      series: [
        [1, 2, 3, 4],
        [2, 3, 4, 5],
      ],
    };
    expect(await made(given, { k: 2, segments: 2 })).not.toHaveProperty('curves');
    expect(await made(given, { k: 2, segments: 2, reconstruct: true })).toHaveProperty('curves');
  });
});
