import type { Matrix } from '../../frame/matrix.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { type Categories, categoryLoss } from '../category-loss.ts';

/** A quasi-identifier beside the series, as the input has it. */
export type QuasiColumn =
  /** A number has the same column in the matrix and in the envelope. */
  | { readonly name: string; readonly kind: 'number'; readonly column: number }
  | {
      readonly name: string;
      readonly kind: 'category';
      /** Every value of the input. */
      readonly values: readonly string[];
      /** Ancestors of each value, from near to far. */
      readonly hierarchy?: ReadonlyMap<string, readonly string[]> | undefined;
    };

/**
 * What each quasi-identifier says less than it did, mean over released records: 0 as it was, 1 nothing said. Normalised certainty penalty, Xu,
 * Wang, Pei, Wang, Shi and Fu, KDD 2006. Undefined where there is no quasi-identifier, or no record.
 */
export function quasiLosses(
  release: SeriesRelease,
  matrix: Matrix,
  quasi: readonly QuasiColumn[],
): Readonly<Record<string, number>> | undefined {
  if (quasi.length === 0 || release.groups.rows.length === 0) return undefined;
  const lossOf = (one: QuasiColumn) =>
    one.kind === 'number' ? numberLoss(release, one.column, rangeIn(matrix, one.column)) : labelsLoss(release, one);
  return Object.fromEntries(quasi.map((one) => [one.name, lossOf(one)]));
}

/** Widths as published, of what the values span; bounds are rounded outward and may reach beyond. */
function numberLoss(release: SeriesRelease, column: number, range: number): number {
  const { columns, lower, upper } = release.envelope;
  return meanOverRecords(release, (group) => {
    const width = upper[group * columns + column] - lower[group * columns + column];
    return range === 0 ? 0 : Math.min(1, width / range);
  });
}

/** Over all that was read, released or not; gaps have no value. */
function rangeIn({ values, rows, rowStep, columnStep }: Matrix, column: number): number {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let row = 0, at = column * columnStep; row < rows; row++, at += rowStep) {
    const value = values[at];
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return Math.max(0, most - least);
}

function labelsLoss(release: SeriesRelease, { name, values, hierarchy }: Extract<QuasiColumn, { kind: 'category' }>): number {
  const published = release.labels.find((labels) => labels.name === name);
  if (published === undefined) return 1; // what is not published says nothing
  const known = categoriesOf(values, hierarchy);
  const losses = Float64Array.from(published.labels, (label) => categoryLoss(label, known));
  return meanOverRecords(release, (group) => losses[published.codes[group]]);
}

function categoriesOf(values: readonly string[], hierarchy: ReadonlyMap<string, readonly string[]> | undefined): Categories {
  const below = new Map<string, number>();
  for (const value of values)
    for (const ancestor of new Set(hierarchy?.get(value))) below.set(ancestor, (below.get(ancestor) ?? 0) + 1);
  return { categories: new Set(values.map((value) => (value === '' ? '(none)' : value))), below };
}

function meanOverRecords({ groups: { starts, rows } }: SeriesRelease, lossOf: (group: number) => number): number {
  let sum = 0;
  for (let group = 0; group + 1 < starts.length; group++) sum += (starts[group + 1] - starts[group]) * lossOf(group);
  return sum / rows.length;
}
