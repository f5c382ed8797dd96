import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bin, fixedBins } from '../../src/release/bin-rules.ts';
import { binsOf, sizeBins } from '../../src/release/bins.ts';

const total = (bins: readonly Bin[]): number => bins.reduce((sum, { count }) => sum + count, 0);
const follow = (bins: readonly Bin[]): boolean =>
  bins.every(({ from, to }, i) => from < to && (i === 0 || bins[i - 1].to === from));

describe('bins of values', () => {
  it('are of a round width and leave out empty ends', () => {
    expect(binsOf([0.31, 0.32, 0.9], undefined, 5)).toEqual([
      { from: 0.2, to: 0.4, count: 2 },
      { from: 0.4, to: 0.6, count: 0 },
      { from: 0.6, to: 0.8, count: 0 },
      { from: 0.8, to: 1, count: 1 },
    ]);
  });

  it('count every weight once, side by side', () => {
    const some = fc.array(fc.tuple(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.integer({ min: 1, max: 50 })), {
      minLength: 1,
    });
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 40 }), (weighted, wanted) => {
        const bins = binsOf(
          weighted.map(([value]) => value),
          weighted.map(([, weight]) => weight),
          wanted,
        );
        expect(total(bins)).toBe(weighted.reduce((sum, [, weight]) => sum + weight, 0));
        expect(follow(bins)).toBe(true);
        expect(bins.length).toBeLessThanOrEqual(wanted + 1);
      }),
    );
  });
});

describe('bins of sizes', () => {
  it('begin at the smallest and have whole ends', () => {
    expect(
      sizeBins(
        [
          [5, 2],
          [6, 1],
          [9, 4],
        ],
        3,
      ),
    ).toEqual([
      { from: 5, to: 7, count: 3 },
      { from: 7, to: 9, count: 0 },
      { from: 9, to: 11, count: 4 },
    ]);
  });
});

describe('fixed bins', () => {
  const anyLosses = fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 1, maxLength: 200 });

  it('have the same edges whatever the losses are, and hold multiples of k, fewer than k below what is there', () => {
    fc.assert(
      fc.property(anyLosses, fc.integer({ min: 2, max: 20 }), (losses, k) => {
        const told = fixedBins(binsOf(losses, undefined, 24), k);
        expect(told.map(({ from, to }) => [from, to])).toEqual(Array.from({ length: 20 }, (_, i) => [i / 10, (i + 1) / 10]));
        expect(told.filter(({ count }) => count % k !== 0)).toEqual([]);
        expect(losses.length - total(told)).toBeLessThanOrEqual(20 * (k - 1));
        expect(fixedBins(told, k)).toEqual(told);
      }),
    );
  });
});
