import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/base/random.ts';
import { type Domain, drawQuery } from '../../../src/measure/series/range-query.ts';

const anyDomain: fc.Arbitrary<Domain> = fc
  .tuple(fc.integer({ min: -1000, max: 1000 }), fc.nat({ max: 5000 }), fc.boolean())
  .map(([least, span, whole]) => ({ least, most: least + span, whole }));

describe('a random range query', () => {
  it('asks two different columns, inside their domains, whole numbers of whole-number columns', () => {
    fc.assert(
      fc.property(fc.array(anyDomain, { minLength: 2, maxLength: 6 }), fc.nat(), (domains, seed) => {
        const ranges = drawQuery(domains, randomFrom(seed));
        expect(ranges[0].column).not.toBe(ranges[1].column);
        for (const { column, from, to } of ranges) {
          const { least, most, whole } = domains[column];
          expect(least <= from && from <= to && to <= most).toBe(true);
          if (whole) expect(Number.isInteger(from) && Number.isInteger(to)).toBe(true);
        }
      }),
    );
  });

  it('asks one range where there is one column', () => {
    const [range, everything] = drawQuery([{ least: 3, most: 9, whole: false }], randomFrom(1));
    expect(range.column).toBe(0);
    expect(everything).toEqual({ column: 0, from: -Number.MAX_VALUE, to: Number.MAX_VALUE });
  });

  it('is at most half a domain wide, and at least a twentieth unless the end of the domain cuts it', () => {
    const random = randomFrom('widths');
    for (const { column, from, to } of Array.from({ length: 2000 }, () => drawQuery(hundreds, random)).flat()) {
      const share = (to - from + (hundreds[column].whole ? 1 : 0)) / (hundreds[column].whole ? 101 : 100);
      expect(share).toBeLessThanOrEqual(0.505);
      if (from > 0 && to < 100) expect(share).toBeGreaterThanOrEqual(0.045);
    }
  });

  it('finds each value of a domain as often as any other, 20.7 % of the time', () => {
    for (const whole of [true, false]) {
      const random = randomFrom(`coverage ${whole}`);
      const draws = Array.from({ length: 20_000 }, () => drawQuery([{ least: 0, most: 100, whole }], random)[0]);
      for (const value of [0, 1, 50, 99, 100]) {
        const found = draws.filter(({ from, to }) => from <= value && value <= to).length;
        expect(Math.abs(found / draws.length - 0.207)).toBeLessThan(0.012); // four standard deviations
      }
    }
  });
});

const hundreds: readonly Domain[] = [
  { least: 0, most: 100, whole: true },
  { least: 0, most: 100, whole: false },
];
