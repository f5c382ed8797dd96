import type { Hierarchy } from '../formats/hierarchy.ts';
import type { TextColumn } from '../frame/columns.ts';
import type { Matrix } from '../frame/matrix.ts';
import type { Partition } from '../frame/partition.ts';
import type { GroupLabels } from '../release/series-release.ts';

/** A text quasi-identifier: places of its labels on a line, near ones side by side, and what a set of them is published as. */
export interface Category {
  readonly name: string;
  /** The matrix column that holds the place of each row's label, for cutting. */
  readonly column: number;
  /** Labels by place. */
  readonly labels: readonly string[];
  readonly hierarchy: Hierarchy | undefined;
}

/** Writes the places of a text column's labels into a spare column of the matrix. */
export function categoryOf(
  { name, codes, labels }: TextColumn,
  hierarchy: Hierarchy | undefined,
  matrix: Matrix,
  column: number,
): Category {
  const ordered = inBranchOrder(labels, hierarchy);
  for (let row = 0; row < codes.length; row++)
    matrix.values[row * matrix.rowStep + column * matrix.columnStep] = ordered.placeOf[codes[row]];
  return { name, column, labels: ordered.labels, hierarchy };
}

/** Labels so that those of one branch lie side by side, and the place each code got. */
export function inBranchOrder(
  labels: readonly string[],
  hierarchy: Hierarchy | undefined,
): { readonly labels: readonly string[]; readonly placeOf: Float64Array } {
  const order = [...labels.keys()].sort((a, b) => byBranch(labels[a], labels[b], hierarchy));
  const placeOf = new Float64Array(labels.length);
  for (const [place, code] of order.entries()) placeOf[code] = place;
  return { labels: order.map((code) => labels[code]), placeOf };
}

/** One label per group, true for every member: its only value, the nearest common ancestor, or the set of values. */
export function labelsOf(
  { name, column, labels, hierarchy }: Category,
  matrix: Matrix,
  { rows, starts }: Partition,
): GroupLabels {
  const published: string[] = [];
  const codeOf = new Map<string, number>();
  const codes = new Uint32Array(starts.length - 1);
  for (let g = 0; g + 1 < starts.length; g++) {
    const present = new Set<number>();
    for (let i = starts[g]; i < starts[g + 1]; i++)
      present.add(matrix.values[rows[i] * matrix.rowStep + column * matrix.columnStep]);
    const label = labelFor(
      [...present].sort((a, b) => a - b).map((place) => labels[place]),
      hierarchy,
    );
    const code = codeOf.get(label) ?? published.push(label) - 1;
    codeOf.set(label, code);
    codes[g] = code;
  }
  return { name, codes, labels: published };
}

function byBranch(a: string, b: string, hierarchy: Hierarchy | undefined): number {
  const above = hierarchy?.get(a) ?? [];
  const beside = hierarchy?.get(b) ?? [];
  for (let level = above.length - 1; level >= 0; level--)
    if (above[level] !== beside[level]) return above[level] < beside[level] ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function labelFor(values: readonly string[], hierarchy: Hierarchy | undefined): string {
  if (values.length === 1 && !/^\{.*\|.*\}$/s.test(values[0])) return values[0] === '' ? '(none)' : values[0];
  if (values.length === 1) return `{${escapeSigns(values[0])}}`; // by itself it would read as a list
  if (hierarchy === undefined) return `{${values.map(escapeSigns).join('|')}}`;
  const [first, ...others] = values.map((value) => hierarchy.get(value) ?? []);
  const level = first.findIndex((ancestor, above) => others.every((other) => other[above] === ancestor));
  return first[level];
}

const escapeSigns = (value: string): string => (value === '' ? '(none)' : value.replace(/[\\|{}]/g, '\\$&'));
