import type { Circle, Line, Tree } from '../../clusters/loss-space.ts';
import { readyForLeast } from '../../clusters/range-least.ts';

/** Codes as a tree of prefixes: sorted by code points, neighbours share most. A label of s characters loses what the longest code has beyond them. */
export function prefixTree(codes: readonly string[], weight: number): Tree {
  const longest = codes.reduce((most, code) => Math.max(most, [...code].length), 1);
  const shared = codes.map((code, c) => (c === 0 ? 0 : sharedLength(codes[c - 1], code)));
  return tree(shared, longest, weight);
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

/** Values as leaves of a hierarchy, in tree order; `pathOf` gives the ancestors of a value from near to far. Flat without one. */
export function categoryTree(values: readonly string[], pathOf: (value: string) => readonly string[], weight: number): Tree {
  const height = Math.max(1, pathOf(values[0] ?? '').length);
  const shared = values.map((value, v) => (v === 0 ? 0 : sharedAncestors(pathOf(values[v - 1]), pathOf(value))));
  return tree(shared, height, weight);
}

/** Counted from the root, which all values share. */
function sharedAncestors(one: readonly string[], other: readonly string[]): number {
  const nearest = one.findIndex((ancestor, above) => ancestor === other[above]);
  return nearest < 0 ? 0 : one.length - nearest - 1;
}

/** Every level loses as much as the next. */
function tree(shared: readonly number[], height: number, weight: number): Tree {
  const losses = Float64Array.from({ length: height + 1 }, (_, level) => 1 - level / height);
  return { kind: 'tree', weight, shared: readyForLeast(shared), losses };
}

/** The clock, losing what the label of a run of hours will: hours within a quarter of the day are published as that quarter. */
export function clock(weight: number): Circle {
  const arcs = new Float64Array(24 * 25);
  for (let start = 0; start < 24; start++)
    for (let length = 1; length <= 24; length++) arcs[start * 25 + length] = (isWithinQuarter(start, length) ? 6 : length) / 24;
  return { kind: 'circle', weight, arcs };
}

export const isWithinQuarter = (start: number, length: number): boolean => (start % 6) + length <= 6;

export const line = (points: Float64Array, weight: number): Line => ({ kind: 'line', weight, points });
