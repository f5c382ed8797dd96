import type { DuckDBConnection } from '@duckdb/node-api';
import { ok, type Result, refused } from '../../base/result.ts';
import { emptySubject, noRows, repeatedSubject } from '../../formats/input-problems.ts';
import { valueForm } from '../../frame/normal-form.ts';
import { numbers } from './numbers.ts';
import { asReadProblem } from './read-faults.ts';
import type { Source } from './source.ts';

/** Rows and subjects of an input of series; each subject must be one row. Without a subject column each row is one. */
export async function countInput(
  source: Source,
  subject: string | undefined,
  connection: DuckDBConnection,
): Promise<Result<{ rows: number; subjects: number }>> {
  if (source.counted !== undefined) return ok(source.counted);
  const column = source.columns.find(({ name }) => name === subject);
  const query =
    column === undefined ? `SELECT count(*), count(*), 0, 0, 0 FROM ${source.scan(new Set())}` : perSubject(column.sql, source);
  try {
    const reader = await connection.runAndReadAll(query);
    const [rows, subjects, repeated, repeatedRows, empty] = reader.getRows()[0].map(Number);
    if (rows === 0) return refused(noRows(source.name));
    if (empty > 0) return refused(emptySubject(subject ?? '', undefined, empty));
    return repeated > 0 ? refused(repeatedSubject(subject ?? '', repeated, repeatedRows, undefined)) : ok({ rows, subjects });
  } catch (error) {
    return refused(await asReadProblem(error, source, { numbers: [], texts: [], spare: 0 }, connection));
  }
}

const perSubject = (sql: string, source: Source): string => `
  SELECT coalesce(sum(times), 0), count(*), count(*) FILTER (times > 1), coalesce(sum(times) FILTER (times > 1), 0), coalesce(sum(times) FILTER (subject = ''), 0)
  FROM (SELECT coalesce(CAST(${sql} AS VARCHAR), '') AS subject, count(*) AS times FROM ${source.scan(new Set())} GROUP BY subject)`;

/** The column with the fewest distinct values, an empty cell being none; undefined where there are no columns. */
export async function fewestInInput(
  source: Source,
  names: readonly string[],
  connection: DuckDBConnection,
): Promise<{ readonly column: string; readonly values: number } | undefined> {
  const counts: { readonly column: string; readonly values: number }[] = [];
  for (const { name, sql } of source.columns.filter((column) => names.includes(column.name))) {
    const found = await connection.runAndReadAll(`SELECT DISTINCT CAST(${sql} AS VARCHAR) FROM ${source.scan(new Set())}`);
    const forms = new Set(found.getRows().map(([text]) => valueForm(String(text ?? ''))));
    forms.delete('');
    counts.push({ column: name, values: forms.size });
  }
  return counts.sort((a, b) => a.values - b.values)[0];
}

/** Columns of which more than half of the rows have a value that no crowd shares: as good as a name, where they are published unchanged. */
export async function nearlyUnique(
  source: Source,
  names: readonly string[],
  k: number,
  connection: DuckDBConnection,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name, sql } of source.columns.filter((column) => names.includes(column.name))) {
    const counted = `SELECT count(*) AS n FROM ${source.scan(new Set())} GROUP BY coalesce(CAST(${sql} AS VARCHAR), '')`;
    const [few, all] = await numbers(
      connection,
      `SELECT coalesce(sum(n) FILTER (n < ${k}), 0), coalesce(sum(n), 0) FROM (${counted})`,
    );
    if (2 * few > all) found.push(name);
  }
  return found;
}
