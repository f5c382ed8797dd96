import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Clustering, clusterKernel } from '../../src/clusters/cluster-kernel.ts';
import { lackOf, type ValueRule, type ValueTree, wholeOf } from '../../src/clusters/value-models.ts';
import { ascending } from '../../src/frame/gather.ts';
import { groups } from '../../src/frame/partition.ts';
import type { ManifestModel } from '../../src/release/manifest.ts';
import { allValues, reachedBy } from '../../src/verify/models/spread.ts';
import { draws } from '../suite/draws.ts';
import { anyExits, type Exit, spaceOf } from './spaces.ts';

const cargos = ['coal', 'milk', 'sand'];
/** Coal and sand are minerals. */
const paths = [
  [0, 0],
  [1, 0],
  [0, 0],
];
const tree: ValueTree = {
  parents: Uint32Array.of(3, 4, 3, 5, 5, 5),
  heights: Float64Array.of(0, 0, 0, 0.5, 0.5, 1),
};

type Share = readonly number[];

/** The share of each cargo, by records or by subjects whose records share one place. */
function sharesOf(exits: readonly Exit[], by: 'records' | 'subjects'): Share {
  const held = new Map<number, number>();
  for (const { vehicle } of exits) held.set(vehicle, (held.get(vehicle) ?? 0) + 1);
  const total = by === 'records' ? exits.length : held.size;
  return cargos.map((cargo) =>
    exits
      .filter((exit) => exit.cargo === cargo)
      .reduce((sum, { vehicle }) => sum + (by === 'records' ? 1 : 1 / (held.get(vehicle) ?? 1)) / total, 0),
  );
}

const sum = (some: Share): number => some.reduce((all, one) => all + one, 0);
const apart = (some: Share, others: Share): number => sum(some.map((one, i) => Math.abs(one - others[i])));

/** By definition, slowly. */
function keeps(rule: ValueRule, own: Share, whole: Share): boolean {
  const slip = 1e-9;
  const ranked = own.toSorted((a, b) => b - a);
  switch (rule.kind) {
    case 'distinct':
      return own.filter((share) => share > 0).length >= rule.l;
    case 'entropy':
      return -sum(own.map((share) => (share > 0 ? share * Math.log(share) : 0))) >= Math.log(rule.l) - slip;
    case 'recursive':
      return ranked[0] < rule.c * sum(ranked.slice(rule.l - 1)) + slip;
    case 'alpha':
      return ranked[0] <= rule.share + slip;
    case 'equal':
      return apart(own, whole) / 2 <= rule.t + slip;
    case 'ordered':
      return (
        sum(own.slice(1).map((_, i) => Math.abs(sum(own.slice(0, i + 1)) - sum(whole.slice(0, i + 1))))) / 2 <= rule.t + slip
      );
    case 'tree': {
      const minerals = ([coal, milk, sand]: Share) => [coal + sand, milk];
      return (apart(own, whole) + apart(minerals(own), minerals(whole))) / 4 <= rule.t + slip;
    }
    default:
      return rule satisfies never;
  }
}

const noWhole = { records: new Float64Array(3), subjects: new Float64Array(3) };
const anyRule: fc.Arbitrary<ValueRule> = fc.oneof(
  fc.record({ kind: fc.constant('distinct' as const), l: fc.constantFrom(2, 3) }),
  fc.record({ kind: fc.constant('entropy' as const), l: fc.constantFrom(1.3, 2, 2.5) }),
  fc.record({ kind: fc.constant('recursive' as const), l: fc.constantFrom(2, 3), c: fc.constantFrom(0.8, 1.5, 4) }),
  fc.record({ kind: fc.constant('alpha' as const), share: fc.constantFrom(0.5, 0.6, 0.8) }),
  fc.record({
    kind: fc.constantFrom('equal' as const, 'ordered' as const, 'tree' as const),
    t: fc.constantFrom(0.05, 0.2, 0.4),
    whole: fc.constant(noWhole),
    tree: fc.constant(tree),
  }),
);

