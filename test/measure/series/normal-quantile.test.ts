import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../../../src/measure/series/normal-quantile.ts';

const breaks = (level: number) => Array.from({ length: level - 1 }, (_, i) => normalQuantile((i + 1) / level));
const medians = (level: number) => Array.from({ length: level }, (_, j) => normalQuantile((j + 0.5) / level));
const close = (actual: number[], expected: number[]) => {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i], 4);
  });
};

describe('the normal quantile', () => {
  it('cuts the cells of SAX levels where the tables of Lin et al. do', () => {
    close(breaks(3), [-0.4307, 0.4307]);
    close(breaks(4), [-0.6745, 0, 0.6745]);
    close(breaks(5), [-0.8416, -0.2533, 0.2533, 0.8416]);
  });

  it('gives the cells their medians', () => {
    close(medians(2), [-0.6745, 0.6745]);
    close(medians(3), [-0.9674, 0, 0.9674]);
    close(medians(4), [-1.1503, -0.3186, 0.3186, 1.1503]);
    close(medians(5), [-1.2816, -0.5244, 0, 0.5244, 1.2816]);
  });

  it('knows reference values in the middle, on the shoulder and in the tail', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
    expect(normalQuantile(0.001)).toBeCloseTo(-3.090232306167813, 14);
    expect(normalQuantile(1e-20)).toBeCloseTo(-9.26234008979841, 13);
  });

  it('is the inverse of the distribution for the symbols of all levels', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 255 }), fc.nat(), (level, drawn) => {
        const p = ((drawn % level) + 0.5) / level;
        const x = normalQuantile(p);
        const rounding = 4 * 2 ** -53; // of the distribution as computed here
        expect(Math.abs(distribution(x) - p)).toBeLessThan(rounding + 1e-15 * Math.abs(x) * density(x));
      }),
    );
  });
});

const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/** Marsaglia, Journal of Statistical Software 11(4) 2004: a series of terms of one sign. */
function distribution(x: number): number {
  let sum = x;
  let term = x;
  for (let i = 3; Math.abs(term) > 1e-18 * Math.abs(sum); i += 2) sum += term *= (x * x) / i;
  return 0.5 + sum * density(x);
}
