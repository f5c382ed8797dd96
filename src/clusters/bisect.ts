import { gatheredRows } from '../frame/gather.ts';
import type { Partition } from '../frame/partition.ts';
import { closeCut, keepsModels } from './close-cut.ts';
import { type CutScratch, cutScratch, middle, partRows } from './cuts.ts';
import { type DiverseRules, diverseCut, mostGroups } from './diverse-cut.ts';
import { type Diversity, isDiverse } from './diversity.ts';
import { holdBlock, type Placing, placingOf } from './leading-axis.ts';
import { orderByPlaces } from './order-by-places.ts';
import type { Points } from './points.ts';
import { lendWithin } from './points-memory.ts';
import { type Owed, owedByRows, tightenModels } from './value-models.ts';

interface BisectRules {
  readonly k: number;
  /** 2k - 1 at least. */
  readonly largest: number;
  readonly diversity?: Diversity | undefined;
  /** The share of the groups that diverse values allow which a cut must leave possible, all where left out; with 0 it is enough that both sides are diverse. */
  readonly kept?: number | undefined;
  /** What models ask of the values of every part, where they ask for anything. */
  readonly owed?: Owed | undefined;
  /** The share of the room that models leave which a cut along the axis may use up, all where left out; rows trade sides or are halved by value where it would use more. */
  readonly tight?: number | undefined;
}

/**
 * Halves the rows along their leading axis, at the multiple of k nearest the middle, until no part is larger than `largest`. Of equal rows the earlier goes left. Where values must be diverse, a part is left whole that no cut leaves diverse, and cuts keep as many groups possible as asked for.
 */
export function bisect(points: Points, input: Uint32Array, rules: BisectRules): Partition {
  const rows = input.slice();
  const starts: number[] = [];
  const most = mostHeld(points);
  const scratch = cutScratch(rows.length > most ? rows.length : 0);
  const far = { rules, scratch, placing: placingOf(points), most };
  for (const { start, end } of partsOf(rows, far)) {
    const part = rows.subarray(start, end);
    if (part.length > most) starts.push(start);
    else for (const own of bisectHeld(points, part, rules)) starts.push(start + own);
  }
  return { rows, starts: Uint32Array.from([...starts, rows.length]) };
}

/** Rows whose coordinates are copied together once: on the way to groups of a few they are looked at a hundred times. */
const mostHeld = ({ from, to }: Points): number => Math.max(512, Math.floor(heldBytes / (4 * (to - from))));

const heldBytes = 1 << 23;

/** Cuts a part that is held as a whole; answers where its parts begin. */
function bisectHeld(points: Points, part: Uint32Array, rules: BisectRules): readonly number[] {
  return lendWithin(() => {
    const { rows, places, placing } = holdBlock(points, part);
    const { diversity, owed } = rules;
    const own = diversity && { ...diversity, codes: diversity.codes.map((column) => gatheredRows(column, part)) };
    const scratch = { ...cutScratch(part.length), values: places };
    const cut = { rules: { ...rules, diversity: own, owed: owedByRows(owed, part) }, scratch, placing, most: 0 };
    const starts = Array.from(partsOf(rows, cut), ({ start }) => start);
    part.set(gatheredRows(part, rows));
    return starts;
  });
}

interface Cutting {
  readonly rules: BisectRules;
  readonly scratch: CutScratch;
  readonly placing: Placing;
  /** Parts of so many rows are left as they are. */
  readonly most: number;
}

/** The parts of rows that are put in their order, from left to right. */
function* partsOf(rows: Uint32Array, cutting: Cutting): Generator<{ readonly start: number; readonly end: number }> {
  const { k, largest } = cutting.rules;
  const most = Math.max(largest, 2 * k - 1, cutting.most);
  const open = [0, rows.length]; // from and to of each open part; not recursion, as the tree can be deep
  while (open.length > 0) {
    const end = open.pop() as number;
    const start = open.pop() as number;
    const cut = end - start > most ? cutOf(rows.subarray(start, end), cutting) : 0;
    if (cut === 0) yield { start, end };
    else open.push(start + cut, end, start, start + cut); // left on top, so starts stay sorted
  }
}

function cutOf(rows: Uint32Array, { rules: asked, scratch, placing }: Cutting): number {
  const { k, diversity, kept = 1, owed, tight = 1 } = asked;
  const cut = middle(rows.length, k);
  const { values } = scratch;
  const spread = placing.aim(rows);
  const placeRows = () => {
    if (spread) placing.place(rows, values);
    else for (let i = 0; i < rows.length; i++) values[i] = i;
  };
  placeRows();
  if (spread) partRows(rows, cut, scratch);
  if (diversity === undefined && owed === undefined) return cut;
  const areClose = (at: number, share = 1) => owed === undefined || areBothClose(tightenModels(owed, rows, share), rows, at);
  const areDiverse = (at: number) => diversity === undefined || areBothDiverse(diversity, rows, at);
  if (diversity === undefined) {
    if (areClose(cut, tight)) return cut;
  } else {
    const rules = { k, diversity, kept };
    if (areDiverse(cut) && leavesEnough(rows, cut, rules) && areClose(cut, tight)) return cut;
    placeRows();
    const diverse = kept > 0 ? diverseCut(rows, values, rules) : 0;
    if (diverse > 0 && areClose(diverse)) return diverse;
  }
  if (owed !== undefined) {
    placeRows();
    if (closeCut(rows, values, cut, tightenModels(owed, rows, Math.max(tight, leastTight))) && areDiverse(cut)) return cut;
  }
  for (const column of columnsOf(diversity, owed)) {
    placeRows();
    halveValues(values, rows, column);
    partRows(rows, cut, scratch);
    if (areDiverse(cut) && areClose(cut)) return cut;
  }
  return 0;
}

function leavesEnough(rows: Uint32Array, cut: number, rules: DiverseRules): boolean {
  if (rules.kept === 0) return true;
  return mostGroups(rows.subarray(0, cut), rules) + mostGroups(rows.subarray(cut), rules) >= rules.kept * mostGroups(rows, rules);
}

/** Sides that trade rows until they are as all are would trade half of them. */
const leastTight = 0.5;

const areBothDiverse = (diversity: Diversity, rows: Uint32Array, cut: number): boolean =>
  isDiverse(diversity, rows, 0, cut) && isDiverse(diversity, rows, cut, rows.length);

const areBothClose = (owed: Owed, rows: Uint32Array, cut: number): boolean =>
  keepsModels(owed, rows, 0, cut) && keepsModels(owed, rows, cut, rows.length);

/** Columns whose values matter, each once. */
export const columnsOf = (diversity: Diversity | undefined, owed: Owed | undefined): ReadonlySet<Uint32Array> =>
  new Set([...(diversity?.codes ?? []), ...(owed?.models.map(({ codes }) => codes) ?? [])]);

/**
 * Makes places along the axis to places among the rows of the same sensitive value, from 0 to 1: a cut by these halves the rows of each value,
 * so that both sides have some of all where values go with the axis, and neighbours stay together.
 */
function halveValues(places: Float64Array, rows: Uint32Array, column: Uint32Array): void {
  const order = orderByPlaces(places, rows.length);
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
