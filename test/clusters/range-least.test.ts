import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leastBetween, readyForLeast } from '../../src/clusters/range-least.ts';

it('the least of a stretch is the least of its numbers', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 70 }),
      fc.nat(),
      fc.nat(),
      (numbers, a, b) => {
        const first = Math.min(a % numbers.length, b % numbers.length);
        const last = Math.max(a % numbers.length, b % numbers.length);
        expect(leastBetween(readyForLeast(numbers), first, last)).toBe(Math.min(...numbers.slice(first, last + 1)));
      },
    ),
  );
});
