import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { blocks, mondrian, type ValueSpace } from '../../src/clusters/mondrian.ts';
import { ascending } from '../../src/frame/gather.ts';
import { blockOf } from '../../src/frame/matrix.ts';
import { groups, type Partition } from '../../src/frame/partition.ts';
import { tableOne } from '../families/series/examples.ts';
import {
  anyK,
  anyTable,
  columnsOf,
  counted,
  nominal,
  numbersFrom,
  numeric,
  spaceOf,
  spanOf,
  type Table,
  tableOf,
} from '../tables.ts';

const grouped = (table: Table, k: number): Partition => mondrian(spaceOf(table), ascending(table.rows), k);
const sizesOf = (partition: Partition): number[] => [...groups(partition)].map((group) => group.length);
const allRows = (partition: Partition): number[] => [...partition.rows].sort((a, b) => a - b);
const upTo = (rows: number): number[] => Array.from({ length: rows }, (_, row) => row);

describe('Mondrian on examples', () => {
  it("forms the groups of the paper's Table 2 from its Table 1", () => {
    expect(counted(grouped(tableOf(columnsOf(tableOne), []), 4))).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ]);
  });

  it('cuts along the widest column, after scaling', () => {
    const space: ValueSpace = { ...spaceOf(numeric([0, 1, 2, 3], [30, 10, 20, 0])), scales: [1, 0.01] };
    expect(counted(mondrian(space, ascending(4), 2))).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(counted(mondrian({ ...space, scales: [1, 1] }, ascending(4), 2))).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  it('takes the first of two columns that are equally wide', () => {
    expect(counted(grouped(numeric([0, 0, 5, 5], [0, 5, 0, 5]), 2))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('parts equal values, the lower rows going left', () => {
    const { rows, starts } = grouped(numeric([1, 1, 1, 1, 1, 9]), 2);
    expect([...rows]).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...starts]).toEqual([0, 4, 6]); // the first four are equal throughout: no cut would gain anything
  });

  it('leaves a group of exact twins whole', () => {
    expect(sizesOf(grouped(numeric(Array(50).fill(3), Array(50).fill(-1)), 2))).toEqual([50]);
  });

  it('cuts categories only between two of them, nearest the middle', () => {
    expect(counted(grouped(nominal([0, 0, 0, 1, 2, 2, 2, 2]), 2))).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ]);
  });

  it('goes on to a narrower column when the categories of the widest leave no border with k on both sides', () => {
    const space: ValueSpace = { ...spaceOf(tableOf([[4, 1, 3, 2]], [[0, 0, 0, 1]])), scales: [0.01, 1] };
    expect(counted(mondrian(space, ascending(4), 2))).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  it('answers one group of everybody when there are fewer than 2k rows, and none of nobody', () => {
    expect(sizesOf(grouped(numeric([1, 2, 3, 4, 5]), 3))).toEqual([5]);
    expect(sizesOf(grouped(numeric([1, 2]), 3))).toEqual([2]);
    expect([...mondrian(spaceOf(numeric([1])), ascending(0), 3).starts]).toEqual([0]);
  });
});

/** Why a group may stay: it is below 2k, or no column can part it with k on both sides. */
function isFinal({ columns, nominal: codes }: Table, group: Uint32Array, k: number): boolean {
  if (group.length < 2 * k) return true;
  return columns.every((column, c) => {
    const values = Float64Array.from(group, (row) => column[row]).sort();
    if (spanOf(values) === 0) return true;
    return codes[c] && values.every((value, i) => i < k || i > values.length - k || value === values[i - 1]);
  });
}

describe('Mondrian on any table', () => {
  it('keeps at least k rows in every group of a table that has k rows', () => {
    fc.assert(
      fc.property(anyTable, anyK, (table, k) => {
        fc.pre(table.rows >= k);
        const sizes = sizesOf(grouped(table, k));
        expect(sizes.length).toBeGreaterThan(0);
        for (const size of sizes) expect(size).toBeGreaterThanOrEqual(k);
      }),
    );
  });

  it('puts every row into exactly one group', () => {
    fc.assert(
      fc.property(anyTable, anyK, (table, k) => {
        const partition = grouped(table, k);
        expect(allRows(partition)).toEqual(upTo(table.rows));
        expect(partition.starts[0]).toBe(0);
        expect(partition.starts.at(-1)).toBe(table.rows);
      }),
    );
  });

  it('leaves no group that could be cut further', () => {
    fc.assert(
      fc.property(anyTable, anyK, (table, k) => {
        const final = [...groups(grouped(table, k))];
        expect(final).not.toEqual([]);
        for (const group of final) expect(isFinal(table, group, k)).toBe(true);
      }),
    );
  });

  it('makes every group k large but one, which takes the remainder, where every row differs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 200 }), anyK, fc.nat(), (rows, k, seed) => {
        fc.pre(rows >= k);
        const random = randomFrom(seed);
        const table = numeric(...[1, 2].map(() => upTo(rows).map(() => random.unit())));
        const sizes = sizesOf(grouped(table, k)).sort((a, b) => a - b);
        expect(sizes).toEqual([...Array(Math.floor(rows / k) - 1).fill(k), k + (rows % k)]);
      }),
    );
  });

  it('cuts one column into runs of its sorted values, lower rows first among equal ones', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 1, maxLength: 60 }), anyK, (values, k) => {
        const byValue = (a: number, b: number) => values[a] - values[b] || a - b;
        const inOrder = [...groups(grouped(numeric(values), k))].flatMap((group) => [...group].sort(byValue));
        expect(inOrder).toEqual(upTo(values.length).sort(byValue));
      }),
    );
  });

  it('never parts rows that agree in every category by a cut between categories', () => {
    const codes = fc.array(fc.tuple(fc.nat(3), fc.nat(2), fc.nat(1)), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(codes, anyK, (rows, k) => {
        const home = new Map<string, number>();
        const partition = grouped(nominal(...[0, 1, 2].map((c) => rows.map((row) => row[c]))), k);
        for (const [g, group] of [...groups(partition)].entries())
          for (const row of group) {
            expect(home.get(rows[row].join()) ?? g).toBe(g);
            home.set(rows[row].join(), g);
          }
      }),
    );
  });

  it('finds the few rows that differ in a large group of rows that are alike', () => {
    const rows = 3000;
    const table = numeric(upTo(rows).map((row) => (row % 1000 === 7 ? 100 : 0)));
    const apart = [...groups(grouped(table, 3))].filter((group) => group.some((row) => row % 1000 === 7));
    expect(apart.map((group) => [...group])).toEqual([[7, 1007, 2007]]);
  });

  it('groups some rows of a table like the table of those rows, and leaves the list it was given alone', () => {
    fc.assert(
      fc.property(anyTable, anyK, fc.nat(), (table, k, seed) => {
        const random = randomFrom(seed);
        const some = ascending(table.rows).filter(() => random.below(3) > 0);
        fc.pre(some.length > 0);
        const given = some.slice();
        const space = spaceOf(table);
        const inPlace = mondrian(space, given, k);
        const apart = mondrian({ ...space, matrix: blockOf(space.matrix, some) }, ascending(some.length), k);
        expect([...inPlace.rows]).toEqual([...apart.rows].map((place) => some[place]));
        expect(inPlace.starts).toEqual(apart.starts);
        expect(given).toEqual(some);
      }),
    );
  });

  it('is the same every time', () => {
    fc.assert(
      fc.property(anyTable, anyK, (table, k) => {
        expect(grouped(table, k)).toEqual(grouped(table, k));
      }),
    );
  });
});

