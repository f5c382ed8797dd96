import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentStart } from '../../../src/frame/segments.ts';
import { normalQuantile } from '../../../src/measure/series/normal-quantile.ts';
import { patternLosses, quantilesUpTo } from '../../../src/measure/series/pattern-loss.ts';
import { tableOne } from '../../families/series/examples.ts';
import { symbolsOf, tableOf } from './releases.ts';

describe('pattern loss', () => {
  it('is 0.133975 between abb and abc, 1.866025 between abb and cba', () => {
    const abb = symbolsOf('abb').map((symbol) => normalQuantile((symbol + 0.5) / 3));
    expect(lossOf(abb, symbolsOf('abc'), 3)).toBeCloseTo(0.133975, 6);
    expect(lossOf(abb, symbolsOf('cba'), 3)).toBeCloseTo(1.866025, 6);
  });

  it('costs the records of Table 1 what the words of Naive (4, 2) cost', () => {
    const expected = [0.1211, 0.12, 1.8732, 0.183, 0.1125, 1.8275, 0.1219, 0.1979];
    tableOne.forEach((record, row) => {
      expect(lossOf(record, symbolsOf(row < 4 ? 'aaabbb' : 'bbbaaa'), 2)).toBeCloseTo(expected[row], 4);
    });
  });

  it('is 1 - cosine of all pairwise differences', () => {
    fc.assert(
      fc.property(anySeriesAndWord, ({ series, word, level }) => {
        fc.pre(!isFlat(series) && !isFlat(word));
        expect(lossOf(series, word, level)).toBeCloseTo(1 - cosineOfDifferences(series, expanded(word, level, series.length)), 9);
      }),
    );
  });

  it('does not change when a series is scaled and moved', () => {
    fc.assert(
      fc.property(
        anySeriesAndWord,
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: -1e6, max: 1e6 }),
        ({ series, word, level }, by, shift) => {
          const moved = series.map((value) => by * value + shift);
          expect(lossOf(moved, word, level)).toBeCloseTo(lossOf(series, word, level), 9);
        },
      ),
    );
  });

  it('lies between 0 and 2, for numbers of any size', () => {
    const anyNumbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 4, maxLength: 12 });
    fc.assert(
      fc.property(anyNumbers, fc.array(fc.nat({ max: 4 }), { minLength: 4, maxLength: 4 }), (series, word) => {
        const loss = lossOf(series, word, 5);
        const floor = floorOf(series, 4);
        expect(loss >= 0 && loss <= 2).toBe(true);
        expect(floor >= 0 && floor <= 1).toBe(true);
      }),
    );
  });

  it('sees the shape of very large, very small and nearly flat series', () => {
    for (const unit of [1e-320, 1e-200, 1, 1e200, 1e307]) expect(lossOf([0, unit, 0, unit], [0, 1, 0, 1], 2)).toBeCloseTo(0, 12);
    expect(lossOf([1, 1 + 2 ** -52, 1, 1 + 2 ** -52], [0, 1, 0, 1], 2)).toBeCloseTo(0, 12);
  });

  it('is 1 at level 1, and 0 there for a flat series', () => {
    expect(lossOf([3, 1, 2], [0, 0, 0], 1)).toBe(1);
    expect(lossOf([3, 3, 3], [0, 0, 0], 1)).toBe(0);
  });

  it('is 1 where a word with no shape stands for a series with one, or the reverse', () => {
    expect(lossOf([3, 1, 2], [2, 2, 2], 4)).toBe(1);
    expect(lossOf([0.1, 0.1, 0.1], [0, 1, 0], 2)).toBe(1);
    expect(lossOf([0.1, 0.1, 0.1], [1, 1, 1], 2)).toBe(0);
  });

  it('expands a word over segments that differ by an instant where it does not divide the series', () => {
    const word = [0, 2, 1]; // over 7 instants: 2, 2 and 3
    const shape = [0, 0, 2, 2, 1, 1, 1].map((symbol) => normalQuantile((symbol + 0.5) / 3));
    expect(lossOf(shape, word, 3)).toBeCloseTo(0, 12);
    expect(lossOf([0, 0, 0, 2, 2, 1, 1], word, 3)).toBeGreaterThan(0.1);
  });
});

describe('the pattern floor', () => {
  it('is the least loss of anything that is constant in each segment: that of the segment means', () => {
    fc.assert(
      fc.property(anySeriesAndWord, ({ series, word }) => {
        const means = meansOf(series, word.length);
        fc.pre(!isFlat(series));
        const least = isFlat(means) ? 1 : 1 - cosineOfDifferences(series, means);
        expect(floorOf(series, word.length)).toBeCloseTo(least, 6);
      }),
    );
  });

  it('is never above the loss of a word of level 2 or more', () => {
    fc.assert(
      fc.property(anySeriesAndWord, ({ series, word, level }) => {
        fc.pre(!isFlat(series));
        expect(floorOf(series, word.length)).toBeLessThanOrEqual(lossOf(series, word, level) + 1e-12);
      }),
    );
  });

  it('is 0 with one symbol for each instant, and for a flat series', () => {
    expect(floorOf([4, 7, 1, 1, 3], 5)).toBeCloseTo(0, 15);
    expect(floorOf([0.1, 0.1, 0.1], 2)).toBe(0);
  });
});

