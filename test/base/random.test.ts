import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Random, randomFrom, shuffle } from '../../src/base/random.ts';

const anySeed = fc.oneof(fc.integer(), fc.string());
const drawn = (count: number, draw: () => number): number[] => Array.from({ length: count }, draw);

describe('a random stream', () => {
  it('never changes for a seed: releases made again must not differ', () => {
    expect(drawn(5, randomFrom(7).bits)).toEqual([1514314330, 1569067434, 1735076685, 3815352082, 3686578084]);
    expect(drawn(5, randomFrom(7).fork('block 12').bits)).toEqual([516141418, 1811007591, 997373006, 3658599686, 936653297]);
    const named = randomFrom('shoal');
    expect(drawn(3, named.unit)).toEqual([0.654864466718739, 0.24624763766713242, 0.33497117310183]);
    drawn(2, named.unit);
    expect(drawn(5, () => named.below(100))).toEqual([82, 38, 78, 45, 94]);
    const normals = [0.4163596601291028, -0.3485519833883913, 0.35393057562312835, 1.5947887467136146, 0.13982452043384472];
    for (const expected of normals) expect(named.normal()).toBeCloseTo(expected, 12); // sines may differ by a bit between versions of V8
  });

  it('does not change a million draws in', () => {
    const random = randomFrom(7);
    for (let i = 0; i < 1_000_000; i++) random.bits();
    expect(drawn(5, random.bits)).toEqual([1140747654, 146853067, 4148074006, 181139573, 2697394250]);
  });

  it('forks by name, whatever was drawn before', () => {
    fc.assert(
      fc.property(anySeed, fc.string(), fc.nat(50), (seed, name, before) => {
        const used = randomFrom(seed);
        drawn(before, used.bits);
        expect(drawn(20, used.fork(name).bits)).toEqual(drawn(20, randomFrom(seed).fork(name).bits));
      }),
    );
  });

  it('is not moved on by a fork or by what the fork draws', () => {
    const forked = randomFrom(1);
    drawn(30, forked.fork('a').normal);
    expect(drawn(20, forked.bits)).toEqual(drawn(20, randomFrom(1).bits));
  });

  it('has other numbers under another seed or another name', () => {
    fc.assert(
      fc.property(anySeed, anySeed, fc.string(), fc.string(), (seed, other, name, otherName) => {
        fc.pre(String(seed) !== String(other) && name !== otherName);
        const first = drawn(4, randomFrom(seed).fork(name).bits);
        expect(drawn(4, randomFrom(other).fork(name).bits)).not.toEqual(first);
        expect(drawn(4, randomFrom(seed).fork(otherName).bits)).not.toEqual(first);
        expect(drawn(4, randomFrom(seed).bits)).not.toEqual(first);
      }),
    );
  });

  it('shows no correlation between neighbouring forks', () => {
    const [a, b] = ['block 1', 'block 2'].map((name) => drawn(20_000, randomFrom(3).fork(name).normal));
    const products = a.map((value, i) => value * b[i]);
    expect(Math.abs(mean(products))).toBeLessThan(4 / Math.sqrt(20_000));
  });
});

describe('below', () => {
  it('stays below its bound', () => {
    fc.assert(
      fc.property(anySeed, fc.integer({ min: 1, max: 2 ** 32 }), (seed, bound) => {
        const random = randomFrom(seed);
        for (const value of drawn(20, () => random.below(bound))) {
          expect(Number.isInteger(value) && value >= 0 && value < bound).toBe(true);
        }
      }),
    );
  });

  it.each([3, 7, 10, 64])('gives each of %i values its share', (bound) => {
    expect(chiSquare(randomFrom(`bound ${bound}`), bound)).toBeLessThan(bound + 5 * Math.sqrt(2 * bound));
  });

  it('does not favour small numbers under a bound that does not divide 2^32', () => {
    const random = randomFrom(5);
    const bound = 3 * 2 ** 30; // a plain remainder would give the lowest third half of all draws
    const low = drawn(20_000, () => random.below(bound)).filter((value) => value < 2 ** 30).length;
    expect(Math.abs(low / 20_000 - 1 / 3)).toBeLessThan(0.02);
  });
});

it('draws units in [0, 1) with mean one half', () => {
  const units = drawn(50_000, randomFrom(11).unit);
  expect(units.every((unit) => unit >= 0 && unit < 1)).toBe(true);
  expect(Math.abs(mean(units) - 0.5)).toBeLessThan(0.01);
});

it('draws normals with mean 0 and variance 1', () => {
  const normals = drawn(50_000, randomFrom(12).normal);
  expect(Math.abs(mean(normals))).toBeLessThan(0.02);
  expect(Math.abs(mean(normals.map((value) => value * value)) - 1)).toBeLessThan(0.03);
});

describe('shuffle', () => {
  it('gives a permutation', () => {
    fc.assert(
      fc.property(anySeed, fc.uint32Array({ maxLength: 200 }), (seed, items) => {
        const shuffled = shuffle(Uint32Array.from(items), randomFrom(seed));
        expect(shuffled.toSorted()).toEqual(items.toSorted());
      }),
    );
  });

  it('gives every order of three its share', () => {
    const random = randomFrom(9);
    const seen = new Map<string, number>();
    for (let i = 0; i < 6000; i++) {
      const order = shuffle(Uint32Array.of(0, 1, 2), random).join();
      seen.set(order, (seen.get(order) ?? 0) + 1);
    }
    expect(seen.size).toBe(6);
    for (const count of seen.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function chiSquare(random: Random, bound: number): number {
  const expected = 1000;
  const counts = new Float64Array(bound);
  for (let i = 0; i < expected * bound; i++) counts[random.below(bound)]++;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
