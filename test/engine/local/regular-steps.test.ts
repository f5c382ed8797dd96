import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usualStep } from '../../../src/engine/local/regular-steps.ts';

const moments = (...dates: readonly string[]): number[] => dates.map((date) => Date.parse(`${date}Z`) * 1000);
const hour = 3_600e6;

describe('the usual step between instants', () => {
  it('is the commonest, and those that differ are counted', () => {
    expect(usualStep([0, 1, 2, 4, 5, 9], 'number')).toEqual({ usual: '1', differ: 2 });
  });

  it('of decimals is what a person wrote, although their sums differ in the last bits', () => {
    const tenths = Array.from({ length: 11 }, (_, i) => i * 0.1);
    expect(usualStep(tenths, 'number')).toEqual({ usual: '0.1', differ: 0 });
  });

  it.each([
    [7 * 24 * hour, '1 week'],
    [48 * hour, '2 days'],
    [hour, '1 hour'],
    [90 * 60e6, '90 minutes'],
    [1e6, '1 second'],
    [0.5e6, '0.5 seconds'],
  ])('of %f microseconds is told in the largest unit that is whole', (step, told) => {
    expect(usualStep([0, step, 2 * step], 'clock')).toEqual({ usual: told, differ: 0 });
  });

  it('is a month where moments stand at the same day of theirs, or at the last one', () => {
    const firsts = moments('2024-01-01T08:00', '2024-02-01T08:00', '2024-03-01T08:00', '2024-04-01T08:00');
    const lasts = moments('2023-12-31T00:00', '2024-01-31T00:00', '2024-02-29T00:00', '2024-03-31T00:00');
    for (const places of [firsts, lasts]) expect(usualStep(places, 'moment')).toEqual({ usual: '1 month', differ: 0 });
    const quarters = moments('2024-01-15T00:00', '2024-04-15T00:00', '2024-07-15T00:00', '2024-11-15T00:00');
    expect(usualStep(quarters, 'moment')).toEqual({ usual: '3 months', differ: 1 });
  });

  it('is no month where the hour changes', () => {
    const places = moments('2024-01-01T08:00', '2024-02-01T09:00', '2024-03-01T08:00');
    expect(usualStep(places, 'moment').usual).not.toContain('month');
  });

  it('of a grid is that of the grid, wherever it begins and whatever instants are missing', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer(), fc.integer({ min: 4, max: 40 }), (step, from, count) => {
        const whole = Array.from({ length: count }, (_, i) => from + i * step);
        expect(usualStep(whole, 'number')).toEqual({ usual: String(step), differ: 0 });
        const gap = whole.toSpliced(1, 1);
        if (count > 4) expect(usualStep(gap, 'number')).toEqual({ usual: String(step), differ: 1 });
      }),
    ));
});
