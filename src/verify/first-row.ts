import type { Counter } from '../base/counting.ts';
import { list } from './layout.ts';
import type { Source, SourceColumn } from './source.ts';

/** The first row whose cells in `columns` are among those that `bad` selects. Reads the file again, so it is for broken releases only. */
export async function firstRow(
  counter: Counter,
  source: Source,
  columns: readonly SourceColumn[],
  bad: string,
): Promise<number | undefined> {
  const alike = columns.map(({ sql }) => `found.${sql} IS NOT DISTINCT FROM bad.${sql}`).join(' AND ');
  const [[row]] = await counter.ask(
    `SELECT min(found.row) FROM ${numberedRows(source, columns)} AS found SEMI JOIN (${bad}) AS bad ON ${alike}`,
  );
  return typeof row === 'number' ? row : undefined;
}

/** The rows of a file in its own order, which DuckDB keeps unless told otherwise, numbered from 1. */
export const numberedRows = ({ table, numbered: rows }: Source, columns: readonly SourceColumn[]): string =>
  rows === undefined
    ? `(SELECT row_number() OVER () AS row, ${list(columns)} FROM ${table})`
    : `(SELECT row, ${list(columns)} FROM ${rows})`;
