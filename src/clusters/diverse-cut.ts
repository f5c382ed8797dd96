import { gatheredRows } from '../frame/gather.ts';
import { noValue } from '../frame/value-codes.ts';
import type { Diversity } from './diversity.ts';
import { orderByPlaces } from './order-by-places.ts';

export interface DiverseRules {
  readonly k: number;
  readonly diversity: Diversity;
  /** The share of the groups that could be formed which a cut may leave possible without trading. */
  readonly kept: number;
}

type GroupRules = Pick<DiverseRules, 'k' | 'diversity'>;

/** Groups that rows could form at most, of k rows with l distinct values of each column; of some columns together at times fewer. */
export function mostGroups(rows: Uint32Array, { k, diversity }: GroupRules): number {
  let most = Math.floor(rows.length / k);
  for (const column of diversity.codes) most = mostOfColumn(rows, column, diversity.l, most);
  return most;
}

/** By halving: where g groups can be formed of one column's values, fewer can. */
function mostOfColumn(rows: Uint32Array, column: Uint32Array, l: number, atMost: number): number {
  const counts = new Uint32Array(valuesOf(rows, column));
  for (let i = 0; i < rows.length; i++) if (column[rows[i]] !== noValue) counts[column[rows[i]]]++;
  let [most, tooMany] = [0, atMost + 1];
  while (most + 1 < tooMany) {
    const groups = (most + tooMany) >> 1;
    let useful = 0;
    for (let code = 0; code < counts.length; code++) useful += counts[code] < groups ? counts[code] : groups;
    if (useful >= l * groups) most = groups;
    else tooMany = groups;
  }
  return most;
}

/** One more than the largest code of some rows; codes are counted from 0 on. */
function valuesOf(rows: Uint32Array, column: Uint32Array): number {
  let values = 0;
  for (let i = 0; i < rows.length; i++) {
    const code = column[rows[i]];
    if (code >= values && code !== noValue) values = code + 1;
  }
  return values;
}

/**
 * Cuts rows in two where they can still form the most groups together, near the middle of their places. Where that leaves fewer than the share asked for, rows next to
 * the cut trade sides, those of values that one side lacks for others it can spare, until all are possible. Answers how many come first, or 0 where one side would lack l values.
 */
export function diverseCut(rows: Uint32Array, places: Float64Array, rules: DiverseRules): number {
  const { k } = rules;
  const size = rows.length;
  const most = mostGroups(rows, rules);
  if (most < 2) return 0;
  const ordered = gatheredRows(rows, orderByPlaces(places, size));
  let { cut, groups } = bestCut(ordered, rules);
  if (groups < Math.max(2, rules.kept * most)) {
    const first = Math.min(Math.max(1, Math.round((most * cut) / size)), most - 1);
    cut = Math.min(Math.max(cut, first * k), size - (most - first) * k);
    tradeSides(ordered, cut, [first, most - first], rules.diversity);
  }
  const sides = [ordered.subarray(0, cut), ordered.subarray(cut)];
  if (sides.some((side) => mostGroups(side, rules) === 0)) return 0;
  for (const side of sides) side.sort(); // rows stay in ascending order, as with any other cut
  rows.set(ordered);
  return cut;
}

/** The most groups with l distinct values of one column, kept up as rows come: g groups can use g rows of a value, and need l * g. */
interface Supply {
  readonly column: Uint32Array;
  readonly l: number;
  readonly counts: Uint32Array;
  /** How many values have n rows or more, at [n]. */
  readonly reached: Uint32Array;
  groups: number;
  /** Rows that one group more could use. */
  useful: number;
}

const openSupply = (rows: Uint32Array, column: Uint32Array, l: number): Supply => ({
  ...{ column, l, groups: 0, useful: 0 },
  counts: new Uint32Array(valuesOf(rows, column)),
  reached: new Uint32Array(rows.length + 2),
});

function addRow(supply: Supply, row: number): void {
  const { column, l, counts, reached } = supply;
  const code = column[row];
  if (code === noValue) return;
  const count = ++counts[code];
  reached[count]++;
  if (count > supply.groups + 1) return;
  supply.useful++;
  while (supply.useful >= l * (supply.groups + 1)) {
    supply.groups++;
    supply.useful += reached[supply.groups + 1];
  }
}

