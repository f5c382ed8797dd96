import type { TextColumn } from '../../frame/columns.ts';

/** Of some columns the one with the fewest distinct values among some rows; undefined where there are no columns. An empty cell is a value. */
export function fewestValues(
  columns: readonly TextColumn[],
  rows: Uint32Array,
): { readonly column: string; readonly values: number } | undefined {
  return columns
    .map(({ name, codes, labels }) => {
      const seen = new Uint8Array(labels.length);
      for (let i = 0; i < rows.length; i++) seen[codes[rows[i]]] = 1;
      return { column: name, values: seen.reduce((sum, one) => sum + one, 0) };
    })
    .sort((a, b) => a.values - b.values)
    .at(0);
}
