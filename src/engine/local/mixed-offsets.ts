import type { DuckDBConnection } from '@duckdb/node-api';
import type { Problem } from '../../base/problem.ts';
import { mixedOffsets, someOffsets } from '../../formats/input-problems.ts';
import { isoLocalSql, isoOffsetSql, isoZonedSql } from './iso-time.ts';
import { numbers } from './numbers.ts';
import { firstRow, placeOf } from './row-place.ts';
import type { Source, SourceColumn } from './source.ts';

/**
 * Why the times of a column, a text, cannot be laid beside each other. Two offsets can where a zone is named, whose clock is then read. A
 * time without an offset never can beside one that has it: nobody but its writer knows whose clock it is.
 */
export async function offsetProblem(
  source: Source,
  { name, sql }: Pick<SourceColumn, 'name' | 'sql'>,
  timeZone: string | undefined,
  connection: DuckDBConnection,
): Promise<Problem | undefined> {
  const scan = source.scan(new Set());
  const offset = isoOffsetSql(sql);
  const readable = `coalesce(${isoLocalSql(sql)}, ${isoZonedSql(sql)}) IS NOT NULL`;
  const [without, having, offsets, usual] = await numbers(
    connection,
    `SELECT count(*) - count(z), count(z), count(DISTINCT z), coalesce(mode(z), 0) FROM (SELECT ${offset} AS z FROM ${scan} WHERE ${readable})`,
  );
  const mixed = without > 0 && having > 0;
  if (!mixed && (offsets < 2 || timeZone !== undefined)) return undefined;
  const odd = mixed ? `${readable} AND ${offset} IS NULL` : `${offset} <> ${usual}`;
  const place = placeOf(source, await firstRow(odd, scan, connection));
  return mixed ? someOffsets(name, place, without, without + having) : mixedOffsets(name, place, offsets);
}
