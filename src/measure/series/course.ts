import type { Matrix } from '../../frame/matrix.ts';
import type { SeriesRelease } from '../../release/series-release.ts';

/** Mean and standard deviation of all curves at each instant shown. */
export interface Course {
  readonly mean: readonly number[];
  readonly spread: readonly number[];
}

/** The course of at most `most` released records, evenly over the groups: of their values, and of the middles of their bands. */
export function courseOf(
  { values, rowStep }: Matrix,
  { groups, envelope: { lower, upper, columns } }: SeriesRelease,
  instants: readonly number[],
  most: number,
): { readonly before: Course; readonly after: Course } {
  const count = Math.min(most, groups.rows.length);
  const [rows, bands] = [new Float64Array(count), new Float64Array(count)];
  for (let i = 0, group = 0; i < count; i++) {
    const place = Math.floor((i * groups.rows.length) / count);
    while (groups.starts[group + 1] <= place) group++;
    rows[i] = groups.rows[place] * rowStep;
    bands[i] = group * columns;
  }
  return {
    before: summarise(instants, count, (i, t) => values[rows[i] + t]),
    after: summarise(instants, count, (i, t) => (lower[bands[i] + t] + upper[bands[i] + t]) / 2),
  };
}

function summarise(instants: readonly number[], count: number, valueAt: (record: number, instant: number) => number): Course {
  const mean: number[] = [];
  const spread: number[] = [];
  for (const instant of instants) {
    let middle = 0;
    let squares = 0;
    for (let i = 0; i < count; i++) {
      const value = valueAt(i, instant);
      const before = value - middle;
      middle += before / (i + 1); // Welford 1962: no sum grows beyond its values
      squares += before * (value - middle);
    }
    mean.push(middle);
    spread.push(Math.sqrt(squares / Math.max(1, count)));
  }
  return { mean, spread };
}
