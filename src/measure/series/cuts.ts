import { cellOf, cells, type Grid } from './grid.ts';
import type { RangeQuery } from './range-query.ts';

/**
 * All queries at once. A range splits into two cuts: inside are the values below the cut after `to` and not below the cut at `from`.
 * Sorted by column, the cuts turn a block of values into one bit mask for each cut, and a query into four masks put together: 32 rows
 * in a few instructions, where comparing every row with every query takes 128 comparisons.
 */
export interface Cuts {
  /** Column by column, ascending; each column ends with infinity, so that every value is below one of its cuts. */
  readonly values: Float64Array;
  /** Column c has the cuts starts[c] .. starts[c + 1] - 1. */
  readonly starts: Uint32Array;
  /** The first cut that may lie above a value in cell i of column c is firstAbove[c * cells + i]. */
  readonly firstAbove: Uint32Array;
  readonly grid: Grid;
  /** The cuts of query q: of its first range at [4 * q] and after it at [4 * q + 1], of its second at [4 * q + 2] and [4 * q + 3]. */
  readonly ofQueries: Uint32Array;
}

export function cutsOf(queries: readonly RangeQuery[], grid: Grid): Cuts {
  const columns = grid.least.length;
  const asked = cutsAsked(queries, columns);
  const values = new Float64Array(4 * queries.length + columns);
  const starts = new Uint32Array(columns + 1);
  const firstAbove = new Uint32Array(columns * cells);
  let count = 0;
  for (let c = 0; c < columns; c++) {
    for (const value of asked.byColumn[c].sort()) if (count === starts[c] || values[count - 1] < value) values[count++] = value; // whole numbers are asked for often
    values[count++] = Number.POSITIVE_INFINITY;
    starts[c + 1] = count;
    for (let cut = starts[c], cell = 0; cut < count; cut++) {
      const last = cut + 1 < count ? cellOf(values[cut], grid.least[c], grid.scale[c]) : cells - 1; // nothing lies above infinity
      if (last < cell) continue;
      firstAbove.fill(cut, c * cells + cell, c * cells + last + 1);
      cell = last + 1;
    }
  }
  const ofQueries = new Uint32Array(asked.values.length);
  for (let slot = 0; slot < ofQueries.length; slot++) {
    const column = asked.columns[slot >> 1];
    ofQueries[slot] = placeOf(asked.values[slot], values, starts[column], starts[column + 1]);
  }
  return { values: values.slice(0, count), starts, firstAbove, grid, ofQueries };
}

/** Every cut in the order of `ofQueries`, the column of each two, and the cuts of each column. */
function cutsAsked(queries: readonly RangeQuery[], columns: number) {
  const values = new Float64Array(4 * queries.length);
  const ofRanges = new Uint32Array(2 * queries.length);
  const sizes = new Uint32Array(columns);
  let range = 0;
  for (const query of queries)
    for (const { column, from, to } of query) {
      values[2 * range] = from;
      values[2 * range + 1] = nextAbove(to);
      ofRanges[range++] = column;
      sizes[column] += 2;
    }
  const byColumn = Array.from(sizes, (size) => new Float64Array(size));
  for (let slot = values.length - 1; slot >= 0; slot--) {
    const column = ofRanges[slot >> 1];
    byColumn[column][--sizes[column]] = values[slot];
  }
  return { values, columns: ofRanges, byColumn };
}

/** Where a value stands among those from `from` to `to`, which ascend. */
function placeOf(value: number, values: Float64Array, from: number, to: number): number {
  let [low, high] = [from, to - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rows looked at together, as four masks of 32 bits: twice as fast as one, and all masks of 1000 queries are 77 kB. */
export const maskRows = 128;

/** Empty masks for every cut: those of cut c are at [4 * c] .. [4 * c + 3]. */
export const masksFor = ({ values }: Cuts): Int32Array => new Int32Array(4 * values.length);

/** Some values of a column: `count` of them, at values[first] and every `step` further. */
interface Strip {
  readonly values: Float64Array;
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

/** For each cut of the column, bit i of its masks tells whether the i-th value lies below it. */
export function markBelow(
  { values, first, step, count }: Strip,
  column: number,
  { values: bounds, starts, firstAbove, grid }: Cuts,
  masks: Int32Array,
): void {
  const start = 4 * starts[column];
  const end = 4 * starts[column + 1];
  const least = grid.least[column];
  const scale = grid.scale[column];
  const table = column * cells;
  masks.fill(0, start, end);
  for (let i = 0, at = first; i < count; i++, at += step) {
    const value = values[at];
    let cut = firstAbove[table + cellOf(value, least, scale)];
    while (bounds[cut] <= value) cut++;
    masks[4 * cut + (i >>> 5)] |= 1 << (i & 31);
  }
  let below0 = 0;
  let below1 = 0;
  let below2 = 0;
  let below3 = 0;
  for (let at = start; at < end; at += 4) {
    masks[at] = below0 |= masks[at]; // what is below a cut is below the next
    masks[at + 1] = below1 |= masks[at + 1];
    masks[at + 2] = below2 |= masks[at + 2];
    masks[at + 3] = below3 |= masks[at + 3];
  }
}

/** The least number above: `value <= to` says the same as `value < nextAbove(to)`. */
function nextAbove(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  number[0] = value;
  const step = value > 0 ? 1 : -1; // the bits of numbers of one sign are in the order of their sizes
  halves[0] += step;
  if (halves[0] === (step > 0 ? 0 : 0xffffffff)) halves[1] += step;
  return number[0];
}

const number = new Float64Array(1);
const halves = new Uint32Array(number.buffer); // the lower first, as on every machine that Node runs on
