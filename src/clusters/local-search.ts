import { type QuickRandom, quickBelow, quickBits } from '../base/quick-random.ts';
import { addRow, type Classes, costAfter, keepsCrowd, removeRow } from './member-classes.ts';
import type { NearTuples } from './near-tuples.ts';
import { createAround } from './new-class.ts';
import { dissolve, narrow } from './scatter-rows.ts';
import { type Ground, gainWithout, type Leaving, type Still, slip } from './search-ground.ts';
import { moveOrSwap } from './swap-rows.ts';

/** How long a search goes on, and how much worse it may become on its way. */
export interface Search {
  readonly k: number;
  /** Steps for each row of a class that costs something. */
  readonly trials: number;
  /** Loss of one record that is accepted once in e times, at the start and at the end; 0 where nothing may become worse. */
  readonly from: number;
  readonly to: number;
  /** Rows that may be left out, and what each then costs. */
  readonly leaving: Leaving;
}

/**
 * Moves, swaps, opens and dissolves classes so that the loss of all records falls: descent, where steps that change nothing are taken too, or annealing
 * (Kirkpatrick, Gelatt and Vecchi, Science 1983) with a temperature that falls by the same share each step. Every class keeps k subjects at each step.
 * Where rows may be left out, one that has no class waits for one that it costs less in.
 */
export function searchLocally(
  classes: Classes,
  near: NearTuples,
  { k, trials, from, to, leaving }: Search,
  random: QuickRandom,
): void {
  const { classOf, members } = classes;
  const width = classes.cells.columns.length;
  const probes = { alone: new Float64Array(width), fresh: new Float64Array(width) };
  const ground: Ground = { classes, near, k, random, leaving, ...probes };
  const open = Uint32Array.from(classOf.keys()).filter((row) => classOf[row] < 0 || classes.cost[classOf[row]] > 0); // the others are well where they are
  const proposals = trials * open.length;
  const kinds = owesDistinct(classes) ? Math.max(20, 2 * k + 10) : Math.max(40, 2 * k + 20); // to open or dissolve a class of many is dear, and seldom pays
  const narrows = k > 10 ? 2 + Math.floor(kinds / 10) : 0;
  let heat = 0;
  for (let step = 0; step < proposals; step++) {
    if (from > 0 && step % 64 === 0) heat = from * (to / from) ** (step / proposals);
    const limit = heat > 0 ? heat * -Math.log(quickBits(random) / 4294967296) : 0;
    const row = open[quickBelow(random, open.length)];
    const home = classOf[row];
    if (home < 0) {
      takeBack(ground, row, limit);
      continue;
    }
    if (classes.cost[home] === 0 && members[home].length <= k) continue; // nothing to gain, and nobody to spare
    const kind = quickBelow(random, kinds);
    if (kind === 0) createAround(ground, row, limit);
    else if (kind === 1) dissolve(ground, home, limit);
    else if (kind === 2 && leaving.left > 0) leaveOut(ground, row, limit);
    else if (kind > 2 && kind <= narrows) narrow(ground, home, limit);
    else {
      const host = classOf[neighbourOf(ground, row)];
      if (host >= 0 && host !== home) moveOrSwap(ground, row, host, limit);
    }
  }
}

/** Where a class owes different values few rows may go one by one: to open and dissolve classes pays twice as often. */
const owesDistinct = ({ models }: Classes): boolean => models.some(({ model: { rule } }) => rule.kind === 'distinct');

/** Puts a row that was left out into the class of a near one. */
function takeBack(ground: Ground, row: number, limit: number): void {
  const { classes, leaving } = ground;
  const host = classes.classOf[neighbourOf(ground, row)];
  if (host < 0) return;
  const many = classes.members[host].length;
  const change = (many + 1) * costAfter(classes, host, -1, row) - many * classes.cost[host] - leaving.cost;
  if (change > limit + slip) return;
  addRow(classes, host, row);
  leaving.left++;
}

/** Leaves out whoever costs a class more than being lost does, after a search that may not have asked all of them. */
export function leaveOutliers(classes: Classes, near: NearTuples, k: number, leaving: Leaving): void {
  const ground = { classes, near, k, leaving };
  for (let g = 0; g < classes.members.length && leaving.left > 0; g++) dissolve(ground, g, 0);
  for (let row = 0; row < classes.classOf.length && leaving.left > 0; row++)
    if (classes.classOf[row] >= 0) leaveOut(ground, row, 0);
}

/** Leaves a row out that its class can spare. */
function leaveOut({ classes, k, leaving }: Still, row: number, limit: number): void {
  const home = classes.classOf[row];
  if (classes.members[home].length <= k || !keepsCrowd(classes, home, k, { out: row })) return;
  if (leaving.cost - gainWithout(classes, row) > limit + slip) return;
  removeRow(classes, row);
  leaving.left--;
}

/** A row of a near tuple, nearer ones more often. */
function neighbourOf({ classes: { cells }, near: { near, found, most }, random }: Ground, row: number): number {
  const t = cells.tuple[row];
  const u = quickBits(random) / 4294967296;
  const other = near[t * most + Math.floor(u * u * found[t])];
  const start = cells.tupleStarts[other];
  return cells.tupleRows[start + quickBelow(random, cells.tupleStarts[other + 1] - start)];
}
