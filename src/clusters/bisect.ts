import type { Partition } from '../frame/partition.ts';
import { type CutScratch, cutScratch, middle, partRows } from './cuts.ts';
import { diverseCut, mostGroups } from './diverse-cut.ts';
import { type Diversity, isDiverse } from './diversity.ts';
import { leadingAxis, placeAlong } from './leading-axis.ts';
import type { Points } from './points.ts';

interface BisectRules {
  readonly k: number;
  /** 2k - 1 at least. */
  readonly largest: number;
  readonly diversity?: Diversity | undefined;
  /** The share of the groups that diverse values allow which a cut must leave possible, all where left out; with 0 it is enough that both sides are diverse. */
  readonly kept?: number | undefined;
}

/**
 * Halves the rows along their leading axis, at the multiple of k nearest the middle, until no part is larger than `largest`. Of equal rows the earlier goes left. Where values must be diverse, a part is left whole that no cut leaves diverse, and cuts keep as many groups possible as asked for.
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

function cutOf(points: Points, rows: Uint32Array, { k, diversity, kept = 1 }: BisectRules, scratch: Scratch): number {
  const cut = middle(rows.length, k);
  const { axis, values } = scratch;
  const spread = leadingAxis(points, rows, axis);
  const placeRows = () => {
    for (let i = 0; i < rows.length; i++) values[i] = spread ? placeAlong(points, rows[i], axis) : i;
  };
  placeRows();
  if (spread) partRows(rows, cut, scratch);
  if (diversity === undefined) return cut;
  const rules = { k, diversity, kept };
  const [left, right] = [mostGroups(rows.subarray(0, cut), rules), mostGroups(rows.subarray(cut), rules)];
  if (left > 0 && right > 0 && left + right >= kept * mostGroups(rows, rules)) return cut;
  placeRows();
  const diverse = kept > 0 ? diverseCut(rows, values, rules) : 0;
  if (diverse > 0) return diverse;
  for (const column of diversity.codes) {
    placeRows();
    halveValues(values, rows, column);
    partRows(rows, cut, scratch);
    if (areBothDiverse(diversity, rows, cut)) return cut;
  }
  return 0;
}

const areBothDiverse = (diversity: Diversity, rows: Uint32Array, cut: number): boolean =>
  isDiverse(diversity, rows, 0, cut) && isDiverse(diversity, rows, cut, rows.length);

/**
 * Makes places along the axis to places among the rows of the same sensitive value, from 0 to 1: a cut by these halves the rows of each value,
 * so that both sides have some of all where values go with the axis, and neighbours stay together.
 */
function halveValues(places: Float64Array, rows: Uint32Array, column: Uint32Array): void {
  const order = Uint32Array.from(rows, (_, i) => i).sort((a, b) => places[a] - places[b] || a - b);
  const sizes = new Map<number, number>();
  for (const row of rows) sizes.set(column[row], (sizes.get(column[row]) ?? 0) + 1);
  const met = new Map<number, number>();
  for (const i of order) {
    const value = column[rows[i]];
    const before = met.get(value) ?? 0;
    met.set(value, before + 1);
    places[i] = (before + 0.5) / (sizes.get(value) ?? 1);
  }
}
