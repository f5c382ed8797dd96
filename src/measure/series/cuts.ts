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
  const perColumn: { value: number; slot: number }[][] = Array.from(grid.least, () => []);
  queries.forEach((query, q) => {
    query.forEach(({ column, from, to }, side) => {
      perColumn[column].push({ value: from, slot: 4 * q + 2 * side }, { value: next(to), slot: 4 * q + 2 * side + 1 });
    });
  });
  const values: number[] = [];
  const starts = [0];
  const firstAbove = new Uint32Array(perColumn.length * cells);
  const ofQueries = new Uint32Array(4 * queries.length);
  perColumn.forEach((cuts, c) => {
    const start = values.length;
    cuts.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
    for (const { value, slot } of cuts) {
      if (values.length === start || values[values.length - 1] < value) values.push(value); // whole numbers are asked for often
      ofQueries[slot] = values.length - 1;
    }
    values.push(Number.POSITIVE_INFINITY);
    starts.push(values.length);
    for (let cell = 0, cut = start; cell < cells; cell++) {
      while (cut + 1 < values.length && cellOf(values[cut], grid.least[c], grid.scale[c]) < cell) cut++;
      firstAbove[c * cells + cell] = cut;
    }
  });
  return { values: Float64Array.from(values), starts: Uint32Array.from(starts), firstAbove, grid, ofQueries };
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

/** The least number above: `value <= to` says the same as `value < next(to)`. */
function next(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  number[0] = value;
  bits[0] += value > 0 ? 1n : -1n; // the bits of numbers of one sign are in the order of their sizes
  return number[0];
}

const number = new Float64Array(1);
const bits = new BigInt64Array(number.buffer);
