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

/** Record by record: instant by instant each record would come out of memory as many times. */
function summarise(instants: readonly number[], count: number, valueAt: (record: number, instant: number) => number): Course {
  const middles = new Float64Array(instants.length);
  const squares = new Float64Array(instants.length);
  for (let i = 0; i < count; i++)
    for (let t = 0; t < instants.length; t++) {
      const value = valueAt(i, instants[t]);
      const before = value - middles[t];
      middles[t] += before / (i + 1); // Welford 1962: no sum grows beyond its values
      squares[t] += before * (value - middles[t]);
    }
  return { mean: [...middles], spread: Array.from(squares, (sum) => Math.sqrt(sum / Math.max(1, count))) };
}
