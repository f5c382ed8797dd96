import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { floorTo, mostDecimals } from '../../src/release/grid.ts';
import { snapDown, snapGrid, snapUp, stepOf } from '../../src/release/snap.ts';
import { snapEnvelope } from '../../src/release/snap-envelope.ts';
import { draws } from '../suite/draws.ts';

/** A bound as the makers have it, on the grid of its decimals. */
const bound = fc.tuple(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.nat(6)).map(([value, wanted]) => {
  const decimals = Math.min(wanted, mostDecimals(Math.abs(value)));
  return { value: floorTo(value, decimals), decimals };
});
const band = fc.double({ min: 0, max: 1e9, noNaN: true });
const chosen = fc.oneof(
  fc.constant('auto' as const),
  fc
    .integer({ min: 1, max: 99999 })
    .chain((digits) => fc.integer({ min: -4, max: 3 }).map((power) => Number(`${digits}e${power}`))),
);

/** A decimal number as a fraction of a power of ten, without floating point. */
const exactly = (value: number, places: number): bigint => BigInt(value.toFixed(places).replace('.', ''));

describe('a grid for bounds', () => {
  it('moves a bound outward, by less than a step, to a multiple of it that is written without a slip', () => {
    fc.assert(
      fc.property(bound, band, chosen, ({ value, decimals }, meanBand, snap) => {
        const grid = snapGrid(snap, { decimals, meanBand, largest: Math.abs(value) });
        if (grid === undefined) return;
        const [down, up] = [snapDown(value, grid), snapUp(value, grid)];
        const places = Math.max(decimals, grid.decimals);
        const [step, low, at, high] = [grid.step, down, value, up].map((number) => exactly(number, places));
        expect(low <= at && at <= high).toBe(true);
        expect(at - low < step && high - at < step).toBe(true);
        expect(low % step === 0n && high % step === 0n).toBe(true);
        expect(down <= value && value <= up).toBe(true);
        for (const moved of [down, up]) expect(Number(moved.toFixed(grid.decimals))).toBe(moved);
        expect(Object.is(down, -0) || Object.is(up, -0)).toBe(false);
      }),
      { numRuns: draws(2000) },
    );
  });

  it('has a round step of about a twentieth of the mean band, and never a finer one than the decimals', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), fc.nat(9), (meanBand, decimals) => {
        const grid = snapGrid('auto', { decimals, meanBand, largest: 1 });
        if (grid === undefined) return;
        expect([1, 2, 5]).toContain(stepOf(grid.step).digits);
        expect(grid.step).toBeGreaterThanOrEqual(Number(`1e-${decimals}`));
        if (grid.step > Number(`1e-${decimals}`)) expect(Math.abs(Math.log((20 * grid.step) / meanBand))).toBeLessThan(0.47);
      }),
    );
  });

  it.each([
    ['auto', { decimals: 2, meanBand: 9.3, largest: 40 }, 0.5, 1],
    ['auto', { decimals: 0, meanBand: 9.3, largest: 40 }, 1, 0],
    ['auto', { decimals: 3, meanBand: 0, largest: 40 }, 0.001, 3],
    ['auto', { decimals: 0, meanBand: 4.1e7, largest: 1e9 }, 2e6, 0],
    ['auto', { decimals: 15, meanBand: 3e-12, largest: 1e-11 }, 2e-13, 13],
    [0.25, { decimals: 1, meanBand: 9, largest: 40 }, 0.25, 2],
    [20, { decimals: 2, meanBand: 9, largest: 40 }, 20, 0],
    [0.001, { decimals: 1, meanBand: 9, largest: 40 }, 0.1, 1],
  ] as const)('of %s for %o is %d', (snap, bounds, step, decimals) => {
    expect(snapGrid(snap, bounds)).toMatchObject({ step, decimals });
  });

  it('is none where a double no longer counts exactly, or none is wanted', () => {
    expect(snapGrid('auto', { decimals: 0, meanBand: 1e300, largest: 1e300 })).toBeUndefined();
    expect(snapGrid('auto', { decimals: 0, meanBand: Number.POSITIVE_INFINITY, largest: 1.7e308 })).toBeUndefined();
    expect(snapGrid('auto', { decimals: 0, meanBand: 100, largest: 2 ** 53 })).toBeUndefined();
    expect(snapGrid('off', { decimals: 0, meanBand: 100, largest: 40 })).toBeUndefined();
  });

  it('is one for all instants of a long release, and one for each column of a wide one', () => {
    const envelope = {
      columns: 3,
      lower: Float64Array.of(1.11, 2.22, 3.33),
      upper: Float64Array.of(2.13, 42.24, 903.35),
      decimals: [2, 2, 2],
    };
    expect(snapEnvelope(envelope, 'auto', 0)).toMatchObject({ snap: [0.05, 2, 50], decimals: [2, 0, 0] });
    expect(snapEnvelope(envelope, 'auto', 2)).toMatchObject({ snap: [1, 1, 50], decimals: [0, 0, 0] });
    expect(snapEnvelope(envelope, 'off', 0)).toBe(envelope);
  });
});
