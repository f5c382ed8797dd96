import type { DuckDBConnection } from '@duckdb/node-api';
import { ok, type Result, refused } from '../../base/result.ts';
import { noRows } from './problems.ts';
import { asReadProblem } from './read-faults.ts';
import type { Source } from './source.ts';

/** Rows and distinct subjects of an input; without a subject column each row is one. */
export async function countInput(
  source: Source,
  subject: string | undefined,
  connection: DuckDBConnection,
): Promise<Result<{ rows: number; subjects: number }>> {
  const column = source.columns.find(({ name }) => name === subject);
  const distinct = column === undefined ? 'count(*)' : `count(DISTINCT ${column.sql})`;
  try {
    const reader = await connection.runAndReadAll(`SELECT count(*), ${distinct} FROM ${source.scan(new Set())}`);
    const [rows, subjects] = reader.getRows()[0].map(Number);
    return rows === 0 ? refused(noRows(source.name)) : ok({ rows, subjects });
  } catch (error) {
    return refused(await asReadProblem(error, source, { numbers: [], texts: [], spare: 0 }, connection));
  }
}
