import { type BlockCells, orListed, spanCost } from './block-cells.ts';
import { keepsValues, lackAfter, rowsNeeded } from './class-models.ts';
import { addRow, type Classes, costAfter, openClass, openClasses, removeRow } from './member-classes.ts';
import type { NearTuples } from './near-tuples.ts';
import { walkWithin } from './tuple-walk.ts';
import type { Owed } from './value-models.ts';

/**
 * Classes of k subjects grown one after the other, as k-member clustering does it (Byun, Kamra, Bertino and Li, DASFAA 2007), but from the densest tuple on
 * and not from the most distant: what lies close together is taken while all of it is there. Measured on Adult by names of hierarchies at k = 50 it loses a
 * quarter less. A class whose members are alike takes all that are; what is left over goes where it costs least. Of what is owed in sensitive columns a class
 * gets what it still needs at its end: the cheapest rows that bring it nearer, one by one.
 */
export function kMember(cells: BlockCells, { reach }: Pick<NearTuples, 'reach'>, k: number, owed?: Owed): Classes {
  const { tupleRows, tupleStarts, subjects, subjectCount } = cells;
  const classes = openClasses(cells, Math.ceil((1.2 * subjects.length) / k) + 1, owed);
  const count = tupleStarts.length - 1;
  const pile: Pile = {
    cells,
    ends: tupleStarts.slice(1),
    passed: new Int32Array(count).fill(-1),
    costs: new Float64Array(cells.valueCount),
  };
  const order = Array.from({ length: count }, (_, t) => t).sort((a, b) => reach[a] - reach[b] || a - b);
  const met = new Int32Array(subjectCount).fill(-1);
  let failures = 0;
  for (const [turn, seed] of order.entries()) {
    if (pile.ends[seed] === tupleStarts[seed]) continue;
    const g = openClass(classes);
    let company = takeNew(pile, classes, { g, turn, tuple: seed, met, k, company: 0 });
    while (company + rowsNeeded(classes, g) < k) {
      const next = cheapestTuple(pile, classes, g, (t) => pile.passed[t] !== turn);
      if (next < 0) break;
      company = takeNew(pile, classes, { g, turn, tuple: next, met, k, company });
    }
    if (classes.models.length > 0) company = takeNeeded(pile, classes, { g, turn, met, k, company });
    if (company < k) break; // too few are left for another class
    if (lackAfter(classes, g, -1, -1) > 0) {
      for (const row of [...classes.members[g]]) removeRow(classes, row);
      if (++failures === mostFailures) break; // the rest has too much of something
    } else if (classes.cost[g] === 0)
      while (pile.ends[seed] > tupleStarts[seed] && keepsValues(classes, g, -1, tupleRows[pile.ends[seed] - 1]))
        addRow(classes, g, tupleRows[--pile.ends[seed]]);
  }
  giveLeftovers(classes, k);
  return classes;
}

/** Classes that did not find what they owe, after which no other is begun. */
const mostFailures = 8;

/** Tuples that still have rows, and memory to compare them with. */
interface Pile {
  readonly cells: BlockCells;
  /** Where the rows that are left of each tuple end. */
  readonly ends: Uint32Array;
  /** The turn at which a tuple had nobody new. */
  readonly passed: Int32Array;
  readonly costs: Float64Array;
}

interface Taking {
  readonly g: number;
  /** Of the seed: a class that fails is opened again. */
  readonly turn: number;
  readonly tuple: number;
  /** The turn that each subject was met at last. */
  readonly met: Int32Array;
  readonly k: number;
  readonly company: number;
}

/** Takes rows of subjects that the class has not, until it has k, or has room only for what it owes; answers how many it has. */
function takeNew({ cells, ends, passed }: Pile, classes: Classes, { g, turn, tuple, met, k, company }: Taking): number {
  const { tupleRows, tupleStarts, subjects } = cells;
  let many = company;
  let kept = ends[tuple];
  for (let i = ends[tuple] - 1; i >= tupleStarts[tuple] && many < k; i--) {
    const row = tupleRows[i];
    if (met[subjects[row]] === turn) continue;
    if (classes.models.length > 0 && many > 0 && many + rowsNeeded(classes, g) >= k) break;
    met[subjects[row]] = turn;
    many++;
    addRow(classes, g, row);
    kept--;
    tupleRows[i] = tupleRows[kept];
    tupleRows[kept] = row; // taken ones lie behind the end
  }
  ends[tuple] = kept;
  passed[tuple] = turn;
  return many;
}

