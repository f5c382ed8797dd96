import type { DuckDBConnection } from '@duckdb/node-api';
import { invariant } from '../../base/problem.ts';
import type { SubjectCounts } from '../engine.ts';
import { numbers } from './numbers.ts';
import type { Source, SourceColumn } from './source.ts';

/** Rows and subjects; without a subject column each row is one. */
export async function countSubjects(
  source: Source,
  subject: string | undefined,
  connection: DuckDBConnection,
): Promise<SubjectCounts> {
  const column = source.columns.find(({ name }) => name === subject);
  const query =
    column === undefined ? `SELECT count(*), count(*), 0, 0, 0 FROM ${source.scan(new Set())}` : perSubject(column.sql, source);
  const [rows, subjects, repeated, repeatedRows, withoutSubject] = await numbers(connection, query);
  return { rows, subjects, repeated, repeatedRows, withoutSubject };
}

const perSubject = (sql: string, source: Source): string => `
  SELECT coalesce(sum(times), 0), count(*), count(*) FILTER (times > 1), coalesce(sum(times) FILTER (times > 1), 0), coalesce(sum(times) FILTER (subject = ''), 0)
  FROM (SELECT coalesce(CAST(${sql} AS VARCHAR), '') AS subject, count(*) AS times FROM ${source.scan(new Set())} GROUP BY subject)`;

export async function distinctTexts(source: Source, name: string, connection: DuckDBConnection): Promise<readonly string[]> {
  const { sql } = columnIn(source, name);
  const found = await connection.runAndReadAll(`SELECT DISTINCT CAST(${sql} AS VARCHAR) FROM ${source.scan(new Set())}`);
  return found.getRows().map(([text]) => String(text ?? ''));
}

export async function countRare(
  source: Source,
  name: string,
  least: number,
  connection: DuckDBConnection,
): Promise<{ readonly rare: number; readonly rows: number }> {
  const { sql } = columnIn(source, name);
  const counted = `SELECT count(*) AS n FROM ${source.scan(new Set())} GROUP BY coalesce(CAST(${sql} AS VARCHAR), '')`;
  const [rare, rows] = await numbers(
    connection,
    `SELECT coalesce(sum(n) FILTER (n < ${least}), 0), coalesce(sum(n), 0) FROM (${counted})`,
  );
  return { rare, rows };
}

function columnIn({ columns }: Source, name: string): SourceColumn {
  const column = columns.find((each) => each.name === name);
  invariant(column !== undefined, 'roles are settled against the columns there are');
  return column;
}
