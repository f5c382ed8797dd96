import type { DuckDBConnection } from '@duckdb/node-api';
import type { Problem } from '../../base/problem.ts';
import { notANumber, notUtf8, openQuote, outOfMemory, raggedRow, unreadableInput } from './problems.ts';
import type { Wanted } from './read.ts';
import type { Source } from './source.ts';

/**
 * What DuckDB complains about, in our words. Its own message quotes the faulty line, so only numbers are taken from it.
 */
export async function asReadProblem(error: unknown, source: Source, wanted: Wanted, connection: DuckDBConnection): Promise<Problem> {
  const message = error instanceof Error ? error.message : String(error);
  const line = Number(/CSV Error on Line: (\d+)/.exec(message)?.[1] ?? 0);
  const cells = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message);
  if (/Out of Memory|could not allocate/i.test(message)) return outOfMemory();
  if (cells !== null) return raggedRow(source.name, line, Number(cells[1]), Number(cells[2]));
  if (/unterminated quote|quote/i.test(message) && line > 0 && !/converting column/.test(message)) return openQuote(source.name, line);
  if (/not utf-8/i.test(message)) return notUtf8(source.name, line);
  if (/convert|cast/i.test(message)) {
    const found = await textIn(source, wanted.numbers, connection);
    if (found !== undefined) return notANumber(source.name, found.column, line, found.count, found.rows);
  }
  return unreadableInput(source.name, 'It is damaged, cut short, or not of the kind its name says.');
}

/** The first number column that holds text, and in how many rows: one more pass, only after a failed one. */
async function textIn(
  source: Source,
  numbers: readonly string[],
  connection: DuckDBConnection,
): Promise<{ column: string; count: number; rows: number } | undefined> {
  const columns = source.columns.filter(({ name }) => numbers.includes(name));
  const counts = columns.map(({ sql }) => `count(*) FILTER (${sql} IS NOT NULL AND TRY_CAST(${sql} AS DOUBLE) IS NULL)`);
  try {
    const reader = await connection.runAndReadAll(`SELECT count(*), ${counts.join(', ')} FROM ${source.scan(new Set())}`);
    const [rows, ...found] = reader.getRows()[0].map(Number);
    const place = found.findIndex((count) => count > 0);
    return place < 0 ? undefined : { column: columns[place].name, count: found[place], rows };
  } catch {
    return undefined;
  }
}
