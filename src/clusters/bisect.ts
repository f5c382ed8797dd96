import type { Partition } from '../frame/partition.ts';
import { type CutScratch, cutScratch, middle, partRows } from './cuts.ts';
import { type Diversity, isDiverse } from './diversity.ts';
import { leadingAxis, placeAlong } from './leading-axis.ts';
import type { Points } from './points.ts';

interface BisectRules {
  readonly k: number;
  /** 2k - 1 at least. */
  readonly largest: number;
  readonly diversity?: Diversity | undefined;
}

/**
 * Halves the rows along their leading axis, at the multiple of k nearest the middle, until no part is larger than `largest`. Of equal rows the earlier goes left. Where values must be diverse, a part is left whole that no cut leaves diverse.
 */
export function bisect(points: Points, input: Uint32Array, rules: BisectRules): Partition {
  const { k, largest } = rules;
  const rows = input.slice();
  const scratch = { ...cutScratch(rows.length), axis: new Float64Array(points.to - points.from) };
  const starts: number[] = [];
  const open = [0, rows.length]; // from and to of each open part; not recursion, as the tree can be deep
  while (open.length > 0) {
    const to = open.pop() as number;
    const from = open.pop() as number;
    const cut = to - from > Math.max(largest, 2 * k - 1) ? cutOf(points, rows.subarray(from, to), rules, scratch) : 0;
    if (cut === 0) starts.push(from);
    else open.push(from + cut, to, from, from + cut); // left on top, so starts stay sorted
  }
  return { rows, starts: Uint32Array.from([...starts, rows.length]) };
}

interface Scratch extends CutScratch {
  readonly axis: Float64Array;
}

function cutOf(points: Points, rows: Uint32Array, { k, diversity }: BisectRules, scratch: Scratch): number {
  const cut = middle(rows.length, k);
  const { axis, values } = scratch;
  const spread = leadingAxis(points, rows, axis);
  if (spread) {
    for (let i = 0; i < rows.length; i++) values[i] = placeAlong(points, rows[i], axis);
    partRows(rows, cut, scratch);
  }
  if (diversity === undefined || areBothDiverse(diversity, rows, cut)) return cut;
  combRows(rows, scratch);
  return areBothDiverse(diversity, rows, cut) ? cut : 0;
}

const areBothDiverse = (diversity: Diversity, rows: Uint32Array, cut: number): boolean =>
  isDiverse(diversity, rows, 0, cut) && isDiverse(diversity, rows, cut, rows.length);

/** Every other row first: where values go with the axis, each half still gets some of all. */
function combRows(rows: Uint32Array, { right }: CutScratch): void {
  right.set(rows);
  const even = (rows.length + 1) >> 1;
  for (let i = 0; i < rows.length; i++) rows[i] = right[i < even ? 2 * i : 2 * (i - even) + 1];
}
