import type { TextColumn } from '../../frame/columns.ts';
import { noValue, valueCodes } from '../../frame/value-codes.ts';

/** Of some columns the one with the fewest distinct values among some rows; undefined where there are no columns. An empty cell is no value. */
export function fewestValues(
  columns: readonly TextColumn[],
  rows: Uint32Array,
): { readonly column: string; readonly values: number } | undefined {
  return columns
    .map((column) => {
      const codes = valueCodes(column);
      const seen = new Uint8Array(column.labels.length);
      for (let i = 0; i < rows.length; i++) if (codes[rows[i]] !== noValue) seen[codes[rows[i]]] = 1;
      return { column: column.name, values: seen.reduce((sum, one) => sum + one, 0) };
    })
    .sort((a, b) => a.values - b.values)
    .at(0);
}
