/** A row of a table, every cell as text. */
export type Row = Readonly<Record<string, string>>;

export const csvOf = (records: readonly Row[]): string => {
  const names = Object.keys(records[0]);
  const quoted = (cell: string) => (/[",\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return [names, ...records.map((record) => names.map((name) => record[name]))]
    .map((cells) => `${cells.map(quoted).join(',')}\n`)
    .join('');
};
