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
  const values = new Float64Array(4 * queries.length + perColumn.length);
  const starts = new Uint32Array(perColumn.length + 1);
  const firstAbove = new Uint32Array(perColumn.length * cells);
  const ofQueries = new Uint32Array(4 * queries.length);
  perColumn.forEach((cuts, c) => {
    cuts.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
    const start = starts[c];
    cuts.forEach(({ value, slot }, i) => {
      values[start + i] = value;
      ofQueries[slot] = start + i;
    });
    const end = start + cuts.length;
    values[end] = Number.POSITIVE_INFINITY;
    starts[c + 1] = end + 1;
    for (let cell = 0, cut = start; cell < cells; cell++) {
      while (cut < end && cellOf(values[cut], grid.least[c], grid.scale[c]) < cell) cut++;
      firstAbove[c * cells + cell] = cut;
    }
  });
  return { values, starts, firstAbove, grid, ofQueries };
}

/** Rows looked at together: one for each bit of a mask, so that the masks of all cuts stay in the first cache. */
export const maskRows = 32;

/**
 * For each cut of the column, bit i of its mask tells whether the i-th of `count` values lies below it. The values are at values[first]
 * and every `step` further.
 */
export function markBelow(
  values: Float64Array,
  first: number,
  step: number,
  count: number,
  column: number,
  { values: bounds, starts, firstAbove, grid }: Cuts,
  masks: Int32Array,
): void {
  const start = starts[column];
  const end = starts[column + 1];
  const least = grid.least[column];
  const scale = grid.scale[column];
  for (let cut = start; cut < end; cut++) masks[cut] = 0;
  for (let i = 0, at = first; i < count; i++, at += step) {
    const value = values[at];
    let cut = firstAbove[column * cells + cellOf(value, least, scale)];
    while (bounds[cut] <= value) cut++;
    masks[cut] |= 1 << i;
  }
  let below = 0;
  for (let cut = start; cut < end; cut++) {
    below |= masks[cut]; // what is below a cut is below the next
    masks[cut] = below;
  }
}

/** The least number above: `value <= to` says the same as `value < next(to)`. */
function next(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  if (!Number.isFinite(value)) return value;
  const number = new Float64Array([value]);
  const bits = new BigInt64Array(number.buffer);
  bits[0] += value > 0 ? 1n : -1n;
  return number[0];
}
