import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/base/random.ts';
import { neighbours } from '../../../src/clusters/neighbours.ts';
import { searchBlock } from '../../../src/families/series/prism/prism.ts';
import { halvedGroups, microaggregate } from '../../../src/families/series/prism/prism-formation.ts';
import { arrangementOf, objectiveOf, openGroups, type PrismGroups } from '../../../src/families/series/prism/prism-groups.ts';
import { jointPoints, type Records } from '../../../src/families/series/prism/prism-points.ts';
import { search } from '../../../src/families/series/prism/prism-search.ts';
import {
  exchange,
  exchangeChange,
  exchangeLeaves,
  leafExchangeChange,
  leafMoveChange,
  move,
  moveChange,
} from '../../../src/families/series/prism/prism-trials.ts';
import { ascending } from '../../../src/frame/gather.ts';

const unit = 0.5;

interface Case {
  readonly records: Records;
  readonly k: number;
  readonly p: number;
  readonly seed: number;
  readonly weights: { readonly value: number; readonly shape: number };
  readonly codes: Uint32Array;
}

/** Values and shapes, ties and twins, some records without shape, k from 2 on, any P up to k. */
const anyCase: fc.Arbitrary<Case> = fc
  .record({
    seed: fc.nat(),
    k: fc.integer({ min: 2, max: 7 }),
    part: fc.nat(),
    more: fc.nat(80),
    values: fc.integer({ min: 1, max: 6 }),
    segments: fc.integer({ min: 1, max: 4 }),
    coarse: fc.boolean(),
    shape: fc.constantFrom(0, 0.5, 4),
  })
  .map(({ seed, k, part, more, values, segments, coarse, shape }) => {
    const random = randomFrom(seed);
    const count = k + more;
    const coordinates = new Float32Array(count * (values + segments));
    const flat = new Uint8Array(count);
    for (let r = 0; r < count; r++) {
      flat[r] = random.below(5) === 0 ? 1 : 0;
      const at = r * (values + segments);
      for (let c = 0; c < values; c++) coordinates[at + c] = coarse ? random.below(3) : random.normal();
      const drawn = Array.from({ length: segments }, () => random.normal());
      const length = Math.hypot(...drawn);
      for (let i = 0; i < segments; i++) coordinates[at + values + i] = flat[r] === 1 ? 0 : (unit * drawn[i]) / length;
    }
    const codes = Uint32Array.from({ length: count }, () => random.below(3));
    return {
      records: { coordinates, values, segments, flat },
      k,
      p: 2 + (part % (k - 1)),
      seed,
      weights: { value: 1, shape },
      codes,
    };
  });

/** What the search lowers, from its definition: widths of bands, lengths of sums of shapes, records without shape among others. */
function objectiveByHand(groups: PrismGroups, { value, shape }: Case['weights']): number {
  const { records, leafOf, groupOfLeaf } = groups;
  const { coordinates, values, segments, flat } = records;
  const step = values + segments;
  const all = [...leafOf.keys()];
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
  const column = (members: readonly number[], c: number) => members.map((record) => coordinates[record * step + c]);
  const ofGroups = [...new Set(groupOfLeaf)].map((g) => {
    const members = all.filter((record) => groupOfLeaf[leafOf[record]] === g);
    const widths = Array.from({ length: values }, (_, c) => Math.max(...column(members, c)) - Math.min(...column(members, c)));
    return members.length * Math.sqrt(sumOf(widths.map((width) => width ** 2)) / values);
  });
  const ofLeaves = [...groupOfLeaf.keys()].map((leaf) => {
    const members = all.filter((record) => leafOf[record] === leaf);
    const flats = members.filter((record) => flat[record] === 1).length;
    const length = Math.hypot(...Array.from({ length: segments }, (_, i) => sumOf(column(members, values + i))));
    return length - (flats === members.length ? 0 : unit * flats);
  });
  return value * sumOf(ofGroups) - shape * sumOf(ofLeaves);
}

const scalesOf = ({ weights, records }: Case) => ({ weights, unit, anyFlat: records.flat.includes(1) });

