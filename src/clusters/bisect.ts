import type { Partition } from '../frame/partition.ts';
import { type CutScratch, cutScratch, middle, part } from './cuts.ts';
import { type Diversity, isDiverse } from './diversity.ts';
import { leadingAxis, projected } from './leading-axis.ts';
import type { Points } from './points.ts';

/**
 * Halves the rows along their leading axis, at the multiple of k nearest the middle, until no part is larger than `largest`, which is
 * 2k - 1 at least. Of equal rows the earlier goes left. Where values must be diverse, a part is left whole that no cut leaves diverse.
 */
export function bisect(points: Points, input: Uint32Array, k: number, largest: number, diversity?: Diversity): Partition {
  const rows = input.slice();
  const scratch = cutScratch(rows.length);
  const axis = new Float64Array(points.to - points.from);
  const starts: number[] = [];
  const open = [0, rows.length]; // from and to of each open part; not recursion, as the tree can be deep
  while (open.length > 0) {
    const to = open.pop() as number;
    const from = open.pop() as number;
    const cut = to - from > Math.max(largest, 2 * k - 1) ? cutOf(points, rows, from, to, k, axis, scratch, diversity) : 0;
    if (cut === 0) starts.push(from);
    else open.push(from + cut, to, from, from + cut); // left on top, so starts stay sorted
  }
  return { rows, starts: Uint32Array.from([...starts, rows.length]) };
}

function cutOf(
  points: Points,
  rows: Uint32Array,
  from: number,
  to: number,
  k: number,
  axis: Float64Array,
  scratch: CutScratch,
  diversity: Diversity | undefined,
): number {
  const cut = middle(to - from, k);
  const spread = leadingAxis(points, rows, from, to, axis);
  if (spread) {
    for (let i = from; i < to; i++) scratch.values[i - from] = projected(points, rows[i], axis);
    part(rows, from, to, cut, scratch);
  }
  if (diversity === undefined || bothDiverse(diversity, rows, from, cut, to)) return cut;
  combed(rows, from, to, scratch);
  return bothDiverse(diversity, rows, from, cut, to) ? cut : 0;
}

const bothDiverse = (diversity: Diversity, rows: Uint32Array, from: number, cut: number, to: number): boolean =>
  isDiverse(diversity, rows, from, from + cut) && isDiverse(diversity, rows, from + cut, to);

/** Every other row first: where values go with the axis, each half still gets some of all. */
function combed(rows: Uint32Array, from: number, to: number, { right }: CutScratch): void {
  right.set(rows.subarray(from, to));
  const size = to - from;
  const even = (size + 1) >> 1;
  for (let i = 0; i < size; i++) rows[from + i] = right[i < even ? 2 * i : 2 * (i - even) + 1];
}
