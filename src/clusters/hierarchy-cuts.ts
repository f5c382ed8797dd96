import type { Partition } from '../frame/partition.ts';
import { arcOf } from './arc.ts';
import { type CellOrder, inCellOrder } from './cell-order.ts';
import { type ClusterTask, isGroup } from './cluster-task.ts';
import { rowsToCrowd } from './crowd.ts';
import { type Boxes, boxSize, spanRows, type Tree, weightedLoss } from './loss-space.ts';
import { leastBetween } from './range-least.ts';

/**
 * Mondrian (LeFevre, DeWitt and Ramakrishnan, ICDE 2006) along hierarchies: each group is cut where it gains most, at the next level of
 * a tree, such as the next character of a common prefix, at an hour, or at the median number, while every part keeps k subjects. Groups of at
 * most `largest` rows are left as they are: with 0 it goes on while anything is gained.
 */
export function hierarchyCuts(task: ClusterTask, input: Uint32Array, largest: number, ways: Ways = 'levels'): Partition {
  const rows = input.slice();
  const starts: number[] = [];
  const open = [0, rows.length]; // from and to of each open group; not recursion, as the tree can be deep
  while (open.length > 0) {
    const to = open.pop() as number;
    const from = open.pop() as number;
    const cut = to - from > Math.max(largest, task.k) ? bestCut(task, rows.subarray(from, to), ways) : undefined;
    if (cut === undefined) starts.push(from);
    else {
      rows.set(cut.rows, from);
      for (let p = cut.starts.length - 1; p >= 0; p--) open.push(from + cut.starts[p], from + (cut.starts[p + 1] ?? to - from)); // the first on top, so starts stay sorted
    }
  }
  return { rows, starts: Uint32Array.from([...starts, rows.length]) };
}

/** How trees are cut: at the next level alone, or between two leaves and around one as well. Greed may gain less in the end, so both are worth a try. */
export type Ways = 'levels' | 'leaves';

/** Below it a gain is a rounding error. */
const leastGain = 1e-9;

/** Rows reordered into parts, where each part begins, and how much loss there is less, over all rows. */
interface Cut {
  readonly rows: Uint32Array;
  readonly starts: readonly number[];
  readonly gain: number;
}

function bestCut(task: ClusterTask, rows: Uint32Array, ways: Ways): Cut | undefined {
  const { space } = task;
  const box = new Float64Array(boxSize(space));
  spanRows(space, rows, box, 0);
  let best: Cut | undefined;
  for (const [a, attribute] of space.attributes.entries()) {
    if (attribute.kind !== 'circle' && box[2 * a] === box[2 * a + 1]) continue; // one leaf, though it may lose something by itself
    const loss = weightedLoss(attribute, box[2 * a], box[2 * a + 1]);
    if (loss * rows.length <= (best?.gain ?? leastGain)) continue; // not even all of it would be as much
    const cut = cutAlong(task, a, { rows, box, loss }, ways);
    if (cut !== undefined && cut.gain > (best?.gain ?? leastGain)) best = cut;
  }
  return best;
}

/** Rows under one label. */
interface Uncut {
  readonly rows: Uint32Array;
  readonly box: Boxes;
  /** Of one attribute. */
  readonly loss: number;
}

function cutAlong(task: ClusterTask, a: number, { rows, box, loss }: Uncut, ways: Ways): Cut | undefined {
  const { space } = task;
  const attribute = space.attributes[a];
  switch (attribute.kind) {
    case 'tree': {
      const order = inCellOrder(space, a, rows);
      const byLevel = cutAtNextLevel(attribute, order, task, loss);
      if (ways === 'levels') return byLevel;
      const lossBetween = (first: number, last: number) => weightedLoss(attribute, first, last);
      return bestOf([
        byLevel,
        cutInTwo(order, task, { loss, lossBetween, choice: 'best' }),
        cutOneOut(order, task, { loss, lossBetween }),
      ]);
    }
    case 'circle': {
      const { start } = arcOf(box[2 * a]);
      const lossBetween = (first: number, last: number) =>
        attribute.weight * attribute.arcs[((start + first) % 24) * 25 + last - first + 1];
      return cutInTwo(inCellOrder(space, a, rows, start), task, { loss, lossBetween, choice: 'best' });
    }
    case 'line': {
      const lossBetween = (first: number, last: number) => weightedLoss(attribute, first, last);
      return cutInTwo(inCellOrder(space, a, rows), task, { loss, lossBetween, choice: 'median' });
    }
    default:
      return attribute satisfies never;
  }
}

/**
 * One part for each child that k subjects share. The others stay together under the name of their parent; where they are fewer than k,
 * the smallest of the children joins them.
 */
