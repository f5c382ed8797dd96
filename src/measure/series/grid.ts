import type { SeriesRelease } from '../../release/series-release.ts';

/** Each column from the least published bound to the largest in cells of equal width: a value's cell is found by one multiplication. */
export interface Grid {
  readonly least: Float64Array;
  /** Cells to a unit. */
  readonly scale: Float64Array;
}

export const cells = 2048;

export function gridOf({ envelope }: SeriesRelease, columns: number): Grid {
  const { lower, upper, columns: stride } = envelope;
  const least = lower.slice(0, columns);
  const most = upper.slice(0, columns);
  for (let group = 0; group < lower.length; group += stride)
    for (let c = 0; c < columns; c++) {
      if (lower[group + c] < least[c]) least[c] = lower[group + c];
      if (upper[group + c] > most[c]) most[c] = upper[group + c];
    }
  return { least, scale: most.map((largest, c) => (largest > least[c] ? cells / (largest - least[c]) : 0)) };
}

/** Never falls as the value rises, rounding included; values outside lie in the outermost cells. */
export function cellOf(value: number, least: number, scale: number): number {
  const cell = (value - least) * scale;
  return cell >= cells ? cells - 1 : cell > 0 ? cell | 0 : 0;
}