/** The cut that leaves the most groups possible, at least one on each side if there is such a cut; of equal ones that nearest the middle. */
function bestCut(ordered: Uint32Array, { k, diversity }: GroupRules): { cut: number; groups: number } {
  const size = ordered.length;
  const before = new Uint32Array(size + 1);
  const after = new Uint32Array(size + 1);
  for (let i = 0; i <= size; i++) {
    before[i] = Math.floor(i / k);
    after[i] = Math.floor((size - i) / k);
  }
  for (const column of diversity.codes) {
    const [left, right] = [openSupply(ordered, column, diversity.l), openSupply(ordered, column, diversity.l)];
    for (let i = 0; i <= size; i++) {
      before[i] = Math.min(before[i], left.groups);
      after[size - i] = Math.min(after[size - i], right.groups);
      if (i === size) break;
      addRow(left, ordered[i]);
      addRow(right, ordered[size - 1 - i]);
    }
  }
  const middle = size >> 1;
  let best = { cut: middle, groups: 0 };
  for (let off = 0; off <= size * farthest; off++)
    for (const cut of [middle - off, middle + off]) {
      if (before[cut] === 0 || after[cut] === 0 || before[cut] + after[cut] <= best.groups) continue;
      best = { cut, groups: before[cut] + after[cut] };
    }
  return best;
}

/** So far from the middle a cut may be, as a share of all rows. */
const farthest = 0.25;

/** One side of a cut: how often it has each value of each column, and how many useful rows it lacks for its groups. */
interface Side {
  readonly groups: number;
  readonly counts: readonly Map<number, number>[];
  readonly lacks: number[];
}

/** Rows on both sides trade places, those nearest the cut first, for as long as that makes up for something a side lacks. */
function tradeSides(ordered: Uint32Array, cut: number, groups: readonly [number, number], { codes, l }: Diversity): void {
  const left = openSide(ordered.subarray(0, cut), groups[0], codes, l);
  const right = openSide(ordered.subarray(cut), groups[1], codes, l);
  const looked: number[] = []; // how far out on the right nobody is of use to one like this on the left
  for (let one = cut - 1; one >= 0 && lackOf(left) + lackOf(right) > 0; one--) {
    const use = useOf(ordered[one], left, right, codes);
    for (let other = looked[use] ?? cut; other < ordered.length; other++) {
      looked[use] = other;
      const [goes, comes] = [ordered[one], ordered[other]];
      if (gainOf(left, goes, comes, codes) + gainOf(right, comes, goes, codes) <= 0) continue;
      replace(left, goes, comes, codes);
      replace(right, comes, goes, codes);
      ordered[one] = comes;
      ordered[other] = goes;
      break;
    }
  }
}

const lackOf = ({ lacks }: Side): number => lacks.reduce((sum, lack) => sum + Math.max(0, lack), 0);

function openSide(rows: Uint32Array, groups: number, codes: Diversity['codes'], l: number): Side {
  const counts = codes.map((column) => {
    const own = new Map<number, number>();
    for (const row of rows) own.set(column[row], (own.get(column[row]) ?? 0) + 1);
    own.delete(noValue);
    return own;
  });
  const lacks = counts.map((own) => {
    let useful = 0;
    for (const count of own.values()) useful += Math.min(count, groups);
    return l * groups - useful;
  });
  return { groups, counts, lacks };
}

/** In each column: whether its own side can spare a row, and whether the other has use for it. */
function useOf(row: number, own: Side, other: Side, codes: Diversity['codes']): number {
  let use = 0;
  for (let c = 0; c < codes.length; c++) {
    const code = codes[c][row];
    use = 4 * use + (isSpare(own, c, code) ? 1 : 0) + (isWanted(other, c, code) ? 2 : 0);
  }
  return use;
}

const isSpare = ({ counts, groups }: Side, c: number, code: number): boolean =>
  code === noValue || (counts[c].get(code) ?? 0) > groups;
const isWanted = ({ counts, groups }: Side, c: number, code: number): boolean =>
  code !== noValue && (counts[c].get(code) ?? 0) < groups;

/** How much less a side lacks with one row in another's stead. */
function gainOf(side: Side, goes: number, comes: number, codes: Diversity['codes']): number {
  let gain = 0;
  for (let c = 0; c < codes.length; c++) {
    const lack = side.lacks[c];
    gain += Math.max(0, lack) - Math.max(0, lack - usefulMore(side, c, codes[c][goes], codes[c][comes]));
  }
  return gain;
}

const usefulMore = (side: Side, c: number, goes: number, comes: number): number =>
  goes === comes ? 0 : (isWanted(side, c, comes) ? 1 : 0) - (isSpare(side, c, goes) ? 0 : 1);

function replace(side: Side, goes: number, comes: number, codes: Diversity['codes']): void {
  for (let c = 0; c < codes.length; c++) {
    const own = side.counts[c];
    const [gone, come] = [codes[c][goes], codes[c][comes]];
    side.lacks[c] -= usefulMore(side, c, gone, come);
    if (gone !== noValue) own.set(gone, (own.get(gone) ?? 0) - 1);
    if (come !== noValue) own.set(come, (own.get(come) ?? 0) + 1);
  }
}
