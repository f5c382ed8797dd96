import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/base/random.ts';
import { type CutTree, cellSql, cellsIn, cutCells, joinSmallCells } from '../../../src/engine/spark/series/cut-cells.ts';
import { draws } from '../../suite/draws.ts';
import { numbersFrom } from '../../tables.ts';

const cellOf = (tree: CutTree, row: readonly number[]): number =>
  'cell' in tree ? tree.cell : cellOf(row[tree.column] < tree.below ? tree.left : tree.right, row);

describe('cells', () => {
  it('hold everybody, and as many rows as asked once small ones are joined', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 40, max: 400 }), fc.integer({ min: 1, max: 4 }), (seed, rows, length) => {
        const random = randomFrom(seed);
        const columns = Array.from({ length }, () => numbersFrom(random, rows));
        const tree = cutCells(
          columns,
          columns.map(() => 1),
          rows,
          30,
        );
        const countsOf = (by: CutTree) => {
          const counts = new Map<number, number>();
          for (let row = 0; row < rows; row++) {
            const cell = cellOf(
              by,
              columns.map((column) => column[row]),
            );
            counts.set(cell, (counts.get(cell) ?? 0) + 1);
          }
          return counts;
        };
        const counts = countsOf(tree);
        expect([...counts.keys()].every((cell) => cell < cellsIn(tree))).toBe(true);
        const joined = joinSmallCells(tree, counts, 10);
        const after = countsOf(joined);
        expect(after.size).toBe(cellsIn(joined));
        if (after.size > 1) expect(Math.min(...after.values())).toBeGreaterThanOrEqual(10);
      }),
      { numRuns: draws(100) },
    );
  });

  it('are of about equal size where values differ', () => {
    const random = randomFrom('cells');
    const columns = Array.from({ length: 3 }, () => Float64Array.from({ length: 4096 }, () => random.normal()));
    expect(cellsIn(cutCells(columns, [1, 1, 1], 4096, 512))).toBe(8);
    expect(cellsIn(cutCells(columns, [1, 1, 1], 512, 512))).toBe(1);
    expect(cutCells(columns, [1, 5, 1], 4096, 2048)).toMatchObject({ column: 1 });
  });

  it('are one where all rows are equal, however many', () => {
    expect(cutCells([new Float64Array(100).fill(7)], [1], 1e6, 10)).toEqual({ cell: 0 });
  });

  it('are told in SQL to the last digit', () => {
    const tree: CutTree = {
      column: 1,
      below: 0.1 + 0.2,
      left: { cell: 0 },
      right: { column: 0, below: -1e300, left: { cell: 1 }, right: { cell: 2 } },
    };
    expect(cellSql(tree, ['a', 'b'])).toBe(
      'CASE WHEN b < 3.0000000000000004E-1D THEN 0 ELSE CASE WHEN a < -1E300D THEN 1 ELSE 2 END END',
    );
  });
});
