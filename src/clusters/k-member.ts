import { type BlockCells, orListed, spanCost } from './block-cells.ts';
import { addRow, type Classes, costAfter, openClass, openClasses, removeRow } from './member-classes.ts';
import type { NearTuples } from './near-tuples.ts';

/**
 * Classes of k subjects grown one after the other, as k-member clustering does it (Byun, Kamra, Bertino and Li, DASFAA 2007), but from the densest tuple on
 * and not from the most distant: what lies close together is taken while all of it is there. Measured on Adult by names of hierarchies at k = 50 it loses a
 * quarter less. A class whose members are alike takes all that are; what is left over goes where it costs least.
 */
export function kMember(cells: BlockCells, { reach }: Pick<NearTuples, 'reach'>, k: number): Classes {
  const { tupleRows, tupleStarts, subjects, subjectCount } = cells;
  const classes = openClasses(cells, Math.ceil((1.2 * subjects.length) / k) + 1);
  const count = tupleStarts.length - 1;
  const pile: Pile = {
    cells,
    ends: tupleStarts.slice(1),
    alive: Uint32Array.from({ length: count }, (_, t) => t),
    left: count,
    passed: new Int32Array(count).fill(-1),
    places: placesOf(cells),
    costs: new Float64Array(cells.columns.reduce((sum, { size }) => sum + size, 0)),
  };
  const order = Array.from(pile.alive).sort((a, b) => reach[a] - reach[b] || a - b);
  const met = new Int32Array(subjectCount).fill(-1);
  for (const seed of order) {
    if (pile.ends[seed] === tupleStarts[seed]) continue;
    const g = openClass(classes);
    let company = takeNew(pile, classes, { g, tuple: seed, met, k, company: 0 });
    while (company < k) {
      const next = cheapestTuple(pile, classes, g);
      if (next < 0) break;
      company = takeNew(pile, classes, { g, tuple: next, met, k, company });
    }
    if (company < k) break; // too few are left for another class
    if (classes.cost[g] === 0) while (pile.ends[seed] > tupleStarts[seed]) addRow(classes, g, tupleRows[--pile.ends[seed]]);
  }
  giveLeftovers(classes, k);
  return classes;
}

/** Tuples that still have rows, and memory to compare them with. */
interface Pile {
  readonly cells: BlockCells;
  /** Where the rows that are left of each tuple end. */
  readonly ends: Uint32Array;
  readonly alive: Uint32Array;
  left: number;
  /** The class for which a tuple had nobody new. */
  readonly passed: Int32Array;
  readonly places: Uint32Array;
  readonly costs: Float64Array;
}

function placesOf({ columns, codes, tupleRows, tupleStarts }: BlockCells): Uint32Array {
  const width = columns.length;
  const places = new Uint32Array((tupleStarts.length - 1) * width);
  for (let t = 0; t + 1 < tupleStarts.length; t++)
    for (let c = 0; c < width; c++) places[t * width + c] = columns[c].at + codes[tupleRows[tupleStarts[t]] * width + c];
  return places;
}

interface Taking {
  readonly g: number;
  readonly tuple: number;
  /** The class that each subject was met in last. */
  readonly met: Int32Array;
  readonly k: number;
  readonly company: number;
}

/** Takes rows of subjects that the class has not, until it has k; answers how many it has. */
function takeNew({ cells, ends, passed }: Pile, classes: Classes, { g, tuple, met, k, company }: Taking): number {
  const { tupleRows, tupleStarts, subjects } = cells;
  let many = company;
  let kept = ends[tuple];
  for (let i = ends[tuple] - 1; i >= tupleStarts[tuple] && many < k; i--) {
    const row = tupleRows[i];
    if (met[subjects[row]] === g) continue;
    met[subjects[row]] = g;
    many++;
    addRow(classes, g, row);
    kept--;
    tupleRows[i] = tupleRows[kept];
    tupleRows[kept] = row; // taken ones lie behind the end
  }
  ends[tuple] = kept;
  passed[tuple] = g;
  return many;
}

/** The tuple that the class would cost least with; -1 where no other has somebody new. */
function cheapestTuple(pile: Pile, classes: Classes, g: number): number {
  const { cells, ends, alive, passed, places, costs } = pile;
  const width = cells.columns.length;
  tableJoins(classes, g, costs);
  let least = Number.POSITIVE_INFINITY;
  let best = -1;
  let left = 0;
  for (let i = 0; i < pile.left; i++) {
    const t = alive[i];
    if (ends[t] === cells.tupleStarts[t]) continue;
    alive[left++] = t;
    if (passed[t] === g) continue;
    let cost = 0;
    for (let c = 0, at = t * width; c < width && cost < least; c++, at++) cost += costs[places[at]];
    if (cost >= least) continue;
    least = cost;
    best = t;
  }
  pile.left = left;
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
      if (kind === 'clock') costs[at + v] = spanCost(cells, c, first[i] | (1 << v), 0);
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
    const g = small < 0 ? openClass(classes) : small;
    for (const row of rest) if (classOf[row] < 0) addRow(classes, g, row);
    return;
  }
  for (const row of rest) {
    if (classOf[row] >= 0) removeRow(classes, row);
    let best = hosts[0];
    let least = Number.POSITIVE_INFINITY;
    for (const g of hosts) {
      const many = members[g].length;
      const added = (many + 1) * costAfter(classes, g, -1, row) - many * classes.cost[g];
      if (added < least) {
        least = added;
        best = g;
      }
    }
    addRow(classes, best, row);
  }
}