describe('blocks', () => {
  const anyLargest = fc.integer({ min: 1, max: 40 });

  it('hold k rows at least, and at most as many as asked for or 2k - 1, every row once', () => {
    fc.assert(
      fc.property(anyTable, anyK, anyLargest, (table, k, largest) => {
        fc.pre(table.rows >= k);
        const partition = blocks(spaceOf(table), ascending(table.rows), k, largest);
        expect(allRows(partition)).toEqual(upTo(table.rows));
        for (const size of sizesOf(partition)) {
          expect(size).toBeGreaterThanOrEqual(k);
          expect(size).toBeLessThanOrEqual(Math.max(largest, 2 * k - 1));
        }
      }),
    );
  });

  it('stay that small where rows are alike, or differ only in a category too rare to be cut off', () => {
    const alike = numeric(Array(1000).fill(4));
    const rare = nominal([1, ...Array(999).fill(0)]);
    for (const table of [alike, rare])
      for (const size of sizesOf(blocks(spaceOf(table), ascending(table.rows), 5, 100))) expect(size).toBeLessThanOrEqual(100);
  });

  it('stay that small where the sample of a large table shows no difference', () => {
    const rows = 40_000;
    const table = numeric(upTo(rows).map((row) => (row % 9 === 1 ? 1 : 0)));
    const partition = blocks(spaceOf(table), ascending(rows), 5, 4096);
    expect(Math.max(...sizesOf(partition))).toBeLessThanOrEqual(4096);
    expect(allRows(partition)).toEqual(upTo(rows));
  });

  it('become groups that keep the same promise', () => {
    fc.assert(
      fc.property(anyTable, anyK, anyLargest, (table, k, largest) => {
        fc.pre(table.rows >= k);
        const space = spaceOf(table);
        const made = [...groups(blocks(space, ascending(table.rows), k, largest))].map((block) => mondrian(space, block, k));
        expect(made.flatMap(allRows).sort((a, b) => a - b)).toEqual(upTo(table.rows));
        for (const group of made.flatMap((partition) => [...groups(partition)])) {
          expect(group.length).toBeGreaterThanOrEqual(k);
          expect(isFinal(table, group, k)).toBe(true);
        }
      }),
    );
  });

  it('hold the promise where the widest column is found on a sample', () => {
    const random = randomFrom(5);
    const rows = 30_011;
    const table = tableOf([numbersFrom(random, rows), numbersFrom(random, rows)], [upTo(rows).map((row) => row % 7)]);
    const space = spaceOf(table);
    const partition = blocks(space, ascending(rows), 7, 4096);
    expect(allRows(partition)).toEqual(upTo(rows));
    expect(Math.max(...sizesOf(partition))).toBeLessThanOrEqual(4096);
    for (const block of groups(partition))
      for (const size of sizesOf(mondrian(space, block, 7))) expect(size).toBeGreaterThanOrEqual(7);
  });
});
