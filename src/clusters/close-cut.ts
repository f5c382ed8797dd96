import { gatheredRows } from '../frame/gather.ts';
import { noValue } from '../frame/value-codes.ts';
import { orderByPlaces } from './order-by-places.ts';
import { lackOf, lackOfRows, type Owed, type ValueModel, type Weighed } from './value-models.ts';

/** Whether rows from..to keep what models ask of their values; each row is one subject. */
export const keepsModels = (owed: Owed, rows: Uint32Array, from: number, to: number): boolean =>
  lackOfRows({ ...owed, repeats: false }, rows.subarray(from, to), nobody) === 0;

const nobody = new Uint32Array(0);

/**
 * Cuts rows in two by their places; rows next to the cut trade sides, those of values that bring both sides nearest to what models ask for, until they keep it.
 * Answers whether they do; if not, rows stay as they were.
 */
export function closeCut(rows: Uint32Array, places: Float64Array, cut: number, owed: Owed): boolean {
  const ordered = gatheredRows(rows, orderByPlaces(places, rows.length));
  const kinds = kindsOf(ordered, owed.models);
  if (kinds.count > mostKinds) return false;
  const left = openSide(kinds, { from: cut - 1, to: -1, step: -1 }, owed.models);
  const right = openSide(kinds, { from: cut, to: rows.length, step: 1 }, owed.models);
  for (let lack = lackIn(left, owed) + lackIn(right, owed); lack > 0; ) {
    const found = bestTrade(left, right, owed, lack);
    if (found === undefined) return false;
    const one = left.nearest[found.goes][left.traded[found.goes]++];
    const other = right.nearest[found.comes][right.traded[found.comes]++];
    [ordered[one], ordered[other]] = [ordered[other], ordered[one]];
    trade(left, right, found.goes, found.comes);
    lack = found.lack;
  }
  for (const side of [ordered.subarray(0, cut), ordered.subarray(cut)]) side.sort(); // rows stay in ascending order, as with any other cut
  rows.set(ordered);
  return true;
}

/** Each trade looks at all pairs of kinds. */
const mostKinds = 32;

/** Rows that have the same values in all columns are of one kind. */
interface Kinds {
  readonly of: Uint32Array;
  readonly count: number;
  /** Of each kind, its value in each column. */
  readonly values: readonly (readonly number[])[];
}

function kindsOf(rows: Uint32Array, models: readonly ValueModel[]): Kinds {
  let of = new Uint32Array(rows.length);
  let values: (readonly number[])[] = [[]];
  for (const { codes } of models) {
    const known = new Map<number, number>();
    const next: (readonly number[])[] = [];
    of = of.map((before, i) => {
      const code = codes[rows[i]];
      const both = before * 4294967296 + code;
      const kind = known.get(both) ?? next.push([...values[before], code]) - 1;
      known.set(both, kind);
      return kind;
    });
    values = next;
  }
  return { of, count: values.length, values };
}

/** One side of a cut: how often it has each value, by model; places of each kind by their nearness to the cut, and how many of them were traded. */
interface Side {
  readonly held: { readonly weights: Uint32Array; total: number }[];
  readonly kinds: Kinds;
  readonly nearest: readonly number[][];
  readonly traded: Uint32Array;
}

interface Places {
  readonly from: number;
  readonly to: number;
  readonly step: 1 | -1;
}

function openSide(kinds: Kinds, { from, to, step }: Places, models: readonly ValueModel[]): Side {
  const side: Side = {
    held: models.map(({ values }) => ({ weights: new Uint32Array(values), total: 0 })),
    kinds,
    nearest: Array.from({ length: kinds.count }, () => []),
    traded: new Uint32Array(kinds.count),
  };
  for (let i = from; i !== to; i += step) {
    count(side, kinds.of[i], 1);
    side.nearest[kinds.of[i]].push(i);
  }
  return side;
}

function count({ held, kinds }: Side, kind: number, step: 1 | -1): void {
  for (let m = 0; m < held.length; m++) {
    const code = kinds.values[kind][m];
    if (code === noValue) continue;
    held[m].weights[code] += step;
    held[m].total += step;
  }
}

function lackIn({ held }: Side, { models }: Owed): number {
  let lack = 0;
  for (let m = 0; m < models.length; m++) {
    const { weights, total } = held[m];
    const weighed: Weighed = { weights, total, at: 0, values: weights.length };
    lack += lackOf(models[m].rule, weighed, 'records');
  }
  return lack;
}

function trade(left: Side, right: Side, goes: number, comes: number): void {
  count(left, goes, -1);
  count(left, comes, 1);
  count(right, comes, -1);
  count(right, goes, 1);
}

/** The two kinds whose trade leaves the least lack, less than there is; the first of equal ones. */
function bestTrade(
  left: Side,
  right: Side,
  owed: Owed,
  before: number,
): { readonly goes: number; readonly comes: number; readonly lack: number } | undefined {
  let best: { goes: number; comes: number; lack: number } | undefined;
  let least = before - leastGain;
  for (let goes = 0; goes < left.kinds.count; goes++)
    for (let comes = 0; comes < left.kinds.count; comes++) {
      if (goes === comes || !hasMore(left, goes) || !hasMore(right, comes)) continue;
      trade(left, right, goes, comes);
      const lack = lackIn(left, owed) + lackIn(right, owed);
      trade(left, right, comes, goes);
      if (lack >= least) continue;
      least = lack;
      best = { goes, comes, lack };
    }
  return best;
}

const hasMore = ({ nearest, traded }: Side, kind: number): boolean => traded[kind] < nearest[kind].length;

/** Less is rounding, and would trade for ever. */
const leastGain = 1e-12;
