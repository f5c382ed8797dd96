import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutsOf } from '../../../src/measure/series/cuts.ts';
import { gridOf } from '../../../src/measure/series/grid.ts';
import { trueCounts } from '../../../src/measure/series/query-counts.ts';
import { estimates } from '../../../src/measure/series/query-estimates.ts';
import type { RangeQuery } from '../../../src/measure/series/range-query.ts';
import { releaseOf, tableOf } from './releases.ts';
import { leaf } from './table-one.ts';

describe('true counts', () => {
  it('are those of comparing every released row with every query', () => {
    fc.assert(
      fc.property(anyTable, fc.array(anyQuery, { minLength: 1, maxLength: 12 }), fc.nat(), (records, queries, seed) => {
        const leaves = Int32Array.from(records, (_, row) => ((row + seed) % 5 === 0 ? -1 : 0));
        const grid = gridOf(releaseOf(records, [[leaf([...records.keys()], 'a', 1)]]), 3);
        const rows = { values: tableOf(records).values, rowStep: 3, instants: 3, leaves };
        const { counts } = trueCounts.perform({ ...rows, cuts: cutsOf(queries, grid), from: 0, to: records.length });
        const found = (query: RangeQuery) =>
          records.filter((record, row) => leaves[row] === 0 && query.every((range) => isIn(record, range)));
        expect([...counts]).toEqual(queries.map((query) => found(query).length));
      }),
    );
  });
});

describe('estimates', () => {
  it('are the sums of size times share times share', () => {
    fc.assert(
      fc.property(
        fc.array(anyEnvelope, { minLength: 1, maxLength: 200 }),
        fc.array(anyQuery, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        (groups, queries, whole) => {
          const { sums } = estimatesOf(groups, queries, whole);
          queries.forEach((query, q) => {
            const shares = groups.map(
              (group) => group.size * query.reduce((all, range) => all * shareOf(group, range, whole), 1),
            );
            const expected = shares.reduce((sum, share) => sum + share, 0);
            expect(sums[q]).toBeCloseTo(expected, 9);
          });
        },
      ),
    );
  });

  it('count points of whole numbers and lengths of others', () => {
    const group = { size: 10, low: [0, 0, 0], high: [4, 4, 4] };
    const query: RangeQuery = [
      { column: 0, from: 3, to: 9 },
      { column: 1, from: -1, to: 5 },
    ];
    expect(estimatesOf([group], [query], true).sums[0]).toBeCloseTo(10 * (2 / 5), 12);
    expect(estimatesOf([group], [query], false).sums[0]).toBeCloseTo(10 * (1 / 4), 12);
  });
});

interface Group {
  readonly size: number;
  readonly low: readonly number[];
  readonly high: readonly number[];
}

const anyValue = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.constant(0));
const anyTable = fc.array(fc.tuple(anyValue, anyValue, anyValue), { minLength: 1, maxLength: 300 });
const anyQuery: fc.Arbitrary<RangeQuery> = fc
  .tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 }), anyValue, anyValue, anyValue, anyValue)
  .map(([one, other, a, b, c, d]) => [
    { column: one, from: Math.min(a, b), to: Math.max(a, b) },
    { column: other, from: Math.min(c, d), to: Math.max(c, d) },
  ]);
const anyEnvelope: fc.Arbitrary<Group> = fc
  .tuple(fc.tuple(anyValue, anyValue, anyValue), fc.tuple(anyWidth(), anyWidth(), anyWidth()), fc.integer({ min: 1, max: 9 }))
  .map(([low, widths, size]) => ({ size, low, high: low.map((bound, c) => bound + widths[c]) }));

function anyWidth(): fc.Arbitrary<number> {
  return fc.nat({ max: 10 });
}

function isIn(record: readonly number[], { column, from, to }: RangeQuery[number]): boolean {
  return from <= record[column] && record[column] <= to;
}

function shareOf({ low, high }: Group, { column, from, to }: RangeQuery[number], whole: boolean): number {
  const [lower, upper] = [low[column], high[column]];
  if (lower > to || upper < from) return 0;
  const overlap = Math.min(upper, to) - Math.max(lower, from);
  if (whole) return (overlap + 1) / (upper - lower + 1);
  return lower === upper ? 1 : overlap / (upper - lower);
}

function estimatesOf(groups: readonly Group[], queries: readonly RangeQuery[], whole: boolean) {
  const starts = [0];
  for (const { size } of groups) starts.push(starts[starts.length - 1] + size);
  const bounds = (side: 'low' | 'high') => Float64Array.from(groups.flatMap((group) => [...group[side], 7])); // 7: a quasi-identifier
  const envelope = { columns: 4, lower: bounds('low'), upper: bounds('high'), decimals: [0, 0, 0, 0] };
  const release = { ...releaseOf([[0]], [[leaf([0], 'a', 1)]]), envelope };
  return estimates.perform({
    starts: Uint32Array.from(starts),
    lower: envelope.lower,
    upper: envelope.upper,
    stride: 4,
    whole: [whole, whole, whole],
    cuts: cutsOf(queries, gridOf(release, 3)),
    askedRanges: Float64Array.from(queries.flatMap((query) => query.flatMap(({ from, to }) => [from, to]))),
    askedColumns: Uint32Array.from(queries.flatMap((query) => query.map(({ column }) => column))),
    from: 0,
    to: groups.length,
  });
}
