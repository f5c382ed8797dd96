/** Rows of text as lines with aligned columns: text to the left, numbers to the right. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = [...(rows[0] ?? [])].map((_, c) => rows.map((row) => row[c]));
  const widths = columns.map((cells) => Math.max(...cells.map((cell) => cell.length)));
  const numeric = columns.map((cells) => cells.slice(1).every((cell) => cell === '' || /^[-\d.,]+( %)?$/.test(cell)));
  const alignCell = (cell: string, c: number) => (numeric[c] ? cell.padStart(widths[c]) : cell.padEnd(widths[c]));
  return rows.map((row) => row.map(alignCell).join('  ').trimEnd());
}