describe.each(['local', 'hierarchy', 'kmeans', 'merge'] as const satisfies readonly Clustering[])(
  'groups by %s',
  (clustering) => {
    it('keep k subjects and every rule that all records keep, counted by records and by subjects', () => {
      fc.assert(
        fc.property(
          anyExits,
          fc.integer({ min: 2, max: 4 }),
          fc.array(anyRule, { minLength: 1, maxLength: 2 }),
          fc.constantFrom(12, 1000),
          (exits, k, rules, blockRows) => {
            const given = spaceOf(exits);
            const rows = ascending(exits.length);
            const codes = Uint32Array.from(exits, ({ cargo }) => cargos.indexOf(cargo));
            const whole = wholeOf({ codes, values: 3 }, rows, given.crowd.subjects);
            const models = rules.map((rule) => ({ rule: 'whole' in rule ? { ...rule, whole } : rule, codes, values: 3 }));
            const sound = (some: readonly Exit[]) =>
              (['records', 'subjects'] as const).every((by) =>
                rules.every(
                  (rule) =>
                    (rule.kind === 'distinct' && by === 'subjects') || keeps(rule, sharesOf(some, by), sharesOf(exits, by)),
                ),
              );
            fc.pre(new Set(exits.map(({ vehicle }) => vehicle)).size >= k && sound(exits));
            const input = {
              ...given,
              rows,
              k,
              clustering,
              effort: 'fast',
              residue: 'generic',
              blockRows,
              seed: 'seed',
              leaveOut: 0,
            } as const;
            for (const group of groups(clusterKernel.perform({ ...input, owed: { models, repeats: true } }))) {
              const members = [...group].map((row) => exits[row]);
              expect(new Set(members.map(({ vehicle }) => vehicle)).size).toBeGreaterThanOrEqual(k);
              expect(sound(members)).toBe(true);
            }
          },
        ),
        { numRuns: draws(60) },
      );
    });
  },
);

describe('distances', () => {
  const models = {
    equal: { model: 'closeness', column: 'a', t: 1, distance: 'equal' },
    ordered: { model: 'closeness', column: 'a', t: 1, distance: 'ordered' },
    tree: { model: 'closeness', column: 'a', t: 1, distance: 'hierarchy' },
  } as const satisfies Record<string, ManifestModel>;

  it('are those of the paper: nine salaries, and groups of three (Li, Li and Venkatasubramanian, ICDE 2007, §4.2)', () => {
    const all = allValues(Array(9).fill(1), undefined);
    expect(reachedBy(models.ordered, { places: [0, 1, 2], weights: [1, 1, 1] }, all)).toBeCloseTo(0.375, 9);
    expect(reachedBy(models.ordered, { places: [3, 5, 8], weights: [1, 1, 1] }, all)).toBeCloseTo(0.1667, 4);
  });

  it('are the same to makers and to the verifier, each by its own formula', () => {
    const anyCounts = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 3 })
      .filter((counts) => sum(counts) > 0);
    fc.assert(
      fc.property(
        anyCounts,
        anyCounts,
        fc.constantFrom('equal' as const, 'ordered' as const, 'tree' as const),
        (own, more, kind) => {
          const whole = own.map((count, i) => count + more[i]);
          const shares = Float64Array.from(whole, (count) => count / sum(whole));
          const rule = { kind, t: 1e-6, whole: { records: shares, subjects: shares }, tree };
          const made = lackOf(rule, { weights: Uint32Array.from(own), at: 0, values: 3, total: sum(own) }, 'records');
          const places = [0, 1, 2].filter((place) => own[place] > 0);
          const judged = reachedBy(models[kind], { places, weights: places.map((place) => own[place]) }, allValues(whole, paths));
          expect(made).toBeCloseTo(Math.max(0, judged - 1e-6), 9);
        },
      ),
      { numRuns: draws(100) },
    );
  });
});
