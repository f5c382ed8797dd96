import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantile } from '../../../src/families/series/normal.ts';
import { shapesOf, symbolAt } from '../../../src/families/series/shapes.ts';
import { segmentStart } from '../../../src/frame/segments.ts';
import { columnsOf } from '../../tables.ts';
import { fiveRecords, spelt, tableOne } from './examples.ts';
import { mean } from './losses.ts';

/** The word of each series at a level. */
function wordsOf(series: readonly (readonly number[])[], segments: number, level: number): string[] {
  const { quantiles } = shapesOf(columnsOf(series), segments);
  return series.map((_, s) =>
    spelt(Uint8Array.from(quantiles.subarray(s * segments, (s + 1) * segments), (q) => symbolAt(q, level))),
  );
}

const anySeries = fc.integer({ min: 1, max: 12 }).chain((length) =>
  fc.record({
    series: fc.array(fc.integer({ min: -40, max: 40 }), { minLength: length, maxLength: length }),
    segments: fc.integer({ min: 1, max: length }),
  }),
);

describe('SAX words', () => {
  it("of the paper's Table 1 are these at levels 2 and 3", () => {
    expect(wordsOf(tableOne, 6, 2)).toEqual('aaabbb aaabbb bbbaaa aaabbb bbbaaa aaaabb bbbaaa bbbaaa'.split(' '));
    expect(wordsOf(tableOne, 6, 3)).toEqual('aabbcc aaabcc ccbaaa aabbcc ccbbaa aabbcc ccbbaa ccbaba'.split(' '));
  });

  it('of the five records are these at levels 2, 3 and 5: two instants have only two shapes', () => {
    expect(wordsOf(fiveRecords, 2, 2)).toEqual(['ab', 'ab', 'ba', 'ba', 'ab']);
    expect(wordsOf(fiveRecords, 2, 3)).toEqual(['ac', 'ac', 'ca', 'ca', 'ac']);
    expect(wordsOf(fiveRecords, 2, 5)).toEqual(['ae', 'ae', 'ea', 'ea', 'ae']);
  });

  it('say nothing at level 1', () => {
    expect(wordsOf(tableOne, 6, 1)).toEqual(Array(8).fill('aaaaaa'));
  });

  it('put a value on the border into the upper cell: z = 0 at level 2 is b', () => {
    expect(wordsOf([[1, 2, 3]], 3, 2)).toEqual(['abb']);
    expect(wordsOf([[1, 2, 3]], 3, 4)).toEqual(['acd']);
  });

  it('put a mean that equals the mean of the series but for rounding into the upper cell too', () => {
    expect(wordsOf([[0.5, 0.4, 0.3, -1.2, -1.3, -1.3, -1.2, -0.8, -0.8, 1.9, -1.4, 4.9]], 3, 2)).toEqual(['bab']);
    expect(wordsOf([[1e6 + 0.1, 1e6 + 0.2, 1e6 + 0.3]], 3, 2)).toEqual(['abb']);
  });

  it('are those of z-normalised segment means cut at normal quantiles', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 2, max: 26 }), ({ series, segments }, level) => {
        const centre = mean(series);
        const deviation = Math.sqrt(mean(series.map((value) => (value - centre) ** 2)));
        const cuts = Array.from({ length: level - 1 }, (_, i) => quantile((i + 1) / level));
        const symbols = Array.from({ length: segments }, (_, i) => {
          const part = series.slice(segmentStart(i, series.length, segments), segmentStart(i + 1, series.length, segments));
          const z = deviation === 0 ? 0 : (mean(part) - centre) / deviation;
          return cuts.filter((cut) => cut <= z + 1e-12).length;
        });
        expect(wordsOf([series], segments, level)).toEqual([spelt(symbols)]);
      }),
    );
  });

  it('do not change when a series is shifted or stretched', () => {
    const anyShift = fc.integer({ min: -5000, max: 5000 }).map((shift) => shift / 10);
    const anyStretch = fc.integer({ min: 1, max: 500 }).map((stretch) => stretch / 10);
    fc.assert(
      fc.property(
        anySeries,
        anyShift,
        anyStretch,
        fc.integer({ min: 1, max: 26 }),
        ({ series, segments }, shift, stretch, level) => {
          const moved = series.map((value) => (value + shift) * stretch);
          fc.pre(new Set(series).size > 1 || new Set(moved).size === 1);
          expect(wordsOf([moved], segments, level)).toEqual(wordsOf([series], segments, level));
        },
      ),
    );
  });
});

describe('segments', () => {
  it('are averaged, and differ by an instant where they do not divide the series', () => {
    expect(Array.from({ length: 5 }, (_, i) => segmentStart(i, 7, 4))).toEqual([0, 1, 3, 5, 7]);
    const { weights, quantiles } = shapesOf(columnsOf([[0, 0, 3, 3, 9]]), 2); // means 0 and 5 about 3
    expect([...weights].map((weight) => weight ** 2)).toEqual([expect.closeTo(2), expect.closeTo(3)]);
    expect(quantiles[0]).toBeLessThan(0.5);
    expect(quantiles[1]).toBeGreaterThan(0.5);
    expect(wordsOf([[0, 0, 3, 3, 9]], 2, 2)).toEqual(['ab']);
  });

  it('cover every instant once, whatever their number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(), (length, raw) => {
        const segments = 1 + (raw % length);
        const starts = Array.from({ length: segments + 1 }, (_, i) => segmentStart(i, length, segments));
        expect([starts[0], starts[segments]]).toEqual([0, length]);
        const sizes = starts.slice(1).map((start, i) => start - starts[i]);
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(1);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('keep the whole shape when there are as many as instants, and at most all of it when there are fewer', () => {
    fc.assert(
      fc.property(anySeries, ({ series, segments }) => {
        const squared = (w: number) =>
          shapesOf(columnsOf([series]), w).coordinates.reduce((sum, value) => sum + value * value, 0);
        expect(squared(series.length)).toBeCloseTo(new Set(series).size > 1 ? 1 : 0, 10);
        expect(squared(segments)).toBeLessThanOrEqual(1 + 1e-10);
      }),
    );
  });
});

describe('a flat series', () => {
  it('has no shape: the middle symbol throughout, coordinates of 0', () => {
    for (const value of [0, 7, -3, 0.1, 1e9 + 0.3]) {
      const { flat, quantiles, coordinates } = shapesOf(columnsOf([Array(7).fill(value)]), 3);
      expect([...flat]).toEqual([1]);
      expect([...quantiles]).toEqual([0.5, 0.5, 0.5]);
      expect([...coordinates]).toEqual([0, 0, 0]);
    }
    expect(wordsOf([[4, 4, 4, 4]], 4, 2)).toEqual(['bbbb']);
    expect(wordsOf([[4, 4, 4, 4]], 4, 5)).toEqual(['cccc']);
  });

  it('is not one that changes by a hair', () => {
    expect([...shapesOf(columnsOf([[1, 1, 1, 1 + 2 ** -40]]), 4).flat]).toEqual([0]);
  });

  it('is what a series counts as whose deviation is beyond numbers', () => {
    for (const size of [1e-200, 1e200, 1e308]) {
      const { flat, quantiles, coordinates } = shapesOf(columnsOf([[size, -size, size / 2, size]]), 2);
      expect([...flat]).toEqual([1]);
      expect([...quantiles, ...coordinates]).toEqual([0.5, 0.5, 0, 0]);
    }
  });
});
