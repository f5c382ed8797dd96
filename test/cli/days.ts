/** Names and words no message may repeat: they stand in cells only. */
export const secret = 'Zz7Secret';

/** A number that stands in cells only. */
export const secretNumber = 86420;

export const header = 'ID,Name,H1,H2,H3,H4,H5,H6,H7,H8,Tag';

/** Flags that give every column of `daysCsv` its role. */
export const roles: readonly string[] = ['--subject', 'ID', '--drop', 'Name', '--series', 'H1..H8', '--sensitive', 'Tag'];

/** By the method that is done soonest, for whatever is the same with any. */
export const naiveRoles: readonly string[] = [...roles, '--method', 'naive'];

/** The hours of one day, the same on every call; twins and ties are among them. */
export const hoursOf = (row: number): readonly number[] =>
  Array.from({ length: 8 }, (_, hour) => (row * 7 + hour * 3 + ((row * hour) % 5)) % 51);

export const tagOf = (row: number): string => `${secret}tag${row}`;

/** One row of `daysCsv` as its cells. */
export const dayCells = (row: number): string[] => [
  `${secret}id${row}`,
  `${secret}name${row}`,
  ...hoursOf(row).map(String),
  tagOf(row),
];

/** A table of days, one row a subject; `change` may alter the cells of a row. */
export function daysCsv(rows: number, change: (cells: string[], row: number) => readonly string[] = (cells) => cells): string {
  const lines = Array.from({ length: rows }, (_, row) => change(dayCells(row), row).join(','));
  return `${[header, ...lines].join('\n')}\n`;
}

/** `daysCsv` with one cell replaced: `row` from 0, `column` by its name. */
export const daysWith = (rows: number, at: number, column: string, cell: string): string =>
  daysCsv(rows, (cells, row) => (row === at ? cells.with(header.split(',').indexOf(column), cell) : cells));
