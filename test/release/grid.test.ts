import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrixOf } from '../../src/frame/matrix.ts';
import { ceilTo, floorTo, mostDecimals, ownDecimals } from '../../src/release/grid.ts';
import { draws } from '../suite/draws.ts';

const anyDecimals = fc.integer({ min: 0, max: 15 });

/** A number, and decimal places that still print it without a slip. */
const anyPrintable = fc
  .tuple(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e14, max: 1e14 }), anyDecimals)
  .map(([value, decimals]) => ({ value, decimals: Math.min(decimals, mostDecimals(Math.abs(value))) }));

describe('floorTo and ceilTo', () => {
  it('never leave a value outside its band', () => {
    fc.assert(
      fc.property(anyPrintable, ({ value, decimals }) => {
        expect(floorTo(value, decimals)).toBeLessThanOrEqual(value);
        expect(ceilTo(value, decimals)).toBeGreaterThanOrEqual(value);
      }),
      { numRuns: draws(2000) },
    );
  });

  it('go outward by less than one step', () => {
    fc.assert(
      fc.property(anyPrintable, ({ value, decimals }) => {
        const stepsFrom = (bound: number, steps: number) => (Math.round(bound * 10 ** decimals) + steps) / 10 ** decimals;
        expect(stepsFrom(floorTo(value, decimals), 1)).toBeGreaterThan(value);
        expect(stepsFrom(ceilTo(value, decimals), -1)).toBeLessThan(value);
      }),
      { numRuns: draws(2000) },
    );
  });

  it('leave what lies on the grid where it is, and answer what lies on it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 49), max: 2 ** 49 }), anyDecimals, (steps, decimals) => {
        const value = steps / 10 ** decimals;
        fc.pre(decimals <= mostDecimals(Math.abs(value)));
        expect(floorTo(value, decimals)).toBe(value);
        expect(ceilTo(value, decimals)).toBe(value);
      }),
      { numRuns: draws(2000) },
    );
    fc.assert(
      fc.property(anyPrintable, ({ value, decimals }) => {
        for (const bound of [floorTo(value, decimals), ceilTo(value, decimals)])
          expect(Number(bound.toFixed(decimals))).toBe(bound);
      }),
    );
  });

  it('print no negative zero', () => {
    for (const value of [-0, 0, -0.004, 0.004])
      for (const bound of [floorTo(value, 1), ceilTo(value, 1)]) expect(Object.is(bound, -0)).toBe(false);
  });

  it('keep whole numbers of any size', () => {
    for (const value of [2 ** 53, -(2 ** 60), 1e300, -1e300]) {
      expect(floorTo(value, 0)).toBe(value);
      expect(ceilTo(value, 0)).toBe(value);
    }
  });

  it.each([
    [0.1 + 0.2, 1, 0.3, 0.4],
    [-2.345, 2, -2.35, -2.34],
    [1.005, 2, 1, 1.01], // 1.00499…
    [7, 0, 7, 7],
    [-0.5, 0, -1, 0],
  ])('%d to %i decimals is %d and %d', (value, decimals, low, high) => {
    expect([floorTo(value, decimals), ceilTo(value, decimals)]).toEqual([low, high]);
  });
});

describe('ownDecimals', () => {
  const own = (...values: readonly number[]) =>
    ownDecimals(matrixOf([Float64Array.from(values)]), 0, mostDecimals(Math.max(...values.map(Math.abs))));

  it('is the least number of places that writes every value exactly', () => {
    expect(own(1, 2, 3)).toBe(0);
    expect(own(1, 2.5, 3.25)).toBe(2);
    expect(own(-0.001, 12)).toBe(3);
    expect(own(0.1 + 0.2)).toBeGreaterThan(14); // nobody wrote it so: it is rounded outward
  });

  it('writes values that were read from decimal text exactly', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 5 })), { minLength: 1 }),
        (cells) => {
          const values = cells.map(([digits, places]) => Number(`${digits}e-${places}`));
          const decimals = own(...values);
          expect(decimals).toBeLessThanOrEqual(Math.max(...cells.map(([, places]) => places)));
          for (const value of values) expect(Number(value.toFixed(decimals))).toBe(value);
        },
      ),
    );
  });
});

it('mostDecimals leaves 15 digits in all', () => {
  expect([0, 1, 50, 1e5, 1e9, 2 ** 50, 1e300].map(mostDecimals)).toEqual([15, 15, 13, 10, 6, 0, 0]);
});
