import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../src/verify/series/answers.ts';
import type { SourceColumn } from '../../src/verify/source.ts';
import { draws } from '../suite/draws.ts';

const column = { sql: 'c', type: 'text', declared: { name: 'T1', role: 'series', kind: 'interval' } } as SourceColumn;

/** The least middle that half of all subjects have one up to, from all middles in their order. */
function middleInOrder(low: Float64Array, high: Float64Array, sizes: Float64Array): number {
  const groups = Array.from(low, (least, g) => ({ middle: least + (high[g] - least) / 2, size: sizes[g] }));
  const all = groups.reduce((sum, { size }) => sum + size, 0);
  let below = 0;
  for (const { middle, size } of groups.sort((a, b) => a.middle - b.middle)) {
    below += size;
    if (2 * below >= all) return middle;
  }
  return 0;
}

describe('what bands answer', () => {
  it('is asked at the middle that half of the subjects have a band up to, however bands lie', () => {
    const bound = fc.oneof(
      fc.constantFrom(0, 1, -1, 1e-300, 5e-324, -1e300, 1e308, 0.1),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
      fc.integer({ min: -5, max: 5 }),
    );
    const group = fc.record({ low: bound, width: fc.constantFrom(0, 0.5, 3, 1e6), size: fc.integer({ min: 1, max: 50 }) });
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 60 }), (groups) => {
        const low = Float64Array.from(groups, (one) => one.low);
        const high = Float64Array.from(groups, (one) => one.low + one.width);
        const sizes = Float64Array.from(groups, (one) => one.size);
        expect(answerOf(column, low, high, sizes).from).toBe(Number(middleInOrder(low, high, sizes).toPrecision(3)));
      }),
      { numRuns: draws(2000) },
    );
  });

  it('is asked there however far apart bands lie', () => {
    const far = Float64Array.of(-1.5e308, 1.5e308, 1.5e308); // their distance is more than any number
    expect(answerOf(column, far, far, Float64Array.of(1, 1, 1)).from).toBe(1.5e308);
    expect(answerOf(column, far, far, Float64Array.of(3, 1, 1)).from).toBe(-1.5e308);
  });
});
