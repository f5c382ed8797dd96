import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import {
  byPitman,
  bySlidNegativeBinomial,
  byZayatz,
  type ClassSizes,
  logGamma,
  populationUniques,
} from '../../src/inspect/population-uniques.ts';

/** Sizes of classes, each with how many have it. */
const sizesOf = (keys: readonly number[]): ClassSizes => {
  const classes = new Map<number, number>();
  for (const key of keys) classes.set(key, (classes.get(key) ?? 0) + 1);
  const sizes = new Map<number, number>();
  for (const size of classes.values()) sizes.set(size, (sizes.get(size) ?? 0) + 1);
  return [...sizes].sort(([a], [b]) => a - b);
};

const uniquesIn = (sizes: ClassSizes): number => sizes.find(([size]) => size === 1)?.[1] ?? 0;

/** A population whose classes are of very different sizes: the key of a person is small more often than large. */
function drawn(people: number, heavy: number, sampled: number): { readonly true: number; readonly sample: ClassSizes } {
  const random = randomFrom(`people ${people} ${heavy}`);
  const uniform = () => (random.bits() + 0.5) / 4294967296;
  const keys = Array.from({ length: people }, () => Math.floor(uniform() ** -heavy));
  return { true: uniquesIn(sizesOf(keys)), sample: sizesOf(keys.filter(() => uniform() < sampled)) };
}

describe('population uniques', () => {
  it('by Zayatz are those of a small example worked out by hand', () => {
    // 4 of 8 people, two alone and one pair: P(once | 1) = 1/2, P(once | 2) = 2 * C(6,3) / C(8,4) = 40/70
    const alone = ((2 / 3) * 0.5) / ((2 / 3) * 0.5 + (1 / 3) * (40 / 70));
    expect(byZayatz([[1, 2], [2, 1]], 8)).toBeCloseTo(2 * alone * 2, 10); // biome-ignore format: pairs
  });

  it('of a sample that is everybody are its own', () => {
    const sizes: ClassSizes = [[1, 7], [2, 4], [9, 3]]; // biome-ignore format: pairs
    expect(bySlidNegativeBinomial(sizes, 42)).toBe(7);
    expect(byZayatz(sizes, 42)).toBeCloseTo(7, 6);
  });

  it('are none where nobody is alone in the sample', () => {
    for (const estimate of [byZayatz, byPitman, bySlidNegativeBinomial]) expect(estimate([[3, 10]], 300)).toBe(0);
    expect(populationUniques([[3, 10]], 0.1).uniques).toBe(0);
  });

  it.each([
    [20_000, 1, 0.05, 'pitman'],
    [20_000, 0.7, 0.1, 'pitman'],
    [20_000, 1, 0.5, undefined],
    [5_000, 0.5, 0.3, undefined],
  ] as const)('of %i people with tails of %d, seen to %d, are near the true ones', (people, heavy, sampled, by) => {
    const { true: truth, sample } = drawn(people, heavy, sampled);
    const found = populationUniques(sample, sampled);
    if (by !== undefined) expect(found.by).toBe(by);
    expect(found.uniques / truth).toBeGreaterThan(0.5);
    expect(found.uniques / truth).toBeLessThan(2);
  });
});

it('the logarithm of gamma is that of factorials', () => {
  let log = 0;
  for (let n = 1; n < 30; n++) {
    expect(logGamma(n)).toBeCloseTo(log, 9);
    log += Math.log(n);
  }
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 9);
});
