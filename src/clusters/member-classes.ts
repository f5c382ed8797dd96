import { type BlockCells, orListed, spanCost } from './block-cells.ts';
import { countRow, growCounts, type ModelCounts, openCounts } from './model-counts.ts';
import type { Owed } from './value-models.ts';

/**
 * Classes of a block's rows that change row by row: what each spans, how often it has each value, and what it costs a record. A class that has no members is
 * free to be opened again.
 */
export interface Classes {
  readonly cells: BlockCells;
  readonly members: number[][];
  /** Of each row: its class, and its place among the members. */
  readonly classOf: Int32Array;
  readonly placeOf: Uint32Array;
  /** First and last value of class g in column c at [g * columns + c]; of a clock the bits of its hours in `first`. */
  first: Int32Array;
  last: Int32Array;
  /** How many different values there are. */
  different: Int32Array;
  /** How often class g has each value of the columns that are counted: those of column c from g * values + countAt[c] on. */
  counts: Uint32Array;
  readonly countAt: Uint32Array;
  /** What a record of class g costs in column c at [g * columns + c], and in all. */
  columnCost: Float64Array;
  cost: Float64Array;
  readonly values: number;
  /** By which subjects are counted; the last one counts the questions. */
  readonly marks: Uint32Array;
  readonly free: number[];
  /** What classes owe in sensitive columns, and whether subjects are weighed as well. */
  readonly models: readonly ModelCounts[];
  readonly repeats: boolean;
}

export function openClasses(cells: BlockCells, most: number, owed?: Owed): Classes {
  const width = cells.columns.length;
  const countAt = new Uint32Array(width);
  let values = 0;
  for (let c = 0; c < width; c++) {
    countAt[c] = values;
    if (cells.columns[c].counted) values += cells.columns[c].size;
  }
  const rows = cells.subjects.length;
  return {
    cells,
    members: [],
    classOf: new Int32Array(rows).fill(-1),
    placeOf: new Uint32Array(rows),
    first: new Int32Array(most * width),
    last: new Int32Array(most * width),
    different: new Int32Array(most * width),
    counts: new Uint32Array(most * values),
    countAt,
    columnCost: new Float64Array(most * width),
    cost: new Float64Array(most),
    values,
    marks: new Uint32Array(cells.subjectCount + 1),
    free: [],
    models: openCounts(owed?.models ?? [], most),
    repeats: owed?.repeats === true,
  };
}

/** An empty class. */
export function openClass(classes: Classes): number {
  const again = classes.free.pop();
  if (again !== undefined) return again;
  const { members, cells, values } = classes;
  const g = members.push([]) - 1;
  if (g < classes.cost.length) return g;
  const width = cells.columns.length;
  const more = 2 * classes.cost.length + 1;
  classes.first = grown(classes.first, more * width);
  classes.last = grown(classes.last, more * width);
  classes.different = grown(classes.different, more * width);
  const counts = new Uint32Array(more * values);
  counts.set(classes.counts);
  classes.counts = counts;
  const columnCost = new Float64Array(more * width);
  columnCost.set(classes.columnCost);
  classes.columnCost = columnCost;
  const cost = new Float64Array(more);
  cost.set(classes.cost);
  classes.cost = cost;
  growCounts(classes.models, more);
  return g;
}

function grown(numbers: Int32Array, size: number): Int32Array {
  const more = new Int32Array(size);
  more.set(numbers);
  return more;
}

