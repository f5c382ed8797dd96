import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phi, quantile } from '../../../src/families/series/normal.ts';
import { normalShare } from './losses.ts';

const breaksOf = (level: number): number[] => Array.from({ length: level - 1 }, (_, i) => quantile((i + 1) / level));

describe('phi', () => {
  it('is one half exactly at 0, so that the middle falls into the upper cell', () => {
    expect(phi(0)).toBe(0.5);
    expect(phi(-0)).toBe(0.5);
  });

  it('is the integral of the normal density', () => {
    fc.assert(
      fc.property(fc.double({ min: -6, max: 6, noNaN: true }), (z) => {
        expect(phi(z)).toBeCloseTo(normalShare(z), 9);
      }),
    );
    expect(phi(1)).toBeCloseTo(0.841344746068543, 14);
    expect(phi(-2)).toBeCloseTo(0.022750131948179, 14);
  });

  it('keeps its digits in the far tail, where one minus a half would lose them all', () => {
    expect(phi(-8) / 6.22096057427178e-16).toBeCloseTo(1, 6);
    expect(phi(-20) / 2.75362411860623e-89).toBeCloseTo(1, 6);
  });

  it('ends at 0 and 1', () => {
    expect([phi(-40), phi(40), phi(Number.NEGATIVE_INFINITY), phi(Number.POSITIVE_INFINITY)]).toEqual([0, 1, 0, 1]);
  });

  it('never falls as z grows, and mirrors at one half', () => {
    const anyZ = fc.double({ min: -30, max: 30, noNaN: true });
    fc.assert(
      fc.property(anyZ, anyZ, (a, b) => {
        if (a < b) expect(phi(a)).toBeLessThanOrEqual(phi(b) + 1e-15);
        expect(phi(a) + phi(-a)).toBeCloseTo(1, 14);
      }),
    );
  });
});

describe('quantile', () => {
  it('undoes phi', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }), (share) => {
        expect(phi(quantile(share))).toBeCloseTo(share, 13);
      }),
    );
  });

  it('gives the breaks of SAX at levels 3, 4 and 5', () => {
    const rounded = (level: number) => breaksOf(level).map((cut) => Number(cut.toFixed(4)) + 0);
    expect(rounded(2)).toEqual([0]);
    expect(rounded(3)).toEqual([-0.4307, 0.4307]);
    expect(rounded(4)).toEqual([-0.6745, 0, 0.6745]);
    expect(rounded(5)).toEqual([-0.8416, -0.2533, 0.2533, 0.8416]);
  });
});
