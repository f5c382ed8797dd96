import { gatheredRows } from '../frame/gather.ts';
import { blockOf, type Matrix } from '../frame/matrix.ts';
import type { Partition } from '../frame/partition.ts';
import { borderNearMiddle, middle, select, widest } from './cuts.ts';
import { blocks, type ValueSpace } from './mondrian.ts';

/** Groups up to this size are cut with care; larger ones are halved along their widest column first. */
const careful = 128;

/** Columns tried for each cut, the widest first: the best cut is hardly ever along another. */
const tried = 6;

/**
 * Cuts rows top-down into groups of `least` or more, each time along that of the widest columns whose halves lose least together.
 * Against the widest alone it saves 4 to 5 % of the value loss of small groups.
 */
export function splitByLoss(space: ValueSpace, rows: Uint32Array, least: number): Partition {
  const coarse = blocks(space, rows, least, careful);
  const starts: number[] = [];
  for (let b = 0; b + 1 < coarse.starts.length; b++) {
    const at = coarse.starts[b];
    for (const start of cutBlock(space, coarse.rows.subarray(at, coarse.starts[b + 1]), least)) starts.push(at + start);
  }
  return { rows: coarse.rows, starts: Uint32Array.from([...starts, rows.length]) };
}

/** Puts the rows of a block in the order of its groups, and answers where each begins. */
function cutBlock(space: ValueSpace, rows: Uint32Array, least: number): number[] {
  const starts: number[] = [];
  const matrix = blockOf(space.matrix, rows);
  const members = Uint32Array.from(rows.keys());
  const scratch = openScratch(rows.length, matrix.columns);
  const open = [0, rows.length];
  while (open.length > 0) {
    const to = open.pop() as number;
    const from = open.pop() as number;
    const cut = to - from < 2 * least ? 0 : bestCut({ ...space, matrix }, members.subarray(from, to), least, scratch);
    if (cut === 0) starts.push(from);
    else open.push(from + cut, to, from, from + cut);
  }
  rows.set(gatheredRows(rows, members));
  return starts;
}

interface Scratch {
  readonly widths: Float64Array;
  readonly values: Float64Array;
  readonly ranked: Float64Array;
  readonly side: Uint8Array;
  readonly bestSide: Uint8Array;
  readonly right: Uint32Array;
}

const openScratch = (most: number, columns: number): Scratch => ({
  widths: new Float64Array(columns),
  values: new Float64Array(most),
  ranked: new Float64Array(most),
  side: new Uint8Array(most),
  bestSide: new Uint8Array(most),
  right: new Uint32Array(most),
});

/** Parts the members where the two sides lose least; answers the size of the left side, 0 when they are all alike. */
function bestCut({ matrix, scales, nominal }: ValueSpace, members: Uint32Array, least: number, scratch: Scratch): number {
  const size = members.length;
  let best = Number.POSITIVE_INFINITY;
  let bestLeft = 0;
  measureWidths(matrix, scales, members, scratch.widths);
  for (let tries = 0; tries < tried; tries++) {
    const c = widest(scratch.widths);
    if (scratch.widths[c] === 0) break;
    scratch.widths[c] = 0;
    gather(matrix, c, members, scratch);
    const cut = nominal[c] ? borderNearMiddle(scratch.ranked.slice(0, size).sort(), least) : middle(size, least);
    if (cut === 0) continue;
    takeSides(size, cut, scratch);
    const loss = lossOfSides(matrix, scales, members, scratch.side);
    if (loss < best) {
      best = loss;
      bestLeft = cut;
      scratch.bestSide.set(scratch.side.subarray(0, size));
    }
  }
  if (bestLeft > 0) arrange(members, scratch);
  return bestLeft;
}

function measureWidths(
  { values, columns, rowStep, columnStep }: Matrix,
  scales: readonly number[],
  members: Uint32Array,
  widths: Float64Array,
): void {
  for (let c = 0; c < columns; c++) {
    let low = values[members[0] * rowStep + c * columnStep];
    let high = low;
    for (let i = 1; i < members.length; i++) {
      const value = values[members[i] * rowStep + c * columnStep];
      if (value < low) low = value;
      else if (value > high) high = value;
    }
    widths[c] = (high - low) * scales[c];
  }
}

function gather({ values, rowStep, columnStep }: Matrix, column: number, members: Uint32Array, scratch: Scratch): void {
  for (let i = 0; i < members.length; i++) {
    const value = values[members[i] * rowStep + column * columnStep];
    scratch.values[i] = value;
    scratch.ranked[i] = value;
  }
}

/** The `cut` smallest get side 0; of equal values the earlier. */
function takeSides(size: number, cut: number, { values, ranked, side }: Scratch): void {
  const border = select(ranked, size, cut - 1);
  let ties = cut;
  for (let i = 0; i < size; i++) ties -= values[i] < border ? 1 : 0;
  for (let i = 0; i < size; i++) side[i] = values[i] < border || (values[i] === border && ties-- > 0) ? 0 : 1;
}

function lossOfSides(
  { values, columns, rowStep, columnStep }: Matrix,
  scales: readonly number[],
  members: Uint32Array,
  side: Uint8Array,
): number {
  let left = 0;
  for (let i = 0; i < members.length; i++) left += 1 - side[i];
  let leftSum = 0;
  let rightSum = 0;
  for (let c = 0; c < columns; c++) {
    let leftLow = Number.POSITIVE_INFINITY;
    let leftHigh = Number.NEGATIVE_INFINITY;
    let rightLow = Number.POSITIVE_INFINITY;
    let rightHigh = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < members.length; i++) {
      const value = values[members[i] * rowStep + c * columnStep];
      if (side[i] === 0) {
        if (value < leftLow) leftLow = value;
        if (value > leftHigh) leftHigh = value;
      } else {
        if (value < rightLow) rightLow = value;
        if (value > rightHigh) rightHigh = value;
      }
    }
    leftSum += ((leftHigh - leftLow) * scales[c]) ** 2;
    rightSum += ((rightHigh - rightLow) * scales[c]) ** 2;
  }
  return left * Math.sqrt(leftSum) + (members.length - left) * Math.sqrt(rightSum);
}

function arrange(members: Uint32Array, { bestSide, right }: Scratch): void {
  let left = 0;
  let parted = 0;
  for (let i = 0; i < members.length; i++)
    if (bestSide[i] === 0) members[left++] = members[i];
    else right[parted++] = members[i];
  for (let i = 0; i < parted; i++) members[left + i] = right[i];
}
