import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acrossValues } from '../../src/clusters/across-values.ts';
import { noValue } from '../../src/frame/value-codes.ts';
import { anyCloud, pointsOf } from './points.ts';

describe('points nearer where values lie apart', () => {
  it('leave out that direction, and keep every other', () => {
    const rows = [
      [0, 1],
      [0, 5],
      [8, 1],
      [8, 5],
    ];
    const moved = acrossValues(pointsOf(rows), [Uint32Array.of(0, 0, 1, 1)], 0.5);
    expect([...moved.values]).toEqual([0, 1, 0, 5, 4, 1, 4, 5]);
  });

  it('take no part in what is not one of their coordinates, nor where nobody has a value or all have one', () =>
    fc.assert(
      fc.property(anyCloud, fc.constantFrom(0, 1, noValue), ({ points, count }, code) => {
        const codes = Uint32Array.from({ length: count }, (_, row) => (code === 1 ? row % 2 : code));
        const moved = acrossValues(points, [codes], 1);
        expect(points.values).not.toBe(moved.values);
        for (let i = 0; i < points.values.length; i++) {
          const used = i % points.step >= points.from && i % points.step < points.to;
          if (!used || code !== 1) expect(moved.values[i]).toBe(points.values[i]);
        }
      }),
    ));

  it('have the means of two values on one spot, where all of the direction is left out', () =>
    fc.assert(
      fc.property(anyCloud, ({ points, count }) => {
        fc.pre(count >= 2);
        const codes = Uint32Array.from({ length: count }, (_, row) => row % 2);
        const { values, step, from, to } = acrossValues(points, [codes], 1);
        for (let c = from; c < to; c++) {
          const meanOf = (code: number) => {
            const own = [...codes.keys()].filter((row) => codes[row] === code);
            return own.reduce((sum, row) => sum + values[row * step + c], 0) / own.length;
          };
          expect(Math.abs(meanOf(0) - meanOf(1))).toBeLessThan(1e-4);
        }
      }),
    ));
});
