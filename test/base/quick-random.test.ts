import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quickBelow, quickBits, quickRandom } from '../../src/base/quick-random.ts';

it('draws the same numbers for the same seed, whatever the seed', () =>
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const [one, other] = [quickRandom(seed), quickRandom(seed)];
      for (let i = 0; i < 20; i++) expect(quickBits(one)).toBe(quickBits(other));
    }),
  ));

it('stays below its bound and reaches everything below it, about equally often', () => {
  const random = quickRandom(7);
  const counts = new Uint32Array(10);
  for (let i = 0; i < 100_000; i++) counts[quickBelow(random, 10)]++;
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
});

it('does not stand still at seed 0', () => {
  const random = quickRandom(0);
  expect(new Set(Array.from({ length: 100 }, () => quickBits(random))).size).toBe(100);
});