export function addRow(classes: Classes, g: number, row: number): void {
  const { cells, members, classOf, placeOf, first, last, different, columnCost, counts, countAt, values } = classes;
  const { columns, codes } = cells;
  const width = columns.length;
  const empty = members[g].length === 0;
  classOf[row] = g;
  placeOf[row] = members[g].push(row) - 1;
  countRow(classes.models, g, row, 1);
  let cost = 0;
  for (let c = 0; c < width; c++) {
    const { counted, kind } = columns[c];
    const code = codes[row * width + c];
    const i = g * width + c;
    const fresh = !counted || counts[g * values + countAt[c] + code]++ === 0;
    if (empty) {
      first[i] = kind === 'clock' ? 1 << code : code;
      last[i] = code;
      different[i] = 1;
    } else if (fresh) {
      different[i]++;
      if (kind === 'clock') first[i] |= 1 << code;
      else if (code < first[i]) first[i] = code;
      else if (code > last[i]) last[i] = code;
    }
    if (empty || fresh) columnCost[i] = costOf(classes, c, i);
    cost += columnCost[i];
  }
  classes.cost[g] = cost;
}

export function removeRow(classes: Classes, row: number): void {
  const { cells, members, classOf, placeOf, first, last, different, columnCost, counts, countAt, values, free } = classes;
  const { columns, codes } = cells;
  const width = columns.length;
  const g = classOf[row];
  const mine = members[g];
  const moved = mine[mine.length - 1];
  mine[placeOf[row]] = moved;
  placeOf[moved] = placeOf[row];
  mine.pop();
  classOf[row] = -1;
  countRow(classes.models, g, row, -1);
  let cost = 0;
  for (let c = 0; c < width; c++) {
    const { counted, kind } = columns[c];
    const code = codes[row * width + c];
    const i = g * width + c;
    const base = g * values + countAt[c];
    if (!counted) {
      if (code === first[i]) first[i] = leastOf(classes, g, c, -1);
      if (code === last[i]) last[i] = mostOf(classes, g, c, -1);
      if (mine.length > 0) columnCost[i] = costOf(classes, c, i);
    } else if (--counts[base + code] === 0 && mine.length > 0) {
      different[i]--;
      if (kind === 'clock') first[i] &= ~(1 << code);
      else if (code === first[i]) first[i] = nextAbove(counts, base, code);
      else if (code === last[i]) last[i] = nextBelow(counts, base, code);
      columnCost[i] = costOf(classes, c, i);
    }
    if (mine.length > 0) cost += columnCost[i];
  }
  classes.cost[g] = cost;
  if (mine.length === 0) free.push(g);
}

/** The least value of a column among members, without row `out`. */
function leastOf({ members, cells: { codes, columns } }: Classes, g: number, c: number, out: number): number {
  const width = columns.length;
  let least = 0x7fffffff;
  for (const row of members[g]) if (row !== out && codes[row * width + c] < least) least = codes[row * width + c];
  return least;
}

function mostOf({ members, cells: { codes, columns } }: Classes, g: number, c: number, out: number): number {
  const width = columns.length;
  let most = 0;
  for (const row of members[g]) if (row !== out && codes[row * width + c] > most) most = codes[row * width + c];
  return most;
}

/** What the class of column place i costs there. */
const costOf = ({ cells, first, last, different }: Classes, c: number, i: number): number =>
  orListed(cells, c, spanCost(cells, c, first[i], last[i]), different[i]);

function nextAbove(counts: Uint32Array, base: number, code: number): number {
  let next = code + 1;
  while (counts[base + next] === 0) next++;
  return next;
}

function nextBelow(counts: Uint32Array, base: number, code: number): number {
  let next = code - 1;
  while (counts[base + next] === 0) next--;
  return next;
}

/** What a record of class g would cost without row `out`, or with `into`, or both; -1 for no row. A class of `out` alone is not asked. */
export function costAfter(classes: Classes, g: number, out: number, into: number): number {
  const { cells, columnCost } = classes;
  const { codes } = cells;
  const width = cells.counted.length;
  let cost = classes.cost[g];
  for (let c = 0, i = g * width; c < width; c++, i++) {
    if (out >= 0 && into >= 0 && codes[out * width + c] === codes[into * width + c]) continue;
    const leaves = out >= 0 && isAlone(classes, i, c, out);
    const enters = into >= 0 && (isFresh(classes, i, c, into) || (leaves && cells.counted[c] === 0));
    if (leaves || enters) cost += columnAfter(classes, i, leaves ? out : -1, enters ? into : -1) - columnCost[i];
  }
  return cost;
}

