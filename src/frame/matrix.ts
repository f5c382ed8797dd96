import { invariant } from '../base/problem.ts';

/**
 * Numbers of many rows and columns in one array: row r, column c is values[r * rowStep + c * columnStep].
 * Tables are kept row by row, so that fetching scattered rows touches one page each instead of one per column (eight times faster at a
 * million rows); a block being worked on is kept column by column.
 */
export interface Matrix {
  readonly values: Float64Array;
  readonly rows: number;
  readonly columns: number;
  readonly rowStep: number;
  readonly columnStep: number;
}

/** A table in shared memory, so that every thread reads the same bytes. */
export function sharedMatrix(rows: number, columns: number): Matrix {
  const values = new Float64Array(new SharedArrayBuffer(8 * rows * columns));
  return { values, rows, columns, rowStep: columns, columnStep: 1 };
}

/** Some rows of a table, column by column. */
export function blockOf({ values, columns, rowStep, columnStep }: Matrix, rows: Uint32Array): Matrix {
  const count = rows.length;
  const block = new Float64Array(count * columns);
  for (let r = 0; r < count; r++) {
    const from = rows[r] * rowStep;
    for (let c = 0; c < columns; c++) block[c * count + r] = values[from + c * columnStep];
  }
  return { values: block, rows: count, columns, rowStep: 1, columnStep: count };
}

const rowsOfStrip = 1024;

/** The rows of a matrix some at a time, in order: who asks for each column of a strip finds it in the cache, while columns of a whole table come from memory. */
export function* stripsOf(matrix: Matrix): Generator<{ readonly first: number; readonly strip: Matrix }> {
  for (let first = 0; first < matrix.rows; first += rowsOfStrip) {
    const rows = Math.min(rowsOfStrip, matrix.rows - first);
    yield { first, strip: { ...matrix, rows, values: matrix.values.subarray(first * matrix.rowStep) } };
  }
}

/** A matrix from separate columns. */
export function matrixOf(columns: readonly ArrayLike<number>[]): Matrix {
  const matrix = sharedMatrix(columns[0].length, columns.length);
  for (const [c, column] of columns.entries())
    for (let r = 0; r < column.length; r++) matrix.values[r * matrix.rowStep + c] = column[r];
  return matrix;
}

/** The first columns of a block kept column by column, each as an array of its own. */
export function columnsOf({ values, rows, rowStep, columnStep }: Matrix, count: number): readonly Float64Array[] {
  invariant(rowStep === 1, 'a block is kept column by column');
  return Array.from({ length: count }, (_, c) => values.subarray(c * columnStep, c * columnStep + rows));
}

/** One column alone. */
export const columnMatrix = (values: Float64Array): Matrix => ({
  values,
  rows: values.length,
  columns: 1,
  rowStep: 1,
  columnStep: values.length,
});