describe('pattern loss of ranges of symbols', () => {
  it('is 0 for a series that runs through the middle quantiles of the ranges', () => {
    const [lower, upper] = [symbolsOf('aacg'), symbolsOf('acjt')];
    const series = lower.map((symbol, i) => normalQuantile((symbol + upper[i] + 1) / 2 / 20));
    expect(lossesOf(series, lower, 20, upper).loss).toBeCloseTo(0, 12);
  });

  it('is 1 where all ranges have one middle, since they say no shape', () => {
    expect(lossesOf([1, 5, 2], symbolsOf('bac'), 5, symbolsOf('cec')).loss).not.toBe(1);
    expect(lossesOf([1, 5, 2], symbolsOf('bac'), 5, symbolsOf('dec')).loss).toBe(1);
  });

  it('is that of the word where every range is one symbol', () => {
    fc.assert(
      fc.property(anySeriesAndWord, ({ series, word, level }) => {
        expect(lossesOf(series, word, level, [...word]).loss).toBe(lossOf(series, word, level));
      }),
    );
  });
});

describe('a block of rows', () => {
  it('adds up the losses of its released rows, wherever blocks begin', () => {
    const anyRows = fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 5, maxLength: 5 }), {
      minLength: 2,
      maxLength: 80,
    });
    fc.assert(
      fc.property(anyRows, fc.nat(), (records, seed) => {
        const leaves = Int32Array.from(records, (_, row) => ((row * 7 + seed) % 4) - 1);
        const words = [
          [0, 1, 2],
          [2, 2, 2],
          [1, 0, 1],
        ];
        const rows = { values: tableOf(records).values, rowStep: 5, instants: 5, leaves };
        const common = { ...rows, middles: Uint8Array.from(words.flat(), doubled), segments: 3, quantiles: quantilesUpTo(4) };
        const sums = (from: number, to: number) => patternLosses.perform({ ...common, levels: Uint8Array.of(3, 4, 2), from, to });
        const levels = [3, 4, 2];
        const each = records.map((record, row) =>
          leaves[row] < 0 ? 0 : lossOf(record, words[leaves[row]], levels[leaves[row]]),
        );
        const at = seed % records.length;
        const expected = each.reduce((sum, loss) => sum + loss, 0);
        expect(sums(0, records.length).loss).toBeCloseTo(expected, 9);
        expect(sums(0, at).loss + sums(at, records.length).loss).toBeCloseTo(expected, 9);
      }),
    );
  });
});

const anySeriesAndWord = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 2, max: 20 }))
  .chain(([length, level]) => fc.tuple(fc.constant(length), fc.constant(level), fc.integer({ min: 1, max: length })))
  .chain(([length, level, segments]) =>
    fc.record({
      level: fc.constant(level),
      series: fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: length, maxLength: length }),
      word: fc.array(fc.nat({ max: level - 1 }), { minLength: segments, maxLength: segments }),
    }),
  );

const doubled = (symbol: number): number => 2 * symbol;

const lossesOf = (series: readonly number[], word: readonly number[], level: number, upper = word) =>
  patternLosses.perform({
    values: tableOf([series]).values,
    rowStep: series.length,
    instants: series.length,
    leaves: Int32Array.of(0),
    middles: Uint8Array.from(word, (symbol, i) => symbol + upper[i]),
    levels: Uint8Array.of(level),
    segments: word.length,
    quantiles: quantilesUpTo(level),
    from: 0,
    to: 1,
  });

const lossOf = (series: readonly number[], word: readonly number[], level: number): number => lossesOf(series, word, level).loss;
const floorOf = (series: readonly number[], segments: number): number => lossesOf(series, new Array(segments).fill(0), 1).floor;

const isFlat = (values: readonly number[]): boolean => values.every((value) => value === values[0]);

const segmentOf = (t: number, length: number, segments: number): number => {
  let segment = 0;
  while (segmentStart(segment + 1, length, segments) <= t) segment++;
  return segment;
};

const expanded = (word: readonly number[], level: number, length: number): number[] =>
  Array.from({ length }, (_, t) => normalQuantile((word[segmentOf(t, length, word.length)] + 0.5) / level));

const meansOf = (series: readonly number[], segments: number): number[] =>
  series.map((_, t) => {
    const inside = series.filter(
      (_, other) => segmentOf(other, series.length, segments) === segmentOf(t, series.length, segments),
    );
    return inside.reduce((sum, value) => sum + value, 0) / inside.length;
  });

/** The paper's definition, word for word: the feature vector holds the difference of each pair of instants. */
function cosineOfDifferences(one: readonly number[], other: readonly number[]): number {
  let dot = 0;
  let squares = 0;
  let otherSquares = 0;
  for (let i = 0; i < one.length; i++)
    for (let j = i + 1; j < one.length; j++) {
      dot += (one[i] - one[j]) * (other[i] - other[j]);
      squares += (one[i] - one[j]) ** 2;
      otherSquares += (other[i] - other[j]) ** 2;
    }
  return dot / Math.sqrt(squares * otherSquares);
}