/** Takes the cheapest row that brings the class nearer to what it owes, again and again; once it owes nothing, those that change nothing of that, up to k. */
function takeNeeded(pile: Pile, classes: Classes, { g, turn, met, k, company }: Omit<Taking, 'tuple'>): number {
  const { cells, ends } = pile;
  const { tupleRows, tupleStarts, subjects } = cells;
  let many = company;
  for (;;) {
    const lack = lackAfter(classes, g, -1, -1);
    if (lack === 0 && many >= k) return many;
    const fits = (row: number) => {
      if (lack === 0) return met[subjects[row]] !== turn && lackAfter(classes, g, -1, row) === 0;
      return lackAfter(classes, g, -1, row) < lack;
    };
    let place = -1;
    const next = cheapestTuple(pile, classes, g, (t) => {
      for (let i = ends[t] - 1; i >= tupleStarts[t]; i--)
        if (fits(tupleRows[i])) {
          place = i;
          return true;
        }
      return false;
    });
    if (next < 0) return many;
    const row = tupleRows[place];
    tupleRows[place] = tupleRows[--ends[next]];
    tupleRows[ends[next]] = row;
    addRow(classes, g, row);
    if (met[subjects[row]] !== turn) many++;
    met[subjects[row]] = turn;
  }
}

/** The tuple that the class would cost least with, of those that may be taken; -1 where there is none. The last one asked about is the one taken. */
function cheapestTuple({ cells, ends, costs }: Pile, classes: Classes, g: number, mayTake: (tuple: number) => boolean): number {
  tableJoins(classes, g, costs);
  let least = Number.POSITIVE_INFINITY;
  let best = -1;
  walkWithin(cells.walk, costs, least, (t, cost) => {
    if (ends[t] === cells.tupleStarts[t] || !mayTake(t)) return least;
    least = cost;
    best = t;
    return cost;
  });
  return best;
}

/** What each value of each column would make the class cost there. */
function tableJoins({ cells, first, last, different, counts, countAt, values }: Classes, g: number, costs: Float64Array): void {
  const width = cells.columns.length;
  for (let c = 0; c < width; c++) {
    const { size, at, kind, counted } = cells.columns[c];
    const i = g * width + c;
    const base = g * values + countAt[c];
    for (let v = 0; v < size; v++) {
      if (kind === 'clock') costs[at + v] = Math.max(0, spanCost(cells, c, first[i] | (1 << v), 0));
      else
        costs[at + v] = orListed(
          cells,
          c,
          spanCost(cells, c, v < first[i] ? v : first[i], v > last[i] ? v : last[i]),
          different[i] + (counted && counts[base + v] === 0 ? 1 : 0),
        );
    }
  }
}

/** Rows without a class, and those of a class that found no k, go where the loss of all grows least. */
function giveLeftovers(classes: Classes, k: number): void {
  const { members, classOf, cells } = classes;
  const company = (g: number) => new Set(members[g].map((row) => cells.subjects[row])).size;
  const small = members.length > 0 && company(members.length - 1) < k ? members.length - 1 : -1;
  const rest: number[] = [];
  for (let row = 0; row < classOf.length; row++) if (classOf[row] < 0 || classOf[row] === small) rest.push(row);
  const hosts = members.map((_, g) => g).filter((g) => g !== small);
  if (hosts.length === 0) {
    const g = small < 0 || members[small].length === 0 ? openClass(classes) : small;
    for (const row of rest) if (classOf[row] < 0) addRow(classes, g, row);
    return;
  }
  for (const row of rest) {
    if (classOf[row] >= 0) removeRow(classes, row);
    const best = cheapestHost(classes, hosts, row, true);
    addRow(classes, best < 0 ? cheapestHost(classes, hosts, row, false) : best, row);
  }
}

/** Where a row costs least; where asked, of those classes only that owe nothing with it, or come nearer to it. */
function cheapestHost(classes: Classes, hosts: readonly number[], row: number, sound: boolean): number {
  const { members, models } = classes;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const g of hosts) {
    const many = members[g].length;
    const added = (many + 1) * costAfter(classes, g, -1, row) - many * classes.cost[g];
    if (added >= least) continue;
    if (sound && models.length > 0) {
      const lack = lackAfter(classes, g, -1, row);
      if (lack > 0 && lack >= lackAfter(classes, g, -1, -1)) continue;
    }
    least = added;
    best = g;
  }
  return best;
}
