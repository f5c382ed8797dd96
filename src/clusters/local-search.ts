import { type QuickRandom, quickBelow, quickBits } from '../base/quick-random.ts';
import { keepsValues, lackAfter, rowsNeeded } from './class-models.ts';
import { addRow, type Classes, costAfter, costWith, keepsCrowd, openClass, removeRow } from './member-classes.ts';
import type { NearTuples } from './near-tuples.ts';

/** How long a search goes on, and how much worse it may become on its way. */
export interface Search {
  readonly k: number;
  readonly proposals: number;
  /** Loss of one record that is accepted once in e times, at the start and at the end; 0 where nothing may become worse. */
  readonly from: number;
  readonly to: number;
  /** Rows that may be left out, and what each then costs. */
  readonly leaving: Leaving;
}

/** Rows that may still be left out of every class. A record that is left out is wholly lost. */
export interface Leaving {
  left: number;
  readonly cost: number;
}

/**
 * Moves, swaps, opens and dissolves classes so that the loss of all records falls: descent, where steps that change nothing are taken too, or annealing
 * (Kirkpatrick, Gelatt and Vecchi, Science 1983) with a temperature that falls by the same share each step. Every class keeps k subjects at each step.
 * Where rows may be left out, one that has no class waits for one that it costs less in.
 */
export function searchLocally(
  classes: Classes,
  near: NearTuples,
  { k, proposals, from, to, leaving }: Search,
  random: QuickRandom,
): void {
  const { classOf, members } = classes;
  const ground: Ground = { classes, near, k, random, leaving };
  const rows = classOf.length;
  const kinds = Math.max(40, 2 * k + 20); // to open or dissolve a class of many is dear, and seldom pays
  for (let step = 0; step < proposals; step++) {
    const heat = from > 0 ? from * (to / from) ** (step / proposals) : 0;
    const limit = heat * -Math.log(quickBits(random) / 4294967296);
    const row = quickBelow(random, rows);
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
    else {
      const host = classOf[neighbourOf(ground, row)];
      if (host >= 0 && host !== home) moveOrSwap(ground, row, host, limit);
    }
  }
}

/** What every step needs. */
interface Ground {
  readonly classes: Classes;
  readonly near: NearTuples;
  readonly k: number;
  readonly random: QuickRandom;
  readonly leaving: Leaving;
}

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
function leaveOut({ classes, k, leaving }: Omit<Ground, 'random'>, row: number, limit: number): void {
  const home = classes.classOf[row];
  if (classes.members[home].length <= k || !keepsCrowd(classes, home, k, { out: row })) return;
  if (leaving.cost - gainWithout(classes, row) > limit + slip) return;
  removeRow(classes, row);
  leaving.left--;
}

/** Rounding must not make a loss of nothing look like one. */
const slip = 1e-12;

/** A row of a near tuple, nearer ones more often. */
function neighbourOf({ classes: { cells }, near: { near, found, most }, random }: Ground, row: number): number {
  const t = cells.tuple[row];
  const u = quickBits(random) / 4294967296;
  const other = near[t * most + Math.floor(u * u * found[t])];
  const start = cells.tupleStarts[other];
  return cells.tupleRows[start + quickBelow(random, cells.tupleStarts[other + 1] - start)];
}

/** Classes of more members are not looked through for a swap: theirs are mostly alike. */
const mostLooked = 12;

function moveOrSwap(ground: Ground, row: number, host: number, limit: number): void {
  const { classes, k, random } = ground;
  const { classOf, members, cost, cells } = classes;
  const home = classOf[row];
  const mine = members[home].length;
  const theirs = members[host].length;
  const before = mine * cost[home];
  let least = Number.POSITIVE_INFINITY;
  if (mine > k && maySpare(ground, row, host))
    least =
      (mine - 1) * costAfter(classes, home, row, -1) -
      before +
      (theirs + 1) * costAfter(classes, host, -1, row) -
      theirs * cost[host];
  let back = -1;
  if (least >= 0) {
    const tries = k <= 10 && theirs <= 2 * mostLooked ? theirs : Math.min(mostLooked, theirs);
    const start = quickBelow(random, theirs);
    for (let i = 0; i < tries; i++) {
      const other = members[host][(start + i) % theirs];
      if (cells.tuple[other] === cells.tuple[row]) continue; // nothing is gained
      const change = theirs * (costAfter(classes, host, other, row) - cost[host]);
      if (change - before >= least || change - before > limit) continue;
      const whole = change + mine * costAfter(classes, home, row, other) - before;
      if (
        whole >= least ||
        !keepsCrowd(classes, home, k, { out: row, into: other }) ||
        !keepsCrowd(classes, host, k, { out: other, into: row }) ||
        !keepsValues(classes, home, row, other) ||
        !keepsValues(classes, host, other, row)
      )
        continue;
      least = whole;
      back = other;
    }
  }
  if (!(least <= limit + slip)) return;
  removeRow(classes, row);
  if (back >= 0) removeRow(classes, back);
  addRow(classes, host, row);
  if (back >= 0) addRow(classes, home, back);
}

/** Whether a class may lose a row to another. */
const maySpare = ({ classes, k }: Ground, row: number, host: number): boolean =>
  keepsCrowd(classes, classes.classOf[row], k, { out: row }) &&
  keepsValues(classes, classes.classOf[row], row, -1) &&
  keepsValues(classes, host, -1, row);

