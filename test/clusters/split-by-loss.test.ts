import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { mondrian, type ValueSpace } from '../../src/clusters/mondrian.ts';
import { splitByLoss } from '../../src/clusters/split-by-loss.ts';
import { ascending } from '../../src/frame/gather.ts';
import { groups, type Partition } from '../../src/frame/partition.ts';
import { sampleOf } from '../../src/samples/sample.ts';
import { draws } from '../suite/draws.ts';
import { anyK, anyTable, counted, nominal, numeric, spaceOf, spanOf, type Table, tableOf } from '../tables.ts';

const parted = (table: Table, least: number): Partition => splitByLoss(spaceOf(table), ascending(table.rows), least);
const sizesOf = (partition: Partition): number[] => [...groups(partition)].map((part) => part.length);
const allRows = ({ rows }: Partition): number[] => [...rows].sort((a, b) => a - b);
const upTo = (rows: number): number[] => Array.from({ length: rows }, (_, row) => row);

/** Root of the summed squares of the scaled widths of some rows, by its definition. */
function lossOf({ matrix, scales }: ValueSpace, rows: Iterable<number>): number {
  const squares = scales.map((scale, c) => {
    const values = Float64Array.from(rows, (row) => matrix.values[row * matrix.rowStep + c * matrix.columnStep]);
    return (spanOf(values) * scale) ** 2;
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
}

const totalOf = (space: ValueSpace, partition: Partition): number =>
  [...groups(partition)].reduce((sum, part) => sum + part.length * lossOf(space, part), 0);

describe('splitting by loss on examples', () => {
  it('cuts where the two sides lose least together, which need not be along the widest column', () => {
    const table = numeric([0, 10, 1, 9], [0, 0, 9, 9], [0, 0, 9, 9]);
    expect(counted(mondrian(spaceOf(table), ascending(4), 2))).toEqual([
      [1, 3],
      [2, 4],
    ]);
    expect(counted(parted(table, 2))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('takes the first of two columns whose halves lose the same', () => {
    expect(counted(parted(numeric([0, 0, 5, 5], [0, 5, 0, 5]), 2))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('parts equal values, the earlier rows going left', () => {
    const { rows, starts } = parted(numeric([1, 1, 1, 1, 1, 9]), 2);
    expect([[...rows], [...starts]]).toEqual([
      [0, 1, 2, 3, 4, 5],
      [0, 4, 6],
    ]);
  });

  it('leaves rows that are alike in all that counts together, and a column without scale does not count', () => {
    expect(sizesOf(parted(numeric(Array(50).fill(3), Array(50).fill(-1)), 2))).toEqual([50]);
    const space: ValueSpace = { ...spaceOf(numeric([1, 2, 3, 4])), scales: [0] };
    expect(sizesOf(splitByLoss(space, ascending(4), 2))).toEqual([4]);
  });

  it('cuts categories only between two of them, and goes on to another column where they leave no border', () => {
    expect(counted(parted(nominal([0, 0, 0, 1, 2, 2, 2, 2]), 2))).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ]);
    const space: ValueSpace = { ...spaceOf(tableOf([[4, 1, 3, 2]], [[0, 0, 0, 1]])), scales: [0.01, 1] };
    expect(counted(splitByLoss(space, ascending(4), 2))).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  it('answers one part of everybody below twice the least, and none of nobody', () => {
    expect(sizesOf(parted(numeric([1, 2, 3, 4, 5]), 3))).toEqual([5]);
    expect([...splitByLoss(spaceOf(numeric([1])), ascending(0), 3).starts]).toEqual([0]);
  });

  it('loses less than halving along the widest column alone', () => {
    const sample = sampleOf('walks', { rows: 2048, seed: 3, length: 10 });
    const space = spaceOf(tableOf(sample.block(0).slice(1) as Float64Array[], [])); // walks are numbers throughout
    const rows = ascending(sample.rows);
    for (const least of [2, 5]) {
      const saved = 1 - totalOf(space, splitByLoss(space, rows, least)) / totalOf(space, mondrian(space, rows, least));
      expect(saved).toBeGreaterThan(0.03);
    }
  });
});

describe('splitting any table by loss', () => {
  it('keeps at least P rows in every part of a table that has P rows, and every row in exactly one', () => {
    fc.assert(
      fc.property(anyTable, anyK, (table, least) => {
        fc.pre(table.rows >= least);
        const partition = parted(table, least);
        for (const size of sizesOf(partition)) expect(size).toBeGreaterThanOrEqual(least);
        expect(allRows(partition)).toEqual(upTo(table.rows));
        expect([partition.starts[0], partition.starts.at(-1)]).toEqual([0, table.rows]);
      }),
      { numRuns: draws(300) },
    );
  });

  it('leaves no part of numbers that could be cut further', () => {
    fc.assert(
      fc.property(anyTable, anyK, ({ columns, rows }, least) => {
        const table = { columns, rows, nominal: columns.map(() => false) };
        const space = spaceOf(table);
        for (const part of groups(splitByLoss(space, ascending(rows), least)))
          expect(part.length < 2 * least || lossOf(space, part) === 0).toBe(true);
      }),
    );
  });

  it('never loses more than the whole did', () => {
    fc.assert(
      fc.property(anyTable, anyK, (table, least) => {
        const space = spaceOf(table);
        const whole = table.rows * lossOf(space, upTo(table.rows));
        expect(totalOf(space, splitByLoss(space, ascending(table.rows), least))).toBeLessThanOrEqual(whole * (1 + 1e-12));
      }),
    );
  });

  it('never parts rows that agree in every category by a cut between categories', () => {
    const codes = fc.array(fc.tuple(fc.nat(3), fc.nat(2), fc.nat(1)), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(codes, anyK, (rows, least) => {
        const home = new Map<string, number>();
        const partition = parted(nominal(...[0, 1, 2].map((c) => rows.map((row) => row[c]))), least);
        for (const [g, part] of [...groups(partition)].entries())
          for (const row of part) {
            expect(home.get(rows[row].join()) ?? g).toBe(g);
            home.set(rows[row].join(), g);
          }
      }),
    );
  });

  it('keeps the promise in tables that are halved first, with many twins and many of one kind', () => {
    const random = randomFrom(8);
    const rows = 3011;
    const values = () => upTo(rows).map(() => random.below(3));
    for (const table of [numeric(values(), values()), nominal(values()), numeric(upTo(rows)), numeric(Array(rows).fill(4))]) {
      const partition = parted(table, 7);
      expect(allRows(partition)).toEqual(upTo(rows));
      for (const size of sizesOf(partition)) expect(size).toBeGreaterThanOrEqual(7);
    }
    expect(sizesOf(parted(numeric(upTo(rows)), 7)).sort((a, b) => a - b)).toEqual([...Array(429).fill(7), 8]);
  });

  it('splits some rows of a table like the table of those rows, leaves the list it was given alone, and is the same every time', () => {
    fc.assert(
      fc.property(anyTable, anyK, fc.nat(), (table, least, seed) => {
        const random = randomFrom(seed);
        const some = ascending(table.rows).filter(() => random.below(3) > 0);
        fc.pre(some.length > 0);
        const given = some.slice();
        const space = spaceOf(table);
        const own = spaceOf({ ...table, columns: table.columns.map((column) => Float64Array.from(some, (row) => column[row])) });
        const apart = splitByLoss({ ...own, scales: space.scales }, ascending(some.length), least);
        const inPlace = splitByLoss(space, given, least);
        expect([...inPlace.rows]).toEqual([...apart.rows].map((place) => some[place]));
        expect(inPlace.starts).toEqual(apart.starts);
        expect(given).toEqual(some);
        expect(splitByLoss(space, given, least)).toEqual(inPlace);
      }),
    );
  });
});
