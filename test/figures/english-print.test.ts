import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { englishPrint } from '../../src/figures/english-print.ts';
import { plain, printIn } from '../../src/figures/print.ts';
import { draws } from '../suite/draws.ts';

const intl = {
  decimal: new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 5 }),
  percent: new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 2 }),
  whole: new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 }),
  hundredths: new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 }),
  short: new Intl.NumberFormat('en-GB', { notation: 'compact', maximumSignificantDigits: 4 }),
};
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Any double, and those that people write: short ones, halves of a last digit, and the edges of thousands. */
const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc
    .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: -9, max: 12 }))
    .map(([n, e]) => Number(`${n}e${e}`)),
  fc.tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: -8, max: 14 })).map(([n, e]) => Number(`${n}5e${e}`)),
  fc.constantFrom(
    0,
    -0,
    999.94,
    999.95,
    999.96,
    999_950,
    999_949,
    9999.5,
    1e15,
    9.9995e15,
    1e21,
    0.004999,
    0.00005,
    -0.00001,
    1.005,
    1e-7,
  ),
);

describe('an English page', () => {
  it.each(['whole', 'decimal', 'percent', 'hundredths', 'short'] as const)('prints numbers as Intl does: %s', (form) => {
    fc.assert(
      fc.property(anyNumber, (value) => {
        expect(englishPrint[form](value)).toBe(intl[form].format(value));
      }),
      { numRuns: draws(3000) },
    );
  });

  it('prints dates as Intl does', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }), (day) => {
        expect(englishPrint.date(day.toISOString())).toBe(`${date.format(day)} UTC`);
      }),
      { numRuns: draws(300) },
    );
  });

  it('prints what is no number as Intl does', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      for (const form of ['whole', 'decimal', 'percent', 'short'] as const)
        expect(printIn('en-GB')[form](value)).toBe(intl[form].format(value));
    expect(plain.percent(Number.NaN)).toBe('NaN %');
    expect(plain.percent(0.12345)).toBe('12.35 %');
  });
});