/** A new class of a row and of near ones that their classes can spare, each time the one that costs least. */
function createAround({ classes, near: { near, found, most }, k }: Ground, row: number, limit: number): void {
  const { classOf, members, cells } = classes;
  const taken = new Map<number, number>();
  const spare = (other: number) => classOf[other] >= 0 && members[classOf[other]].length - (taken.get(classOf[other]) ?? 0) > k;
  if (!spare(row)) return;
  const t = cells.tuple[row];
  const candidates: number[] = [];
  for (let i = 0; i < found[t] && candidates.length < 4 * k; i++) {
    const other = near[t * most + i];
    for (let at = cells.tupleStarts[other]; at < cells.tupleStarts[other + 1] && candidates.length < 4 * k; at++) {
      const candidate = cells.tupleRows[at];
      if (candidate !== row && spare(candidate) && keepsValues(classes, classOf[candidate], candidate, -1))
        candidates.push(candidate);
    }
  }
  if (candidates.length < k - 1) return;
  const g = openClass(classes);
  const from: [row: number, home: number][] = [];
  const homes = new Map<number, number>();
  const met = new Set<number>();
  const takeIn = (other: number) => {
    const home = classOf[other];
    if (!homes.has(home)) homes.set(home, members[home].length * classes.cost[home]);
    met.add(cells.subjects[other]);
    removeRow(classes, other);
    addRow(classes, g, other);
    from.push([other, home]);
  };
  takeIn(row);
  const atOnce = k <= 10 ? 1 : k >> 3;
  const gains = new Float64Array(candidates.length).fill(Number.NaN); // of their classes without them, worked out when asked for
  for (let lack = lackAfter(classes, g, -1, -1); met.size < k || lack > 0; lack = lackAfter(classes, g, -1, -1)) {
    const full = lack > 0 && met.size + rowsNeeded(classes, g) >= k; // what comes now must bring the class nearer to what it owes
    const priced: [cost: number, place: number][] = [];
    for (const [place, other] of candidates.entries()) {
      if (other < 0 || members[classOf[other]].length <= k || met.has(cells.subjects[other])) continue;
      if (full && lackAfter(classes, g, -1, other) >= lack) continue;
      if (Number.isNaN(gains[place])) gains[place] = gainWithout(classes, other);
      priced.push([k * costAfter(classes, g, -1, other) - gains[place], place]);
    }
    if (priced.length === 0) break;
    priced.sort(([a, i], [b, j]) => a - b || i - j);
    for (const [, place] of priced.slice(0, full ? 1 : atOnce)) {
      const other = candidates[place];
      if ((met.size >= k && !full) || members[classOf[other]].length <= k || met.has(cells.subjects[other])) continue;
      const home = classOf[other];
      takeIn(other);
      candidates[place] = -1;
      for (const [left, one] of candidates.entries()) if (one >= 0 && classOf[one] === home) gains[left] = Number.NaN;
    }
  }
  let change = members[g].length * classes.cost[g];
  let sound = met.size >= k && keepsValues(classes, g, -1, -1);
  for (const [home, before] of homes) {
    change += members[home].length * classes.cost[home] - before;
    sound &&= keepsCrowd(classes, home, k, {}) && keepsValues(classes, home, -1, -1);
  }
  if (sound && change <= limit + slip) return;
  for (const [other, home] of from.reverse()) {
    removeRow(classes, other);
    addRow(classes, home, other);
  }
}

function gainWithout(classes: Classes, row: number): number {
  const home = classes.classOf[row];
  const many = classes.members[home].length;
  return many * classes.cost[home] - (many - 1) * costAfter(classes, home, row, -1);
}

/** Classes that each member of a dissolved one looks at. */
const mostHosts = 24;

/** Puts each member of a class where it costs least, or leaves it out where that costs less. */
function dissolve(
  { classes, near: { near, found, most }, leaving: out }: Omit<Ground, 'random'>,
  home: number,
  limit: number,
): void {
  const { classOf, members, cells } = classes;
  const leaving = [...members[home]];
  if (leaving.length > 4 * mostHosts) return;
  let change = -leaving.length * classes.cost[home];
  if (change === 0) return;
  const placed: number[] = [];
  for (const row of leaving) {
    const t = cells.tuple[row];
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    let seen = 0;
    let before = -1;
    for (let i = 0; i < found[t] && seen < mostHosts; i++) {
      const other = near[t * most + i];
      for (let at = cells.tupleStarts[other]; at < cells.tupleStarts[other + 1] && seen < mostHosts; at++) {
        const g = classOf[cells.tupleRows[at]];
        if (g < 0 || g === home || g === before) continue;
        before = g;
        seen++;
        const many = members[g].length;
        const enough = (least - classes.cost[g]) / (many + 1) + slip; // more would not be the least
        const added = (many + 1) * costWith(classes, g, row, enough) - many * classes.cost[g];
        if (added >= least || !keepsValues(classes, g, -1, row)) continue;
        least = added;
        best = g;
      }
    }
    const goes = out.left > 0 && out.cost < least;
    change += goes ? out.cost : least;
    if ((best < 0 && !goes) || change > limit + slip) break;
    removeRow(classes, row);
    if (goes) out.left--;
    else addRow(classes, best, row);
    placed.push(row);
  }
  if (placed.length === leaving.length) return;
  const again = members[home].length === 0 ? openClass(classes) : home;
  for (const row of placed) {
    if (classOf[row] < 0) out.left++;
    else removeRow(classes, row);
    addRow(classes, again, row);
  }
}
