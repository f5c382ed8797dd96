import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPool } from '../../../src/base/pool.ts';
import { Refusal } from '../../../src/base/problem.ts';
import { randomFrom } from '../../../src/base/random.ts';
import type { SeriesInput } from '../../../src/policy/policy-input.ts';
import { draws, madeOnceOf } from '../../suite/draws.ts';
import { codesFrom, numbersFrom, twinned } from '../../tables.ts';
import { type Given, made, plain } from './made.ts';

type Model = 'entropy' | 'recursive' | 'alpha' | 'equal' | 'ordered' | 'distinct';

interface Case {
  readonly given: Given & { readonly sensitive: readonly Float64Array[] };
  readonly settings: SeriesInput;
  readonly model: Model;
  readonly least: { readonly k: number; readonly p: number; readonly l: number };
  readonly limit: number;
  readonly blockRows: number;
}

const column = 'sensitive 0';

const settingsOf = (model: Model, limit: number): Partial<SeriesInput> => {
  switch (model) {
    case 'distinct':
      return { diversity: { column, l: limit } };
    case 'entropy':
      return { diversity: { column, kind: 'entropy', l: limit } };
    case 'recursive':
      return { diversity: { column, kind: 'recursive', l: 2, c: limit } };
    case 'alpha':
      return { alpha: { column, share: limit } };
    default:
      return { closeness: { column, t: limit, distance: model } };
  }
};

/** Limits that are tight and loose, so that some are out of reach. */
const limits: Readonly<Record<Model, readonly number[]>> = {
  distinct: [2, 3],
  entropy: [1.2, 1.9, 2.5],
  recursive: [0.8, 1.5, 4],
  alpha: [0.5, 0.7, 0.9],
  equal: [0.05, 0.2, 0.4],
  ordered: [0.03, 0.1, 0.3],
};

const anyCase: fc.Arbitrary<Case> = fc
  .record({
    seed: fc.nat(),
    length: fc.integer({ min: 1, max: 5 }),
    k: fc.integer({ min: 2, max: 6 }),
    more: fc.nat(90),
    part: fc.nat(),
    method: fc.constantFrom('naive' as const, 'kapra' as const, 'prism' as const),
    model: fc.constantFrom(...(Object.keys(limits) as Model[])),
    tight: fc.nat(2),
    l: fc.constantFrom(1, 2),
    following: fc.boolean(),
    twins: fc.boolean(),
    blockRows: fc.constantFrom(1, 16, 4096),
  })
  .map(
    madeOnceOf(({ seed, length, k, more, part, method, model, tight, l, following, twins, blockRows }) => {
      const random = randomFrom(seed);
      const count = 2 * k + more;
      const series = Array.from({ length }, () => numbersFrom(random, count));
      if (twins) twinned(series, random);
      const sorted = [...series[0]].sort((a, b) => a - b);
      const band = series[0].map((value) => Math.floor((4 * sorted.indexOf(value)) / count));
      const sensitive = [following ? band : codesFrom(random, count)];
      const limit = limits[model][tight % limits[model].length];
      const p = 2 + (part % (k - 1));
      const effort = method === 'prism' ? { effort: 'fast' as const } : {};
      const settings = { method, k, p, l, segments: 1 + (part % length), ...effort, ...settingsOf(model, limit) } as SeriesInput; // each key is of its method
      return {
        given: { series, sensitive: sensitive.map((own) => Float64Array.from(own)), decimals: series.map(() => 2) },
        ...{ settings, model, least: { k, p, l }, limit, blockRows },
      };
    }),
  );

const sharesOf = (codes: readonly number[], values: number): readonly number[] =>
  Array.from({ length: values }, (_, value) => codes.filter((code) => code === value).length / codes.length);

/** The definitions, word by word: whether some records keep a promise beside all that are published. */
function keeps(model: Model, limit: number, codes: readonly number[], all: readonly number[]): boolean {
  const there = [...new Set(all)].sort((a, b) => a - b);
  const own = sharesOf(
    codes.map((code) => there.indexOf(code)),
    there.length,
  );
  const whole = sharesOf(
    all.map((code) => there.indexOf(code)),
    there.length,
  );
  const ranked = own.toSorted((a, b) => b - a);
  const slip = 1e-9;
  switch (model) {
    case 'distinct':
      return new Set(codes).size >= limit;
    case 'entropy':
      return -own.reduce((sum, share) => sum + (share > 0 ? share * Math.log(share) : 0), 0) >= Math.log(limit) - slip;
    case 'recursive':
      return ranked[0] < limit * ranked.slice(1).reduce((sum, share) => sum + share, 0) + slip;
    case 'alpha':
      return ranked[0] <= limit + slip;
    case 'equal':
      return own.reduce((sum, share, v) => sum + Math.abs(share - whole[v]), 0) / 2 <= limit + slip;
    case 'ordered': {
      let [carried, distance] = [0, 0];
      for (let v = 0; v + 1 < own.length; v++) {
        carried += own[v] - whole[v];
        distance += Math.abs(carried);
      }
      return own.length < 2 || distance / (own.length - 1) <= limit + slip;
    }
    default:
      return model satisfies never;
  }
}

describe('models of the values behind one pattern', () => {
  it('are kept by every leaf and group of every method, beside k, P and l; or by nobody at all', () =>
    fc.assert(
      fc.asyncProperty(anyCase, async ({ given, settings, model, least, limit, blockRows }) => {
        const codes = (rows: readonly number[]) => rows.map((row) => given.sensitive[0][row]);
        try {
          const groups = plain(await made(given, settings, createPool(0), blockRows));
          const all = codes(groups.flatMap(({ rows }) => rows));
          if (!keeps(model, limit, all, all)) return; // the plan, or a gate, refuses what not even all of them keep
          for (const { rows, leaves } of groups) {
            expect(rows.length).toBeGreaterThanOrEqual(least.k);
            expect(keeps(model, limit, codes(rows), all)).toBe(true);
            for (const leaf of leaves) {
              expect(leaf.rows.length).toBeGreaterThanOrEqual(least.p);
              expect(new Set(codes(leaf.rows)).size).toBeGreaterThanOrEqual(least.l);
              expect(keeps(model, limit, codes(leaf.rows), all)).toBe(true);
            }
          }
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      }),
      { numRuns: draws(120) },
    ));

  it('cost nothing where every leaf keeps them already', async () => {
    const random = randomFrom('even');
    const series = Array.from({ length: 4 }, () => numbersFrom(random, 80));
    const sensitive = [Float64Array.from({ length: 80 }, (_, row) => row)];
    for (const method of ['naive', 'kapra', 'prism'] as const) {
      const policy: SeriesInput = { method, k: 5, p: 2, segments: 2, ...(method === 'prism' ? { effort: 'fast' } : {}) }; // with models nothing is compared
      const before = await made({ series, sensitive }, policy);
      const after = await made({ series, sensitive }, { ...policy, diversity: { column, l: 2 } });
      expect(plain(after).map(({ rows }) => rows)).toEqual(plain(before).map(({ rows }) => rows));
    }
  });
});
