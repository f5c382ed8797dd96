import { noValue } from '../frame/value-codes.ts';

/** Distinct values asked of every group in each sensitive column: row r has the value codes[c][r] in column c, or none. */
export interface Diversity {
  readonly codes: readonly Uint32Array[];
  readonly l: number;
}

/** Whether rows from..to hold l distinct values of each column; looks no further than it must. */
export function isDiverse({ codes, l }: Diversity, rows: Uint32Array, from: number, to: number): boolean {
  return codes.every((column) => {
    const seen = new Set<number>();
    for (let i = from; i < to && seen.size < l; i++) addValue(seen, column[rows[i]]);
    return seen.size >= l;
  });
}

/** One more value among those seen; a cell without one adds nothing. */
export function addValue(seen: Set<number>, code: number): void {
  if (code !== noValue) seen.add(code);
}
