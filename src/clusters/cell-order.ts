import { hourOf, type LossSpace } from './loss-space.ts';

/** Rows in order of one attribute, and their cells. */
export interface CellOrder {
  readonly rows: Uint32Array;
  readonly cells: Uint32Array;
}

/** Stable, so that of equal cells the lower row comes first. Hours are counted from `start` on, around the clock. */
export function inCellOrder(space: LossSpace, attribute: number, rows: Uint32Array, start = 0): CellOrder {
  const cells = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) cells[i] = cellOf(space, attribute, rows[i]);
  if (start > 0) for (let i = 0; i < rows.length; i++) cells[i] = (cells[i] + 24 - start) % 24;
  let least = cells[0];
  let most = least;
  for (const cell of cells) {
    if (cell < least) least = cell;
    else if (cell > most) most = cell;
  }
  return most - least < 4 * rows.length + 64 ? orderByCounting(rows, cells, least, most) : orderBySorting(rows, cells, least);
}

/** The different cells of some rows, ascending, and how many have each. Where there are not many more cells than rows nothing is sorted. */
export function countCells(
  space: LossSpace,
  attribute: number,
  rows: Uint32Array,
): { readonly cells: Uint32Array; readonly counts: Uint32Array } {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (let i = 0; i < rows.length; i++) {
    const cell = cellOf(space, attribute, rows[i]);
    if (cell < least) least = cell;
    if (cell > most) most = cell;
  }
  if (most - least >= 4 * rows.length + 64) {
    const sorted = Float64Array.from(rows, (row) => cellOf(space, attribute, row)).sort();
    const cells = sorted.filter((cell, i) => i === 0 || cell !== sorted[i - 1]);
    const counts = new Uint32Array(cells.length);
    for (let i = 0, at = 0; i < sorted.length; i++) counts[i > 0 && sorted[i] !== sorted[i - 1] ? ++at : at]++;
    return { cells: Uint32Array.from(cells), counts };
  }
  const found = new Uint32Array(most - least + 1);
  for (let i = 0; i < rows.length; i++) found[cellOf(space, attribute, rows[i]) - least]++;
  const cells: number[] = [];
  for (let cell = 0; cell < found.length; cell++) if (found[cell] > 0) cells.push(cell);
  return { cells: Uint32Array.from(cells, (cell) => cell + least), counts: Uint32Array.from(cells, (cell) => found[cell]) };
}

/** What of a row's attribute a label can tell: the place of its leaf or number, or its hour. */
export function cellOf({ matrix, attributes }: LossSpace, attribute: number, row: number): number {
  const value = matrix.values[row * matrix.rowStep + attribute * matrix.columnStep];
  return attributes[attribute].kind === 'circle' ? hourOf(value) : value;
}

/** By counting: linear, where there are not many more cells than rows. */
function orderByCounting(rows: Uint32Array, cells: Uint32Array, least: number, most: number): CellOrder {
  const ends = new Uint32Array(most - least + 2);
  for (let i = 0; i < cells.length; i++) ends[cells[i] - least + 1]++;
  for (let c = 1; c < ends.length; c++) ends[c] += ends[c - 1];
  const order = { rows: new Uint32Array(rows.length), cells: new Uint32Array(rows.length) };
  for (let i = 0; i < cells.length; i++) {
    const place = ends[cells[i] - least]++;
    order.rows[place] = rows[i];
    order.cells[place] = cells[i];
  }
  return order;
}

/** Cell and place in one number, which the native order sorts without a comparator. */
function orderBySorting(rows: Uint32Array, cells: Uint32Array, least: number): CellOrder {
  const keys = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) keys[i] = (cells[i] - least) * rows.length + i;
  keys.sort();
  const order = { rows: new Uint32Array(rows.length), cells: new Uint32Array(rows.length) };
  for (let i = 0; i < rows.length; i++) {
    const from = keys[i] % rows.length;
    order.rows[i] = rows[from];
    order.cells[i] = cells[from];
  }
  return order;
}
