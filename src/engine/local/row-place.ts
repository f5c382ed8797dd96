import type { DuckDBConnection } from '@duckdb/node-api';
import type { Source } from './source.ts';

/** The first row for which something holds, counted from 1: one more pass, only where a fault was found. */
export async function firstRow(condition: string, scan: string, connection: DuckDBConnection): Promise<number | undefined> {
  const reader = await connection.runAndReadAll(
    `SELECT min(place) FROM (SELECT row_number() OVER () AS place, (${condition}) AS holds FROM ${scan}) WHERE holds`,
  );
  const place = reader.getRows()[0]?.[0];
  return place === null || place === undefined ? undefined : Number(place);
}

/** A row of text as the line it stands on, where cells hold no line breaks; elsewhere the row itself. */
export const placeOf = ({ name, format }: Source, row: number | undefined): string | undefined => {
  if (row === undefined) return undefined;
  return format === 'parquet' || format === 'postgres' || format === 'rows'
    ? `${name}, first in row ${row}`
    : `${name}, first in line ${row + (format === 'csv' ? 1 : 0)}`;
};
