import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rankedWidths, rankRows, rankScratch, ranksIn } from '../../src/clusters/ranked-block.ts';
import type { Matrix } from '../../src/frame/matrix.ts';
import { draws } from '../suite/draws.ts';

const anyValue = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0, -0, 1e300, -1e300, 5e-324, 1e-9),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Rows kept column by column. */
const matrixOf = (rows: number, columns: number, values: readonly number[]): Matrix => ({
  values: Float64Array.from({ length: rows * columns }, (_, i) => values[i % values.length]),
  rows,
  columns,
  rowStep: 1,
  columnStep: rows,
});

const plainWidths = ({ values, columns, columnStep }: Matrix, rows: readonly number[], scales: readonly number[]) =>
  Array.from({ length: columns }, (_, c) => {
    const own = rows.map((row) => values[c * columnStep + row]);
    return own.length === 0 ? 0 : (Math.max(...own) - Math.min(...own)) * scales[c];
  });

it('finds the widths of any rows as they are, however many ranks there are', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2, 7, 127, 128, 129, 300, 32_768, 32_769),
      fc.integer({ min: 1, max: 9 }),
      fc.array(anyValue, { minLength: 1, maxLength: 200 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
      (rows, columns, drawn, places) => {
        const matrix = matrixOf(rows, columns, drawn);
        const scales = Array.from({ length: columns }, (_, c) => c / 4);
        const block = rankRows(matrix, scales, rankScratch(rows + (rows % 3)));
        const some = places.map((place) => place % rows);
        const widths = new Float64Array(columns);
        for (const from of [0, some.length >> 1]) {
          rankedWidths(block, Uint32Array.from(some), { from, to: some.length }, widths);
          expect([...widths]).toEqual(plainWidths(matrix, some.slice(from), scales));
        }
      },
    ),
    { numRuns: draws(60) },
  );
});

it('ranks rows as their values lie, and equal ones alike', () => {
  fc.assert(
    fc.property(fc.array(anyValue, { minLength: 1, maxLength: 150 }), fc.integer({ min: 1, max: 6 }), (drawn, columns) => {
      const rows = drawn.length;
      const matrix = matrixOf(rows, columns, [...drawn, 7]);
      const block = rankRows(matrix, Array(columns).fill(1), rankScratch(rows));
      const ranks = new Float64Array(rows);
      for (let c = 0; c < columns; c++) {
        ranksIn(block, c, { from: 0, to: rows }, ranks);
        const own = [...matrix.values.subarray(c * rows, (c + 1) * rows)].map((value) => value + 0); // one zero
        const order = [...new Set(own)].sort((a, b) => a - b);
        expect([...ranks]).toEqual(own.map((value) => order.indexOf(value)));
      }
    }),
    { numRuns: draws(60) },
  );
});
