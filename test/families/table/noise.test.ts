import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom, shuffle } from '../../../src/base/random.ts';
import { noisyCounts, subjectKeys, weightsOf } from '../../../src/families/table/noise.ts';
import { mostVariance } from '../../../src/policy/noise.ts';
import { tableOf } from '../../../src/verify/table/cell-noise.ts';
import { draws } from '../../suite/draws.ts';

const anyNoise = fc.integer({ min: 1, max: 30 }).chain((most) => {
  const largest = Math.floor(100 * Math.min(mostVariance(most), 99)) / 100;
  return fc.integer({ min: 50, max: Math.floor(100 * largest) }).map((hundredths) => ({
    most,
    variance: Number((hundredths / 100).toPrecision(3)) <= largest ? Number((hundredths / 100).toPrecision(3)) : 0.5,
  }));
});

describe('the table of noise', () => {
  it('has mean 0, the variance that was asked for, and falls on both sides', () => {
    fc.assert(
      fc.property(anyNoise, (noise) => {
        const weights = weightsOf(noise);
        expect(weights).toHaveLength(noise.most + 1);
        expect(weights.reduce((sum, weight, i) => sum + (i === 0 ? weight : 2 * weight), 0)).toBe(65_536);
        const variance = weights.reduce((sum, weight, i) => sum + 2 * i * i * weight, 0) / 65_536;
        expect(Math.abs(variance - noise.variance)).toBeLessThan(0.0001 * (1 + noise.most ** 3));
        for (let i = 1; i < weights.length; i++) expect(weights[i]).toBeLessThanOrEqual(weights[i - 1] + noise.most); // the rest that rounding leaves
      }),
    );
  });

  it('is the one that the verifier works out by itself', () => {
    fc.assert(
      fc.property(anyNoise, (noise) => {
        const weights = weightsOf(noise);
        expect(tableOf(noise)).toEqual(
          Array.from({ length: 2 * noise.most + 1 }, (_, i) => [i - noise.most, weights[Math.abs(i - noise.most)]]),
        );
      }),
      { numRuns: draws(2000) },
    );
  });

  it('is that of two coins where it goes to 1 and varies by a half', () => {
    expect(weightsOf({ most: 1, variance: 0.5 })).toEqual([32_768, 16_384]);
  });
});

const secret = '00f1e2d3c4b5a69788796a5b4c3d2e1f';

/** Groups of distinct subjects, each with some records; rows of the table lie in any order. */
function anyCells(groups: readonly (readonly number[])[], repeats: (i: number) => number, seed: string) {
  const members = groups.flatMap((subjects, g) =>
    subjects.flatMap((subject, i) => Array.from({ length: repeats(i) }, () => ({ subject, g }))),
  );
  const order = shuffle(
    Uint32Array.from(members, (_, i) => i),
    randomFrom(seed),
  );
  const rows = groups.map((_, g) => [...order].filter((row) => members[row].g === g));
  const starts = [0];
  for (const own of rows) starts.push(starts[starts.length - 1] + own.length);
  return {
    counts: Uint32Array.from(groups, (subjects) => subjects.length),
    partition: { rows: Uint32Array.from(rows.flat()), starts: Uint32Array.from(starts) },
    crowd: { subjects: Uint32Array.from(members, ({ subject }) => subject), size: 60 },
  };
}

const keys = subjectKeys(
  Array.from({ length: 60 }, (_, i) => `person ${i}`),
  secret,
);

describe('counts with noise', () => {
  const anyGroups = fc.array(fc.uniqueArray(fc.nat(59), { minLength: 12, maxLength: 40 }), { minLength: 1, maxLength: 8 });

  it('are the same for the same subjects, whatever their order and however many records they have', () => {
    fc.assert(
      fc.property(anyGroups, fc.string(), fc.string(), (groups, one, other) => {
        const noise = { most: 5, variance: 4, keys };
        const plain = anyCells(groups, () => 1, one);
        const told = noisyCounts(plain.counts, plain.partition, plain.crowd, noise);
        const again = anyCells(
          groups.map((subjects) => [...subjects].reverse()),
          (i) => 1 + (i % 3),
          other,
        );
        expect(noisyCounts(again.counts, again.partition, again.crowd, noise)).toEqual(told);
        const alone = anyCells([groups[groups.length - 1]], () => 1, one);
        expect(noisyCounts(alone.counts, alone.partition, alone.crowd, noise)[0]).toBe(told[groups.length - 1]);
      }),
    );
  });

  it('stay within the bounds, are right on average, and vary as much as was said', () => {
    const random = randomFrom('cells');
    for (const noise of [
      { most: 1, variance: 0.5 },
      { most: 3, variance: 2 },
      { most: 5, variance: 10 },
      { most: 20, variance: 6.25 },
    ]) {
      const groups = Array.from({ length: 20_000 }, () => {
        const subjects = shuffle(
          Uint32Array.from({ length: 60 }, (_, i) => i),
          random,
        );
        return [...subjects.subarray(0, 25 + random.below(10))];
      });
      const starts = groups.reduce<number[]>(
        (ends, own, i) => {
          ends.push(ends[i] + own.length);
          return ends;
        },
        [0],
      );
      const rows = groups.flat();
      const counts = Uint32Array.from(groups, ({ length }) => length);
      const told = noisyCounts(
        counts,
        { rows: Uint32Array.from(rows, (_, i) => i), starts: Uint32Array.from(starts) },
        { subjects: Uint32Array.from(rows), size: 60 },
        { ...noise, keys },
      );
      const differences = Array.from(told, (count, i) => count - counts[i]);
      const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
      const variance = differences.reduce((sum, one) => sum + one * one, 0) / differences.length;
      expect(Math.max(...differences.map(Math.abs))).toBeLessThanOrEqual(noise.most);
      expect(Math.abs(mean)).toBeLessThan(4.5 * Math.sqrt(noise.variance / 20_000));
      expect(Math.abs(variance / noise.variance - 1)).toBeLessThan(0.06);
    }
  });

  it('differ between keys, and hang on who is counted', () => {
    const noise = { most: 5, variance: 9 };
    const groups = Array.from({ length: 200 }, (_, g) => Array.from({ length: 20 }, (_, i) => (7 * g + i) % 60));
    const { counts, partition, crowd } = anyCells(groups, () => 1, 'x');
    const told = noisyCounts(counts, partition, crowd, { ...noise, keys });
    const others = subjectKeys(
      Array.from({ length: 60 }, (_, i) => `person ${i}`),
      secret.replace('0', '1'),
    );
    const differently = noisyCounts(counts, partition, crowd, { ...noise, keys: others });
    expect(told.filter((count, g) => count !== differently[g]).length).toBeGreaterThan(100);
    const oneLess = anyCells(
      groups.map((subjects) => subjects.slice(1)),
      () => 1,
      'x',
    );
    const without = noisyCounts(oneLess.counts, oneLess.partition, oneLess.crowd, { ...noise, keys });
    expect(told.filter((count, g) => count - 1 !== without[g]).length).toBeGreaterThan(100);
  });
});
