import fc from 'fast-check';
import { randomFrom } from '../../src/base/random.ts';
import type { Points } from '../../src/clusters/points.ts';

export interface Cloud {
  readonly points: Points;
  readonly count: number;
}

/** Points from rows of coordinates. */
export function pointsOf(rows: readonly (readonly number[])[]): Points {
  const step = rows[0].length;
  return { values: Float32Array.from(rows.flat()), step, from: 0, to: step };
}

/** One to nine coordinates, some of them not used, with ties and twins. */
export const anyCloud: fc.Arbitrary<Cloud> = fc
  .record({
    seed: fc.nat(),
    count: fc.integer({ min: 1, max: 150 }),
    step: fc.integer({ min: 1, max: 9 }),
    skip: fc.nat(8),
    coarse: fc.boolean(),
  })
  .map(({ seed, count, step, skip, coarse }) => {
    const random = randomFrom(seed);
    const values = Float32Array.from({ length: count * step }, () => (coarse ? random.below(3) : random.normal()));
    return { points: { values, step, from: skip % step, to: step }, count };
  });

export const distance = ({ values, step, from, to }: Points, a: number, b: number): number => {
  let sum = 0;
  for (let c = from; c < to; c++) sum += (values[a * step + c] - values[b * step + c]) ** 2;
  return sum;
};

/** Four coordinates at a time, then those left over: the order of sums that kernels owe, to the last bit. */
export function squaredDistance({ values, step, from, to }: Points, a: number, b: number): number {
  const squareAt = (c: number) => (values[a * step + c] - values[b * step + c]) ** 2;
  let sum = 0;
  let c = from;
  for (; c + 4 <= to; c += 4) sum += squareAt(c) + squareAt(c + 1) + (squareAt(c + 2) + squareAt(c + 3));
  for (; c < to; c++) sum += squareAt(c);
  return sum;
}
