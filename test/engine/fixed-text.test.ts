import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestFixed, putFixed } from '../../src/formats/fixed-text.ts';
import { ceilTo, floorTo, mostDecimals } from '../../src/release/grid.ts';
import { draws } from '../suite/draws.ts';

/** The text of a number, between bytes that must stay as they are. */
function printed(value: number, decimals: number): string {
  const bytes = Buffer.alloc(longestFixed + 20, '~');
  const end = putFixed(bytes, 10, value, decimals);
  expect(end - 10).toBeLessThanOrEqual(longestFixed);
  expect(bytes.toString('latin1').replace(/[^~]/g, '')).toBe('~'.repeat(longestFixed + 20 - (end - 10)));
  expect(bytes[end]).toBe(bytes[9]);
  return bytes.toString('latin1', 10, end);
}

describe('putFixed', () => {
  it('prints what reads back as the same number, for every number of decimals on the grid', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
        fc.integer({ min: 0, max: 15 }),
        (value, wished) => {
          const decimals = Math.min(wished, mostDecimals(Math.abs(value) + 1));
          for (const bound of [floorTo(value, decimals), ceilTo(value, decimals)]) {
            const text = printed(bound, decimals);
            expect(Number(text)).toBe(bound);
            expect(text).toMatch(decimals === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${decimals}}$`));
          }
        },
      ),
      { numRuns: draws(3000) },
    );
  });

  it('prints as toFixed does', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 6 }), (digits, decimals) => {
        const value = Number(`${digits}e-${decimals}`);
        expect(printed(value, decimals)).toBe(value.toFixed(decimals).replace(/^-(?=[0.]*$)/, ''));
      }),
      { numRuns: draws(2000) },
    );
  });

  it('prints the last whole numbers that a double can tell apart', () => {
    for (let below = 1; below < 100; below++) expect(printed(2 ** 53 - below, 0)).toBe(String(2 ** 53 - below));
  });

  it('prints whole numbers of any size to the last digit', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const whole = Math.trunc(value) + 0;
        expect(printed(whole, 0)).toBe(BigInt(whole).toString());
      }),
    );
    expect(printed(-Number.MAX_VALUE, 0).length).toBe(310);
  });

  it('prints decimals beyond what whole steps can count, as a curve of fifteen digits has them', () => {
    expect(printed(123.456789012345, 14)).toBe('123.45678901234500');
    expect(printed(-123456789.123456, 8)).toBe('-123456789.12345600');
    expect(printed(1e30, 2)).toBe('1000000000000000019884624838656.00');
    expect(printed(281474976710655.5, 2)).toBe('281474976710655.50');
  });

  it.each([
    [0, 0, '0'],
    [-0, 2, '0.00'],
    [-0.5, 1, '-0.5'],
    [9, 0, '9'],
    [10, 0, '10'],
    [999.999, 3, '999.999'],
    [-0.001, 3, '-0.001'],
    [0.1, 15, '0.100000000000000'],
  ])('prints %d with %i decimals as %s', (value, decimals, text) => {
    expect(printed(value, decimals)).toBe(text);
  });
});