function cutAtNextLevel(tree: Tree, { rows, cells }: CellOrder, task: ClusterTask, loss: number): Cut | undefined {
  const level = leastBetween(tree.shared, cells[0] + 1, cells[cells.length - 1]);
  const children: number[] = [0];
  for (let i = 1; i < cells.length; i++)
    if (cells[i] !== cells[i - 1] && leastBetween(tree.shared, cells[i - 1] + 1, cells[i]) === level) children.push(i);
  children.push(cells.length);
  const parts: [from: number, to: number][] = [];
  const rest: [from: number, to: number][] = [];
  for (let c = 0; c + 1 < children.length; c++)
    (isGroup(task, rows.subarray(children[c], children[c + 1])) ? parts : rest).push([children[c], children[c + 1]]);
  const ordered = new Uint32Array(rows.length);
  let at = copyStretches(rows, rest, ordered, 0);
  if (at > 0 && !isGroup(task, ordered.subarray(0, at))) {
    if (parts.length < 2) return undefined;
    const smallest = parts.reduce((least, part) => (part[1] - part[0] < least[1] - least[0] ? part : least));
    parts.splice(parts.indexOf(smallest), 1);
    at = copyStretches(rows, [smallest], ordered, at);
    if (!isGroup(task, ordered.subarray(0, at))) return undefined;
  }
  const starts = at > 0 ? [0] : [];
  let gain = 0;
  for (const part of parts) {
    starts.push(at);
    at = copyStretches(rows, [part], ordered, at);
    gain += (part[1] - part[0]) * (loss - weightedLoss(tree, cells[part[0]], cells[part[1] - 1]));
  }
  return starts.length < 2 ? undefined : { rows: ordered, starts, gain };
}

/** The first of those that gain most. */
function bestOf(cuts: readonly (Cut | undefined)[]): Cut | undefined {
  return cuts.reduce((best, cut) => ((cut?.gain ?? 0) > (best?.gain ?? 0) ? cut : best));
}

/** One value that k subjects share, and the rest: where a branch has one value of many and several of few, neither its children nor two halves part well. */
function cutOneOut(
  { rows, cells }: CellOrder,
  task: ClusterTask,
  { loss, lossBetween }: Pick<Choosing, 'loss' | 'lossBetween'>,
): Cut | undefined {
  const { k } = task;
  const end = rows.length;
  let best: readonly [from: number, to: number] | undefined;
  let gain = leastGain;
  for (let from = 0, to = 0; from < end; from = to) {
    while (to < end && cells[to] === cells[from]) to++;
    const many = to - from;
    if (many < k || end - many < k) continue;
    const rest = lossBetween(from === 0 ? cells[to] : cells[0], to === end ? cells[from - 1] : cells[end - 1]);
    const gained = many * (loss - lossBetween(cells[from], cells[from])) + (end - many) * (loss - rest);
    if (gained <= gain || !isGroup(task, rows.subarray(from, to))) continue;
    if (!isGroup(task, withoutStretch(rows, from, to))) continue;
    best = [from, to];
    gain = gained;
  }
  if (best === undefined) return undefined;
  const [from, to] = best;
  const ordered = new Uint32Array(end);
  ordered.set(rows.subarray(from, to));
  ordered.set(withoutStretch(rows, from, to), to - from);
  return { rows: ordered, starts: [0, to - from], gain };
}

function withoutStretch(rows: Uint32Array, from: number, to: number): Uint32Array {
  const rest = new Uint32Array(rows.length - (to - from));
  rest.set(rows.subarray(0, from));
  rest.set(rows.subarray(to), from);
  return rest;
}

function copyStretches(
  rows: Uint32Array,
  stretches: readonly (readonly [number, number])[],
  into: Uint32Array,
  at: number,
): number {
  let end = at;
  for (const [from, to] of stretches) {
    into.set(rows.subarray(from, to), end);
    end += to - from;
  }
  return end;
}

/** What a cut between two cells is chosen by. */
interface Choosing {
  /** Of the rows under one label. */
  readonly loss: number;
  readonly lossBetween: (first: number, last: number) => number;
  /** Where most is gained, or nearest the median of those cuts with any gain. */
  readonly choice: 'best' | 'median';
}

/** Two parts, parted between two cells. */
function cutInTwo({ rows, cells }: CellOrder, task: ClusterTask, { loss, lossBetween, choice }: Choosing): Cut | undefined {
  const { tally, k, owed } = task;
  const end = rows.length;
  const least = rowsToCrowd(tally, rows, k);
  const most = end - rowsToCrowd(tally, rows, k, 'last');
  const isSound = (at: number) => isGroup(task, rows.subarray(0, at)) && isGroup(task, rows.subarray(at));
  let best = 0;
  let gain = leastGain;
  let tries = mostTried;
  for (let i = least; i <= most; i++) {
    if (cells[i] === cells[i - 1]) continue;
    const gained = i * (loss - lossBetween(cells[0], cells[i - 1])) + (end - i) * (loss - lossBetween(cells[i], cells[end - 1]));
    const nearer = Math.abs(2 * i - end) < Math.abs(2 * best - end);
    if (choice === 'best' ? gained > gain || (gained === gain && nearer) : gained > leastGain && nearer) {
      if (owed !== undefined && (tries-- <= 0 || !isSound(i))) continue;
      best = i;
      gain = gained;
    }
  }
  return best === 0 ? undefined : { rows, starts: [0, best], gain };
}

/** Borders at which sensitive values are looked at, each for as long as a group has rows. */
const mostTried = 256;
