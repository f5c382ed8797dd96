import type { Matrix } from '../frame/matrix.ts';

/**
 * Rows by the ranks of their values, several ranks to a word: the least and greatest of four columns are then found in a dozen steps of the processor, and none of
 * them a branch that it has to foresee. Of small groups in random order every second of those is foreseen wrongly.
 */
export interface RankedBlock {
  readonly columns: number;
  /** Words a row takes: its ranks are at [row * words], the first column in the lowest bits. */
  readonly words: number;
  /** Bits of a rank, the highest of them 0. */
  readonly bits: number;
  /** Moved by whoever parts the rows. */
  readonly keys: Int32Array;
  /** Value of rank r of column c, at [c * rows + r]; equal values have one rank. */
  readonly values: Float64Array;
  readonly rows: number;
  /** Width times scale is comparable between columns. */
  readonly scales: readonly number[];
}

/** Memory to rank rows with, taken once. */
export interface RankScratch {
  readonly order: Uint32Array;
  readonly buckets: Uint32Array;
}

export const rankScratch = (most: number): RankScratch => ({
  order: new Uint32Array(most),
  buckets: new Uint32Array(2 * most + 1),
});

/** Of rows kept column by column. */
export function rankRows(
  { values: given, rows, columns, columnStep }: Matrix,
  scales: readonly number[],
  scratch: RankScratch,
): RankedBlock {
  const bits = rows <= 1 << 7 ? 8 : rows <= 1 << 15 ? 16 : 32;
  const lanes = 32 / bits;
  const words = Math.ceil(columns / lanes);
  const keys = new Int32Array(rows * words);
  const values = new Float64Array(rows * columns);
  const { order } = scratch;
  for (let c = 0; c < columns; c++) {
    const column = given.subarray(c * columnStep, c * columnStep + rows);
    const own = values.subarray(c * rows, (c + 1) * rows);
    sortPlaces(column, scratch);
    const word = Math.floor(c / lanes);
    const shift = (c % lanes) * bits;
    let rank = 0;
    for (let i = 0; i < rows; i++) {
      const value = column[order[i]];
      if (i > 0 && value !== own[rank]) rank++;
      own[rank] = value;
      keys[order[i] * words + word] |= rank << shift;
    }
  }
  return { columns, words, bits, keys, values, rows, scales };
}

/** Rows that lie side by side. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The ranks of a span of rows in a column. */
export function ranksIn({ keys, words, bits }: RankedBlock, column: number, { from, to }: Span, ranks: Float64Array): void {
  const lanes = 32 / bits;
  const word = Math.floor(column / lanes);
  const shift = (column % lanes) * bits;
  const rank = 0x7fffffff >>> (32 - bits);
  for (let row = from; row < to; row++) ranks[row - from] = (keys[row * words + word] >>> shift) & rank;
}

/** Scaled widths of those rows in each column that a span of `rows` names. */
export function rankedWidths(block: RankedBlock, rows: Uint32Array, { from, to }: Span, widths: Float64Array): void {
  const { keys, values, words, bits, columns, scales, rows: count } = block;
  const lanes = 32 / bits;
  const guard = bits === 8 ? 0x80808080 | 0 : bits === 16 ? 0x80008000 | 0 : 0x80000000 | 0;
  const rank = 0x7fffffff >>> (32 - bits);
  for (let w = 0, c = 0; w < words; w++) {
    let low = keys[rows[from] * words + w];
    let high = low;
    for (let i = from + 1; i < to; i++) {
      const key = keys[rows[i] * words + w];
      const aboveLow = ((key | guard) - low) & guard; // the highest bit of each rank that is not below
      const aboveHigh = ((key | guard) - high) & guard;
      low = key ^ ((key ^ low) & (aboveLow - (aboveLow >>> (bits - 1))));
      high = high ^ ((key ^ high) & (aboveHigh - (aboveHigh >>> (bits - 1))));
    }
    for (let lane = 0; lane < lanes && c < columns; lane++, c++) {
      const shift = lane * bits;
      widths[c] = (values[c * count + ((high >>> shift) & rank)] - values[c * count + ((low >>> shift) & rank)]) * scales[c];
    }
  }
}

/** So many are put in order quickly even if all but one lie in one bucket. */
const mostDealt = 256;

/** Places in the order of their values: dealt into as many buckets as twice the values, then put in order within them. */
function sortPlaces(values: Float64Array, { order: all, buckets }: RankScratch): void {
  const order = all.length === values.length ? all : all.subarray(0, values.length);
  const last = 2 * values.length;
  let low = values[0];
  let high = low;
  for (let i = 1; i < values.length; i++) {
    if (values[i] < low) low = values[i];
    else if (values[i] > high) high = values[i];
  }
  const scale = (last - 1) / (high - low);
  if (values.length > mostDealt || !(scale > 0 && scale < Number.POSITIVE_INFINITY)) {
    for (let i = 0; i < values.length; i++) order[i] = i;
    if (high > low) order.sort((a, b) => values[a] - values[b] || a - b);
    return;
  }
  buckets.fill(0, 0, last + 1);
  for (let i = 0; i < values.length; i++) buckets[1 + Math.floor((values[i] - low) * scale)]++;
  for (let b = 1; b <= last; b++) buckets[b] += buckets[b - 1];
  for (let i = 0; i < values.length; i++) order[buckets[Math.floor((values[i] - low) * scale)]++] = i;
  for (let i = 1; i < values.length; i++) {
    const place = order[i];
    const value = values[place];
    let at = i;
    for (; at > 0 && values[order[at - 1]] > value; at--) order[at] = order[at - 1];
    order[at] = place;
  }
}
