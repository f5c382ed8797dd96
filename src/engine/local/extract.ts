import type { DuckDBConnection } from '@duckdb/node-api';
import type { ExtractRequest } from '../engine.ts';
import { sqlName, sqlText } from './duckdb.ts';
import { isoDateSql } from './iso-time.ts';
import { numbers } from './numbers.ts';
import type { Source } from './source.ts';
import { spellingOf } from './spelling.ts';

/** Writes some columns of the rows of some days to a CSV file; answers how many subjects these have by their normal form. */
export async function extractRows(source: Source, request: ExtractRequest, connection: DuckDBConnection): Promise<number> {
  await connection.run(`CREATE OR REPLACE TABLE extracted AS ${selection(source, request)}`);
  await connection.run(`COPY extracted TO ${sqlText(request.path)} (FORMAT csv, HEADER, DELIMITER ',')`);
  const { sql } = await spellingOf({ rows: 'extracted', text: sqlName(request.subject) }, connection);
  const [subjects] = await numbers(connection, `SELECT count(DISTINCT ${sql}) FROM extracted`);
  await connection.run('DROP TABLE extracted');
  return subjects;
}

function selection({ columns: present, scan }: Source, { columns, days: { column, from, to } }: ExtractRequest): string {
  const sqlOf = (name: string) => present.find((one) => one.name === name)?.sql ?? sqlName(name);
  const wanted = Object.entries(columns).map(([ours, theirs]) => `CAST(${sqlOf(theirs)} AS VARCHAR) AS ${sqlName(ours)}`);
  const day = `(${isoDateSql(`left(${sqlName(column)}, 10)`)})`; // the day as it is written, as the method reads the clock
  const begun = from === undefined ? [] : `${day} >= ${sqlText(from)}`;
  const open = to === undefined ? [] : `${day} <= ${sqlText(to)}`;
  const within = [begun, open].flat().join(' AND ') || 'true';
  return `SELECT * FROM (SELECT ${wanted.join(', ')} FROM ${scan(new Set())}) WHERE ${day} IS NULL OR (${within})`; // a day that cannot be read is for the method to complain about
}
