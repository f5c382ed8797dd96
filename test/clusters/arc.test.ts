import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arcOf } from '../../src/clusters/arc.ts';

const bits = (hours: readonly number[]): number => hours.reduce((set, hour) => set | (1 << hour), 0);
const anyHours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 24 });

describe('the shortest run of hours', () => {
  it('holds every hour, and no shorter run does', () => {
    fc.assert(
      fc.property(anyHours, (hours) => {
        const { start, length } = arcOf(bits(hours));
        const within = (from: number, size: number) => hours.every((hour) => (hour - from + 24) % 24 < size);
        expect(within(start, length)).toBe(true);
        for (let from = 0; from < 24; from++) expect(within(from, length - 1)).toBe(false);
      }),
    );
  });

  it.each([
    [[12, 13, 17], 12, 6],
    [[23, 0], 23, 2],
    [[22, 2], 22, 5],
    [[5], 5, 1],
    [[...Array(24).keys()], 0, 24],
  ])('of %j begins at %i and has %i', (hours, start, length) => {
    expect(arcOf(bits(hours))).toEqual({ start, length });
  });
});
