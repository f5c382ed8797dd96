import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPool } from '../../../src/base/pool.ts';
import { Refusal } from '../../../src/base/problem.ts';
import { randomFrom } from '../../../src/base/random.ts';
import { distinctHoldings } from '../../../src/clusters/holdings.ts';
import { mergeUntilKept } from '../../../src/clusters/merge-until-kept.ts';
import { shapesOf } from '../../../src/families/series/shapes.ts';
import { wordsOf } from '../../../src/families/series/words.ts';
import type { SeriesInput } from '../../../src/policy/policy-input.ts';
import { draws, itself, madeOnceOf } from '../../suite/draws.ts';
import { codesFrom, numbersFrom, twinned } from '../../tables.ts';
import { type Given, made, type PlainGroup, plain } from './made.ts';

interface Case {
  readonly given: Given & { readonly sensitive: readonly Float64Array[] };
  readonly policy: SeriesInput & { k: number; p: number; l: number; segments: number };
  readonly blockRows: number;
}

/** Values that follow from the series, values that do not, one column or two, blocks of a few rows. */
const anyCase: fc.Arbitrary<Case> = fc
  .record({
    seed: fc.nat(),
    length: fc.integer({ min: 1, max: 6 }),
    k: fc.integer({ min: 2, max: 7 }),
    more: fc.nat(120),
    part: fc.nat(),
    split: fc.nat(),
    codes: fc.nat(1),
    method: fc.constantFrom('naive' as const, 'kapra' as const),
    following: fc.boolean(),
    twins: fc.boolean(),
    blockRows: fc.constantFrom(1, 16, 4096),
  })
  .map(
    madeOnceOf(({ seed, length, k, more, part, split, codes, method, following, twins, blockRows }) => {
      const random = randomFrom(seed);
      const count = 2 * k + more;
      const series = Array.from({ length }, () => numbersFrom(random, count));
      const categories = Array.from({ length: codes }, () => codesFrom(random, count));
      if (twins) twinned([...series, ...categories], random);
      const sorted = [...series[0]].sort((a, b) => a - b);
      const band = series[0].map((value) => Math.floor((3 * sorted.indexOf(value)) / count));
      const sensitive = [following ? band : codesFrom(random, count), codesFrom(random, count)].slice(0, 1 + random.below(2));
      const most = Math.min(...sensitive.map((column) => new Set(column).size));
      return {
        given: { series, codes: categories, sensitive, decimals: series.map(() => 2) },
        policy: {
          method,
          k,
          p: 2 + (part % (k - 1)),
          l: Math.min(most, 2 + random.below(2)),
          segments: 1 + (split % length),
          residue: undefined,
        },
        blockRows,
      } as Case; // kapra's own settings stay at their defaults
    }),
  );

const groupsOf = madeOnceOf(async ({ given, policy, blockRows }: Case) => {
  const { residue: _, ...rest } = policy as SeriesInput & { residue?: undefined };
  return plain(await made(given, rest as SeriesInput, createPool(0), blockRows));
}, itself);

const forEveryCase = (check: (one: Case, groups: readonly PlainGroup[]) => void) =>
  fc.assert(
    fc.asyncProperty(anyCase, async (one) => {
      try {
        check(one, await groupsOf(one));
      } catch (error) {
        if (!(error instanceof Refusal) || one.policy.method !== 'kapra') throw error; // those left out may have had the only ones of a value
      }
    }),
    { numRuns: draws(75) },
  );

describe('diversity by merging', () => {
  it('has l values of every sensitive column in every leaf, and k and P as before', () =>
    forEveryCase(({ given: { sensitive }, policy: { k, p, l } }, groups) => {
      for (const { rows, leaves } of groups) {
        expect(rows.length).toBeGreaterThanOrEqual(k);
        for (const leaf of leaves) {
          expect(leaf.rows.length).toBeGreaterThanOrEqual(p);
          for (const column of sensitive) expect(new Set(leaf.rows.map((row) => column[row])).size).toBeGreaterThanOrEqual(l);
        }
      }
    }));

  it('releases whoever was released without it, each once', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ given, policy, blockRows }) => {
        const { residue: _, l, ...rest } = policy as typeof policy & { residue?: undefined };
        const settings = rest as SeriesInput; // what is left of it is whole
        const before = plain(await made(given, settings, createPool(0), blockRows));
        try {
          const after = plain(await made(given, { ...settings, l }, createPool(0), blockRows));
          const rowsOf = (groups: typeof after) => groups.flatMap(({ rows }) => rows).sort((a, b) => a - b);
          expect(rowsOf(after)).toEqual(rowsOf(before));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          expect(error.problems[0].code).toBe('policy/l-too-large');
        }
      }),
      { numRuns: draws(30) },
    );
  });

  it('publishes bands that hold every value of their group', () =>
    forEveryCase(({ given: { series } }, groups) => {
      for (const { rows, lower, upper } of groups)
        for (const [c, column] of series.entries())
          expect(rows.filter((row) => column[row] < lower[c] || column[row] > upper[c])).toEqual([]);
    }));

  it('leaves every record of KAPRA its own word', () =>
    forEveryCase(({ given: { series }, policy: { method, segments } }, groups) => {
      if (method !== 'kapra') return;
      const wordOf = wordsOf(
        shapesOf(
          series.map((column) => Float64Array.from(column)),
          segments,
        ),
      );
      const own = new Uint8Array(segments);
      for (const { rows, word, level } of groups.flatMap(({ leaves }) => leaves))
        for (const row of rows) {
          wordOf(row, level, own, 0);
          expect([...own]).toEqual(word);
        }
    }));

  it('changes nothing where every leaf has its values already', async () => {
    const random = randomFrom('enough');
    const series = Array.from({ length: 4 }, () => numbersFrom(random, 80));
    const sensitive = [Float64Array.from({ length: 80 }, (_, row) => row)];
    const policy: SeriesInput = { method: 'naive', k: 5, segments: 2 };
    const before = await made({ series, sensitive }, policy);
    expect(plain(await made({ series, sensitive }, { ...policy, l: 2 }))).toEqual(plain(before));
  });

  it('is refused with the largest l that can be met', async () => {
    const series = [Float64Array.from({ length: 12 }, (_, row) => row)];
    const sensitive = [series[0].map((row) => row % 2)];
    await expect(made({ series, sensitive }, { k: 3, segments: 1, l: 3 })).rejects.toMatchObject({
      problems: [{ code: 'policy/l-too-large', exit: 4, facts: { l: 3, most: 2 } }],
    });
  });
});

describe('units merged until they are diverse', () => {
  const unit = (place: number, ...codes: number[]) => ({ place, held: [codes] });
  const two = distinctHoldings([], 2);
  const distance = (a: { place: number }, b: { place: number }) => Math.abs(a.place - b.place);
  const joined = (a: ReturnType<typeof unit>, b: ReturnType<typeof unit>) =>
    unit(a.place, ...new Set([...a.held[0], ...b.held[0]]));

  it('join the nearest that has what they lack, and stay alone where they lack nothing', () => {
    const merged = mergeUntilKept([unit(0, 1), unit(1, 1), unit(5, 2), unit(6, 1, 2)], two, distance, joined);
    expect(merged.map(({ place, held }) => [place, ...held[0].toSorted()])).toEqual([
      [1, 1, 2],
      [6, 1, 2],
    ]);
  });

  it('cannot lack what nobody has', () => {
    expect(() => mergeUntilKept([unit(0, 1), unit(1, 1)], two, distance, joined)).toThrow('together keep');
  });
});