describe('a trial', () => {
  it('foretells the change of the objective: exchanges and moves, between groups and inside one', () =>
    fc.assert(
      fc.property(anyCase, fc.nat(), (one, draw) => {
        const { records, k, p, weights } = one;
        const groups = openGroups(records, halvedGroups(records, { k, p }), k);
        const scales = scalesOf(one);
        const random = randomFrom(draw);
        for (let trial = 0; trial < 20; trial++) {
          const [a, b] = [random.below(records.flat.length), random.below(records.flat.length)];
          const { groupOf, leafOf, leafSizes, sizes, room } = groups;
          if (leafOf[a] === leafOf[b]) continue;
          const before = objectiveByHand(groups, weights);
          const apart = groupOf[a] !== groupOf[b];
          const mayMove = leafSizes[leafOf[a]] > p && (!apart || (sizes[groupOf[a]] > k && sizes[groupOf[b]] < room));
          if (mayMove && random.below(2) === 0) {
            const leaf = leafOf[b];
            const change = apart ? moveChange({ groups, scales }, a, leaf) : leafMoveChange({ groups, scales }, a, leaf);
            move(groups, a, leaf);
            expect(objectiveByHand(groups, weights) - before).toBeCloseTo(change, 3);
          } else if (apart) {
            const change = exchangeChange({ groups, scales }, a, b, Number.POSITIVE_INFINITY);
            exchange(groups, a, b);
            expect(objectiveByHand(groups, weights) - before).toBeCloseTo(change, 3);
          } else {
            const change = leafExchangeChange({ groups, scales }, a, b);
            exchangeLeaves(groups, a, b);
            expect(objectiveByHand(groups, weights) - before).toBeCloseTo(change, 3);
          }
          expect(objectiveOf(groups, weights, unit)).toBeCloseTo(objectiveByHand(groups, weights), 3);
        }
      }),
    ));

  it('gives up only what could not pass', () =>
    fc.assert(
      fc.property(anyCase, fc.nat(), fc.double({ min: -2, max: 2, noNaN: true }), (one, draw, limit) => {
        const groups = openGroups(one.records, halvedGroups(one.records, one), one.k);
        const random = randomFrom(draw);
        const [a, b] = [random.below(one.records.flat.length), random.below(one.records.flat.length)];
        if (groups.groupOf[a] === groups.groupOf[b]) return;
        const whole = exchangeChange({ groups, scales: scalesOf(one) }, a, b, Number.POSITIVE_INFINITY);
        expect(exchangeChange({ groups, scales: scalesOf(one) }, a, b, limit) < limit).toBe(whole < limit);
      }),
    ));
});

