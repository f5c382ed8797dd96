import { Refusal } from '../../base/problem.ts';
import { BadCell, cellText, instantText, quotedText } from '../../formats/cell-text.ts';
import { nestedColumn } from '../../formats/given-problems.ts';

/** How values of a result's column become cells, by the number of its type in DuckDB's C interface; refuses a column whose values are no cells. */
export function queryCell(name: string, typeId: number): (value: unknown) => string {
  const nested = nestedTypes[typeId];
  if (nested !== undefined) throw new Refusal(nestedColumn(name, nested));
  return typeId === timestampWithZone ? zonedText : databaseText;
}

const nestedTypes: Readonly<Record<number, string>> = {
  15: 'interval',
  18: 'bytes',
  24: 'list',
  25: 'structure',
  26: 'map',
  28: 'union',
  29: 'bits',
  33: 'list',
  40: 'geometry',
  41: 'variant',
};

const timestampWithZone = 31;

/** Numbers and texts as they are; what JavaScript has no type for, such as decimals, times and UUIDs, as the database prints it. */
function databaseText(value: unknown): string {
  return typeof value === 'object' && value !== null ? quotedText(String(value)) : cellText(value);
}

/** The database prints an instant by the clock of whoever asks; a file of it is the same for everybody. */
function zonedText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const { micros } = value as { readonly micros?: unknown }; // of such a column
  if (typeof micros !== 'bigint') throw new BadCell('bad-date');
  return instantText(micros);
}
