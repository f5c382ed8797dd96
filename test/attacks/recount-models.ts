import assert from 'node:assert/strict';
import type { Row } from './rows.ts';

export interface Member {
  readonly of: Row;
}

export const normal = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** Who is behind a row: by the normal form of the id, unless spelling means something. */
export const personOf = (of: Row, policy: object): string =>
  'subjectSpelling' in policy && policy.subjectSpelling === 'exact' ? of.id : normal(of.id);

interface Closeness {
  readonly column: string;
  readonly t: number;
  readonly distance: string;
}

interface Models {
  readonly l?: number;
  readonly t?: number;
  readonly diversity?: { readonly column: string; readonly kind: string; readonly l: number; readonly c?: number };
  readonly alpha?: { readonly column: string; readonly share: number };
  readonly closeness?: Closeness | readonly Closeness[];
}

/** What is promised of the sensitive values of every class: by records, and by subjects, of whom each has one place that its records share. */
export function recountModels(
  policy: object,
  classes: readonly (readonly Member[])[],
  columns: readonly string[],
  tree?: ReadonlyMap<string, readonly string[]>,
): void {
  const { l, t, diversity, alpha, closeness } = policy as Models; // as it was drawn
  const all = classes.flat();
  for (const members of classes)
    for (const weigh of [byRecords, byPeople(policy)]) {
      const of = (column: string) => weigh(members, column);
      const whole = (column: string) => weigh(all, column);
      if (l !== undefined && l > 1) for (const column of columns) check(of(column).size >= l, 'too few values');
      if (t !== undefined) for (const column of columns) check(apart(of(column), whole(column)) <= t, 'values too far from all');
      if (diversity !== undefined) check(isDiverse(of(diversity.column), diversity), `not ${diversity.kind} diverse`);
      if (alpha !== undefined) check(Math.max(...shares(of(alpha.column))) <= alpha.share + slack, 'one value too frequent');
      for (const { column, t: most, distance } of [closeness ?? []].flat())
        check(distanceOf(distance, tree)(of(column), whole(column)) <= most, `values too far from all, ${distance}`);
    }
}

type Shares = ReadonlyMap<string, number>;
const slack = 1e-9;
const check = (holds: boolean, what: string): void => assert.ok(holds, what);
const shares = (values: Shares): number[] => [...values.values()].toSorted((one, other) => other - one);

function byRecords(members: readonly Member[], column: string): Shares {
  return scaled(members.flatMap(({ of }) => (of[column] === '' ? [] : [[plainValue(of, column), 1] as const])));
}

const byPeople = (policy: object) =>
  function byPeople(members: readonly Member[], column: string): Shares {
    const filled = members.filter(({ of }) => of[column] !== '');
    const records = new Map<string, number>();
    for (const { of } of filled) records.set(personOf(of, policy), (records.get(personOf(of, policy)) ?? 0) + 1);
    return scaled(filled.map(({ of }) => [plainValue(of, column), 1 / (records.get(personOf(of, policy)) ?? 1)] as const));
  };

const plainValue = (of: Row, column: string): string => (column === 'toll' ? String(Number(of.toll) + 0) : normal(of[column]));

/** Weights by value, one in all. */
function scaled(weights: readonly (readonly [string, number])[]): Shares {
  const sum = weights.reduce((before, [, weight]) => before + weight, 0);
  const values = new Map<string, number>();
  for (const [value, weight] of weights) values.set(value, (values.get(value) ?? 0) + weight / sum);
  return values;
}

function isDiverse(values: Shares, { kind, l, c = 1 }: NonNullable<Models['diversity']>): boolean {
  const sorted = shares(values);
  if (kind === 'distinct') return sorted.length >= l;
  if (kind === 'entropy') return -sorted.reduce((sum, share) => sum + share * Math.log(share), 0) >= Math.log(l) - slack;
  return sorted[0] < c * sorted.slice(l - 1).reduce((sum, share) => sum + share, 0) + slack;
}

/** Earth mover's distance where any two values are one apart, less what rounding may add. */
function apart(some: Shares, all: Shares): number {
  const names = new Set([...some.keys(), ...all.keys()]);
  return [...names].reduce((sum, name) => sum + Math.abs((some.get(name) ?? 0) - (all.get(name) ?? 0)), 0) / 2 - slack;
}

/** The same where numbers that are neighbours among those that occur are one step of m - 1 apart. */
function apartInOrder(some: Shares, all: Shares): number {
  const names = [...all.keys()].toSorted((one, other) => Number(one) - Number(other));
  let carried = 0;
  let sum = 0;
  for (const name of names) {
    carried += (some.get(name) ?? 0) - (all.get(name) ?? 0);
    sum += Math.abs(carried);
  }
  return sum / Math.max(1, names.length - 1) - slack;
}

function distanceOf(distance: string, tree: ReadonlyMap<string, readonly string[]> | undefined) {
  if (distance === 'equal') return apart;
  if (distance === 'ordered') return apartInOrder;
  assert.ok(tree !== undefined);
  return apartInTree(tree);
}

/** The same by the level of the nearest ancestor that two values share: what is left over below a node goes on to its parent. */
const apartInTree = (tree: ReadonlyMap<string, readonly string[]>) =>
  function apartInTree(some: Shares, all: Shares): number {
    const height = [...tree.values()][0].length;
    let left = new Map([...tree.keys()].map((value) => [value, (some.get(normal(value)) ?? 0) - (all.get(normal(value)) ?? 0)]));
    let sum = 0;
    for (let level = 0; level < height; level++) {
      const above = new Map<string, { more: number; less: number }>();
      for (const [name, extra] of left) {
        const parent = level === 0 ? tree.get(name)?.[0] : [...tree.values()].find((own) => own[level - 1] === name)?.[level];
        const node = above.get(parent ?? '') ?? { more: 0, less: 0 };
        if (extra > 0) node.more += extra;
        else node.less -= extra;
        above.set(parent ?? '', node);
      }
      sum += [...above.values()].reduce((cost, { more, less }) => cost + ((level + 1) / height) * Math.min(more, less), 0);
      left = new Map([...above].map(([name, { more, less }]) => [name, more - less]));
    }
    return sum - slack;
  };
