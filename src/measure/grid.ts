import type { Domain } from './range-query.ts';

/** Each column's domain in cells of equal width: where a value lies is found by one multiplication. */
export interface Grid {
  readonly least: Float64Array;
  /** Cells to a unit. */
  readonly scale: Float64Array;
}

export const cells = 1024;

export function gridOf(domains: readonly Domain[]): Grid {
  return {
    least: Float64Array.from(domains, ({ least }) => least),
    scale: Float64Array.from(domains, ({ least, most }) => (most > least ? cells / (most - least) : 0)),
  };
}

/** Never falls as the value rises, rounding included; values outside the domain lie in the outermost cells. */
export function cellOf(value: number, least: number, scale: number): number {
  const cell = (value - least) * scale;
  return cell >= cells ? cells - 1 : cell > 0 ? cell | 0 : 0;
}
