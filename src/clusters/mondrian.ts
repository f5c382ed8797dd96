import { blockOf, type Matrix } from '../frame/matrix.ts';
import type { Partition } from '../frame/partition.ts';
import { borderNearMiddle, type CutScratch, cutScratch, middle, partRows, widest } from './cuts.ts';

/** What groups are cut along, and how much a column's width weighs against another's. */
export interface ValueSpace {
  readonly matrix: Matrix;
  /** Width times scale is comparable between columns. */
  readonly scales: readonly number[];
  /** Codes of categories: such a column is cut only between two different codes, never within one. */
  readonly nominal: readonly boolean[];
}

/** The same space with some of its rows alone. */
export const spaceOfRows = (space: ValueSpace, rows: Uint32Array): ValueSpace => ({
  ...space,
  matrix: blockOf(space.matrix, rows),
});

/**
 * Mondrian: halve each group along its widest column while both halves keep k rows.
 * LeFevre, DeWitt and Ramakrishnan, ICDE 2006, in its relaxed form: equal values may be parted, the lower row going left, so repeated
 * values neither block a cut nor make a group small. Cuts fall on the multiple of k nearest the middle: groups end at k and little
 * more instead of anywhere up to 2k - 1, worth 6 to 12 % of the value loss. One row per subject.
 */
export function mondrian(space: ValueSpace, rows: Uint32Array, k: number): Partition {
  return halveGroups(space, rows, { k, largest: 2 * k - 1, always: false });
}

/**
 * The same cuts, stopped at blocks of at most `largest` rows that threads can finish independently. Where no column allows a cut, rows
 * alike in all that counts are halved as they stand: a block must not outgrow a thread's memory.
 */
export function blocks(space: ValueSpace, rows: Uint32Array, k: number, largest: number): Partition {
  return halveGroups(space, rows, { k, largest: Math.max(largest, 2 * k - 1), always: true });
}

interface Scratch extends CutScratch {
  readonly widths: Float64Array;
}

interface Halving {
  readonly k: number;
  /** Groups up to this size stay whole. */
  readonly largest: number;
  /** Whether a group is halved as it stands where no column allows a cut. */
  readonly always: boolean;
}

function halveGroups(space: ValueSpace, input: Uint32Array, { k, largest, always }: Halving): Partition {
  const rows = input.slice();
  const scratch = { ...cutScratch(rows.length), widths: new Float64Array(space.matrix.columns) };
  const starts: number[] = [];
  const open = [0, rows.length]; // from and to of each open group; not recursion, as the tree can be deep
  while (open.length > 0) {
    const to = open.pop() as number;
    const from = open.pop() as number;
    const cut =
      to - from > largest ? cutOf(space, rows.subarray(from, to), k, scratch) || (always ? middle(to - from, k) : 0) : 0;
    if (cut === 0) starts.push(from);
    else open.push(from + cut, to, from, from + cut); // left on top, so starts stay sorted
  }
  if (rows.length > 0) starts.push(rows.length);
  return { rows, starts: Uint32Array.from(rows.length > 0 ? starts : [0]) };
}

/** Parts rows along the widest column that allows it; answers the size of the left part, 0 when nothing is gained by a cut. */
function cutOf(space: ValueSpace, rows: Uint32Array, k: number, scratch: Scratch): number {
  const stride = Math.max(1, Math.floor(rows.length / sampled));
  measureWidths(space, rows, stride, scratch.widths);
  const cut = cutAlongWidest(space, rows, k, scratch);
  if (cut > 0 || stride === 1) return cut;
  measureWidths(space, rows, 1, scratch.widths); // a sample may miss the few rows that differ
  return cutAlongWidest(space, rows, k, scratch);
}

/**
 * Rows looked at to find the widest column of a large group. Which column is cut moves the loss a little and the promise not at all;
 * looking at all of them would double the time.
 */
const sampled = 256;

function cutAlongWidest({ matrix, nominal }: ValueSpace, rows: Uint32Array, k: number, scratch: Scratch): number {
  for (let tries = matrix.columns; tries > 0; tries--) {
    const column = widest(scratch.widths);
    if (scratch.widths[column] === 0) return 0;
    const values = gatherColumn(matrix, column, rows, scratch.values);
    const cut = nominal[column] ? borderNearMiddle(values.slice().sort(), k) : middle(rows.length, k);
    if (cut > 0) {
      partRows(rows, cut, scratch);
      return cut;
    }
    scratch.widths[column] = 0;
  }
  return 0;
}

function measureWidths({ matrix, scales }: ValueSpace, rows: Uint32Array, stride: number, widths: Float64Array): void {
  for (let c = 0; c < matrix.columns; c++) widths[c] = scales[c] === 0 ? 0 : widthOf(matrix, c, rows, stride) * scales[c];
}

function widthOf({ values, rowStep, columnStep }: Matrix, column: number, rows: Uint32Array, stride: number): number {
  const base = column * columnStep;
  let low = values[base + rows[0] * rowStep];
  let high = low;
  for (let i = 0; i < rows.length; i += stride) {
    const value = values[base + rows[i] * rowStep];
    if (value < low) low = value;
    else if (value > high) high = value;
  }
  return high - low;
}

function gatherColumn(
  { values, rowStep, columnStep }: Matrix,
  column: number,
  rows: Uint32Array,
  into: Float64Array,
): Float64Array {
  const base = column * columnStep;
  for (let i = 0; i < rows.length; i++) into[i] = values[base + rows[i] * rowStep];
  return into.subarray(0, rows.length);
}
