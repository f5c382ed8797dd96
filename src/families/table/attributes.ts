import type { Circle, Line, Tree } from '../../clusters/loss-space.ts';
import { readyForLeast } from '../../clusters/range-least.ts';
import type { TimeBins } from './time-bins.ts';

/** Codes as a tree of prefixes: sorted by code points, neighbours share most. A prefix loses what the longest code that begins with it has beyond it. */
export function prefixTree(codes: readonly string[], weight: number): Tree {
  const lengths = codes.map((code) => [...code].length);
  const shared = codes.map((code, c) => (c === 0 ? 0 : sharedLength(codes[c - 1], code)));
  return tree(
    shared,
    (length, first, last) => {
      if (length === 0) return 1;
      let longest = length;
      for (let c = first; c <= last; c++) longest = Math.max(longest, lengths[c]);
      return 1 - length / longest;
    },
    weight,
  );
}

/** How many characters two texts begin with alike; a character outside the first plane is one. */
export function sharedLength(one: string, other: string): number {
  const letters = [...other];
  let shared = 0;
  for (const letter of one) {
    if (letter !== letters[shared]) break;
    shared++;
  }
  return shared;
}

/**
 * Values as leaves of a hierarchy, in tree order; `pathOf` gives the ancestors of a value from near to far. Without one all or nothing. An ancestor loses
 * by the values of the input below it.
 */
export function categoryTree(values: readonly string[], pathOf: (value: string) => readonly string[], weight: number): Tree {
  const shared = values.map((value, v) => (v === 0 ? 0 : sharedAncestors(pathOf(values[v - 1]), pathOf(value))));
  return tree(shared, (_, first, last) => (last - first) / (values.length - 1), weight);
}

/** Counted from the root, which all values share. */
function sharedAncestors(one: readonly string[], other: readonly string[]): number {
  const nearest = one.findIndex((ancestor, above) => ancestor === other[above]);
  return nearest < 0 ? 0 : one.length - nearest - 1;
}

/** Bins of the clock or the calendar as leaves, ascending. */
export function binTree(leaves: Float64Array, { sharedBy, lossAt, leafLoss }: TimeBins, weight: number): Tree {
  const shared = Array.from(leaves, (bin, i) => (i === 0 ? 0 : sharedBy(leaves[i - 1], bin)));
  const spread = leaves[leaves.length - 1] - leaves[0];
  return { ...tree(shared, (level, first) => lossAt(level, leaves[first], spread), weight), leaf: leafLoss };
}

/**
 * Leaves with the level of the ancestor that each shares with the one before it; `lossOf` says what an ancestor at a level loses that spans leaves
 * first to last.
 */
function tree(shared: readonly number[], lossOf: (level: number, first: number, last: number) => number, weight: number): Tree {
  const lost = new Float64Array(shared.length).fill(1);
  const ends = nodeEnds(shared);
  for (let i = 1; i < shared.length; i++) lost[i] = lossOf(shared[i], ends.first[i], ends.last[i]);
  const losses = Float64Array.from(new Set([1, ...lost])).sort((a, b) => b - a);
  const places = new Map(Array.from(losses, (loss, place) => [loss, place]));
  const ready = readyForLeast(Array.from(lost, (loss, i) => (i === 0 ? 0 : Math.min(mostPlaces, places.get(loss) ?? 0))));
  return { kind: 'tree', weight, shared: ready, losses, leaf: 0 };
}

const mostPlaces = 0xffff; // of a tree with more different losses, the least ones count as one

/** The first and last leaf below the ancestor that each leaf shares with the one before it. */
function nodeEnds(shared: readonly number[]): { readonly first: Uint32Array; readonly last: Uint32Array } {
  const first = new Uint32Array(shared.length);
  const last = new Uint32Array(shared.length).fill(shared.length - 1);
  const open: number[] = [];
  for (let i = 1; i < shared.length; i++) {
    while (open.length > 0 && shared[open[open.length - 1]] > shared[i]) last[open.pop() as number] = i - 1;
    const above = open.at(-1);
    first[i] = above === undefined ? 0 : shared[above] === shared[i] ? first[above] : above;
    open.push(i);
  }
  return { first, last };
}

/** The clock in the words of tolls, losing what the label of a run of hours will: hours within a quarter of the day are published as that quarter. */
export function clock(weight: number): Circle {
  const arcs = new Float64Array(24 * 25);
  for (let start = 0; start < 24; start++)
    for (let length = 1; length <= 24; length++) arcs[start * 25 + length] = (isWithinQuarter(start, length) ? 6 : length) / 24;
  return { kind: 'circle', weight, arcs };
}

export const isWithinQuarter = (start: number, length: number): boolean => (start % 6) + length <= 6;

export const line = (points: Float64Array, weight: number): Line => ({ kind: 'line', weight, points });
