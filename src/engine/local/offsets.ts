import type { DuckDBConnection } from '@duckdb/node-api';
import { isoOffsetSql } from './iso-time.ts';
import { numbers } from './numbers.ts';
import type { Source } from './source.ts';

/** How many different offsets from UTC the texts of a column have, and whether some have none. */
export async function offsetsIn(
  source: Source,
  column: string,
  connection: DuckDBConnection,
): Promise<{ readonly different: number; readonly some: boolean }> {
  const own = source.columns.find(({ name }) => name === column);
  if (own === undefined || source.format === 'parquet') return { different: 0, some: false };
  const text = `CAST(${own.sql} AS VARCHAR)`;
  const [different, having, filled] = await numbers(
    connection,
    `SELECT count(DISTINCT o), count(o), count(t) FROM (SELECT nullif(trim(${text}), '') AS t, ${isoOffsetSql(text)} AS o FROM ${source.scan(new Set())})`,
  );
  return { different, some: having > 0 && having < filled };
}
