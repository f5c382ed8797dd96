import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellMedians, directionOf } from '../../../src/families/series/directions.ts';
import { shapesOf, symbolAt } from '../../../src/families/series/shapes.ts';
import { columnsOf } from '../../tables.ts';
import { symbolsOf } from './examples.ts';
import { cellMedian, dot, norm, pairwiseDifferences, patternLoss, reconstructed } from './losses.ts';

const evenly = (segments: number): Float64Array => new Float64Array(segments).fill(1);

function direction(word: string, level: number, weights = evenly(word.length)): { shaped: boolean; unit: number[] } {
  const into = new Float64Array(word.length);
  const shaped = directionOf(Uint8Array.from(symbolsOf(word)), level, weights, into);
  return { shaped, unit: [...into] };
}

const lossBetween = (a: string, b: string, level: number): number => 1 - dot(direction(a, level).unit, direction(b, level).unit);

describe('a symbol', () => {
  it('stands for the median of its cell', () => {
    const rounded = (level: number) => [...cellMedians(level)].map((median) => Number(median.toFixed(4)) + 0);
    expect(rounded(1)).toEqual([0]);
    expect(rounded(2)).toEqual([-0.6745, 0.6745]);
    expect(rounded(3)).toEqual([-0.9674, 0, 0.9674]);
    expect(rounded(4)).toEqual([-1.1503, -0.3186, 0.3186, 1.1503]);
    expect(rounded(5)).toEqual([-1.2816, -0.5244, 0, 0.5244, 1.2816]);
  });

  it('stands for the value that halves the integral over its cell, at every level', () => {
    for (let level = 1; level <= 26; level++)
      for (const [symbol, median] of cellMedians(level).entries()) expect(median).toBeCloseTo(cellMedian(symbol, level), 8);
  });
});

describe('the loss between words', () => {
  const feature = (word: string) => pairwiseDifferences(symbolsOf(word).map((symbol) => cellMedians(3)[symbol]));

  it('of abb, abc and cba is as worked out by hand', () => {
    expect(dot(feature('abb'), feature('abc'))).toBeCloseTo(2.80771, 5);
    expect(norm(feature('abb'))).toBeCloseTo(1.36814, 5);
    expect(norm(feature('abc'))).toBeCloseTo(2.36969, 5);
    expect(dot(feature('abb'), feature('cba'))).toBeCloseTo(-2.80771, 5);
    expect(lossBetween('abb', 'abc', 3)).toBeCloseTo(0.133975, 6);
    expect(lossBetween('abb', 'cba', 3)).toBeCloseTo(1.866025, 6);
    expect(lossBetween('abb', 'abc', 3)).toBeCloseTo(1 - Math.sqrt(3) / 2, 12);
  });

  it('is 0 for a word and itself, 2 for its mirror image', () => {
    expect(lossBetween('acbd', 'acbd', 4)).toBeCloseTo(0, 12);
    expect(lossBetween('abcd', 'dcba', 4)).toBeCloseTo(2, 12);
  });

  it('does not exist for a word without shape: level 1, or one symbol throughout', () => {
    expect(direction('aaaa', 1)).toEqual({ shaped: false, unit: [0, 0, 0, 0] });
    for (const word of ['aaaa', 'bbbb', 'cccc']) expect(direction(word, 3)).toEqual({ shaped: false, unit: [0, 0, 0, 0] });
    const uneven = Float64Array.from([1, Math.SQRT2, Math.sqrt(3), 1]);
    expect(direction('bbbb', 5, uneven)).toEqual({ shaped: false, unit: [0, 0, 0, 0] });
  });
});

const anyCase = fc.integer({ min: 2, max: 11 }).chain((length) =>
  fc.record({
    series: fc.array(fc.integer({ min: -90, max: 90 }), { minLength: length, maxLength: length }),
    other: fc.array(fc.integer({ min: -90, max: 90 }), { minLength: length, maxLength: length }),
    segments: fc.integer({ min: 1, max: length }),
    level: fc.integer({ min: 1, max: 26 }),
  }),
);

describe('1 minus a dot product', () => {
  it("equals the paper's loss over all pairwise differences, of any series and any word, whether or not segments divide it", () => {
    fc.assert(
      fc.property(anyCase, ({ series, other, segments, level }) => {
        const shapes = shapesOf(columnsOf([series, other]), segments);
        const word = Uint8Array.from(shapes.quantiles.subarray(segments), (q) => symbolAt(q, level));
        const unit = new Float64Array(segments);
        const shaped = directionOf(word, level, shapes.weights, unit);
        const loss = 1 - dot([...shapes.coordinates.subarray(0, segments)], [...unit]);
        const flat = new Set(series).size === 1;
        expect(shapes.flat[0] === 1).toBe(flat);
        if (flat) expect(shaped ? 1 : 0).toBe(patternLoss(series, reconstructed([...word], level, series.length)));
        else expect(loss).toBeCloseTo(patternLoss(series, reconstructed([...word], level, series.length)), 7);
      }),
    );
  });

  it('equals 1 minus the correlation of two series when every instant is a segment', () => {
    fc.assert(
      fc.property(anyCase, ({ series, other }) => {
        fc.pre(new Set(series).size > 1 && new Set(other).size > 1);
        const { coordinates } = shapesOf(columnsOf([series, other]), series.length);
        const [a, b] = [coordinates.subarray(0, series.length), coordinates.subarray(series.length)];
        expect(1 - dot([...a], [...b])).toBeCloseTo(patternLoss(series, other), 10);
      }),
    );
  });

  it('reads and writes at the places it is told to', () => {
    const words = Uint8Array.from([9, 9, ...symbolsOf('abb')]);
    const into = new Float64Array(5).fill(7);
    expect(directionOf(words.subarray(2), 3, evenly(3), into.subarray(1))).toBe(true);
    expect([...into]).toEqual([7, ...direction('abb', 3).unit, 7]);
  });
});