describe('the search', () => {
  const searchedFrom = (one: Case, trials: number, l = 1): { before: number; groups: PrismGroups } => {
    const { records, k, p, weights, seed, codes } = one;
    const rules = { k, p, ...(l > 1 ? { diversity: { codes: [codes], l } } : {}) };
    const groups = openGroups(records, halvedGroups(records, rules), k);
    const before = objectiveOf(groups, weights, unit);
    const near = neighbours(jointPoints(records), records.flat.length, Math.min(8, records.flat.length - 1));
    search(groups, { nearest: near, rules, scales: scalesOf(one) }, { trials, warmth: 0.5, seed }, () => 0);
    return { before, groups };
  };

  it('never raises the objective', () =>
    fc.assert(
      fc.property(anyCase, fc.integer({ min: 1, max: 60 }), (one, trials) => {
        const { before, groups } = searchedFrom(one, trials);
        expect(objectiveOf(groups, one.weights, unit)).toBeLessThanOrEqual(before);
      }),
    ));

  it('leaves k in every group and P in every leaf, and the books right', () =>
    fc.assert(
      fc.property(anyCase, (one) => {
        const { groups } = searchedFrom(one, 40);
        const { members, groupStarts, leafStarts } = arrangementOf(groups);
        for (let g = 0; g + 1 < groupStarts.length; g++)
          expect(groupStarts[g + 1] - groupStarts[g]).toBeGreaterThanOrEqual(one.k);
        for (let leaf = 0; leaf + 1 < leafStarts.length; leaf++)
          expect(leafStarts[leaf + 1] - leafStarts[leaf]).toBeGreaterThanOrEqual(one.p);
        expect([...members].sort((a, b) => a - b)).toEqual([...ascending(one.records.flat.length)]);
        expect(objectiveOf(groups, one.weights, unit)).toBeCloseTo(objectiveByHand(groups, one.weights), 3);
      }),
    ));

  it('leaves l distinct values in every leaf that had them', () =>
    fc.assert(
      fc.property(anyCase, (one) => {
        fc.pre(new Set(one.codes).size >= 2);
        const { members, leafStarts } = arrangementOf(searchedFrom(one, 40, 2).groups);
        for (let leaf = 0; leaf + 1 < leafStarts.length; leaf++) {
          const own = members.subarray(leafStarts[leaf], leafStarts[leaf + 1]);
          expect(new Set([...own].map((record) => one.codes[record])).size).toBeGreaterThanOrEqual(2);
        }
      }),
    ));

  it('lowers the objective by more than a tenth on points without order', () => {
    const random = randomFrom('search');
    const coordinates = Float32Array.from({ length: 600 * 5 }, () => random.normal());
    const records = { coordinates, values: 4, segments: 1, flat: new Uint8Array(600) };
    const one = { records, k: 5, p: 5, seed: 1, weights: { value: 1, shape: 0 }, codes: new Uint32Array(600) };
    const { before, groups } = searchedFrom(one, 400);
    expect(objectiveOf(groups, one.weights, unit)).toBeLessThan(0.9 * before);
  });
});

describe('a block', () => {
  const now = 1_000_000;
  const blockOf = (one: Case, trials: number, deadline?: number) => {
    const { records, k, p, weights, seed } = one;
    const { members, ...starts } = halvedGroups(records, { k, p });
    const schedule = { trials, warmth: 0.5, seed, deadline };
    return searchBlock({ records, rows: members, rules: { k, p }, unit, ...starts, weights, schedule }, () => now);
  };
  const objective = ({ value, shape }: { value: number; shape: number }, { weights }: Case) =>
    weights.value * value + weights.shape * shape;

  it('is never worse for a longer search than without any', () =>
    fc.assert(
      fc.property(anyCase, (one) => {
        const none = blockOf(one, 0);
        for (const trials of [5, 50])
          expect(objective(blockOf(one, trials), one)).toBeLessThanOrEqual(objective(none, one) + 1e-6);
      }),
    ));

  it('is as it was formed where the time is over', () =>
    fc.assert(
      fc.property(anyCase, (one) => {
        const { members } = halvedGroups(one.records, one);
        const late = blockOf(one, 50, now - 1);
        for (let leaf = 0; leaf + 1 < late.leafStarts.length; leaf++) {
          const of = (rows: Uint32Array) =>
            [...rows.subarray(late.leafStarts[leaf], late.leafStarts[leaf + 1])].sort((a, b) => a - b);
          expect(of(late.members)).toEqual(of(members));
        }
      }),
    ));

  it('is the same for the same seed', () =>
    fc.assert(
      fc.property(anyCase, (one) => {
        expect(blockOf(one, 20)).toEqual(blockOf(one, 20));
      }),
    ));

  it('may start from microaggregation, whose groups also have k and leaves P', () =>
    fc.assert(
      fc.property(anyCase, (one) => {
        const { groupStarts, leafStarts } = microaggregate(one.records, one);
        for (let g = 0; g + 1 < groupStarts.length; g++)
          expect(groupStarts[g + 1] - groupStarts[g]).toBeGreaterThanOrEqual(one.k);
        for (let leaf = 0; leaf + 1 < leafStarts.length; leaf++)
          expect(leafStarts[leaf + 1] - leafStarts[leaf]).toBeGreaterThanOrEqual(one.p);
      }),
    ));
});