/** What a record of class g would cost with row `into`, which is never less; once it is sure to cost `enough` more than now, any number of at least that. */
export function costWith(classes: Classes, g: number, into: number, enough: number): number {
  const width = classes.cells.counted.length;
  const limit = classes.cost[g] + enough;
  let cost = classes.cost[g];
  for (let c = 0, i = g * width; c < width; c++, i++) {
    if (!isFresh(classes, i, c, into)) continue;
    cost += columnAfter(classes, i, -1, into) - classes.columnCost[i];
    if (cost > limit) return Number.POSITIVE_INFINITY;
  }
  return cost;
}

/** Whether the class of column place i may have another label in column c without a row. */
export function isAlone({ cells, counts, countAt, values, first, last }: Classes, i: number, c: number, row: number): boolean {
  const width = cells.counted.length;
  const code = cells.codes[row * width + c];
  if (cells.counted[c] === 0) return code === first[i] || code === last[i];
  return counts[((i - c) / width) * values + countAt[c] + code] === 1;
}

/** Whether the class of column place i has no such value in column c as a row has. */
export function isFresh({ cells, counts, countAt, values, first, last }: Classes, i: number, c: number, row: number): boolean {
  const width = cells.counted.length;
  const code = cells.codes[row * width + c];
  if (cells.counted[c] === 0) return code < first[i] || code > last[i];
  return counts[((i - c) / width) * values + countAt[c] + code] === 0;
}

/** What the class of column place i would cost there without row `out`, which alone has its value, and with the value of row `into`; -1 for no row. */
export function columnAfter(classes: Classes, i: number, out: number, into: number): number {
  const { cells, first, last, different, counts, countAt, values } = classes;
  const { counted, columns, codes } = cells;
  const width = counted.length;
  const c = i % width;
  const g = (i - c) / width;
  const gone = out < 0 ? -1 : codes[out * width + c];
  const come = into < 0 ? -1 : codes[into * width + c];
  let low = first[i];
  let high = last[i];
  if (columns[c].kind === 'clock') {
    if (gone >= 0) low &= ~(1 << gone);
    if (come >= 0) low |= 1 << come;
    return spanCost(cells, c, low, 0);
  }
  if (gone >= 0) {
    if (counted[c] === 0) {
      if (gone === low) low = leastOf(classes, g, c, out);
      if (gone === high) high = mostOf(classes, g, c, out);
    } else if (low === high) {
      low = come; // the only value there was
      high = come;
    } else if (gone === low) low = nextAbove(counts, g * values + countAt[c], gone);
    else if (gone === high) high = nextBelow(counts, g * values + countAt[c], gone);
  }
  if (come >= 0 && come < low) low = come;
  if (come >= 0 && come > high) high = come;
  return orListed(cells, c, spanCost(cells, c, low, high), different[i] - (gone >= 0 ? 1 : 0) + (come >= 0 ? 1 : 0));
}

/** Whether class g keeps k subjects without row `out` and with row `into`. Where it has far more members than k, it looks no further than it must. */
export function keepsCrowd(
  { cells, members, marks }: Classes,
  g: number,
  k: number,
  { out = -1, into = -1 }: { readonly out?: number; readonly into?: number },
): boolean {
  const { subjects, subjectCount } = cells;
  const mine = members[g];
  const size = mine.length - (out < 0 ? 0 : 1) + (into < 0 ? 0 : 1);
  if (size < k) return false;
  if (subjectCount === subjects.length) return true;
  const asked = ++marks[subjectCount]; // a subject was met where its mark is the number of the question
  let met = 0;
  if (into >= 0) {
    marks[subjects[into]] = asked;
    met = 1;
  }
  for (let i = 0; i < mine.length && met < k; i++) {
    if (mine[i] === out || marks[subjects[mine[i]]] === asked) continue;
    marks[subjects[mine[i]]] = asked;
    met++;
  }
  return met >= k;
}
