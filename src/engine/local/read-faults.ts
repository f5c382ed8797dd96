import type { DuckDBConnection } from '@duckdb/node-api';
import type { Problem } from '../../base/problem.ts';
import { firstBrokenLine } from '../../formats/broken-text.ts';
import { notANumber, notUtf8, openQuote, raggedRow, unreadableInput } from '../../formats/input-problems.ts';
import { outOfMemory } from '../../release/output-problems.ts';
import type { Wanted } from '../tables.ts';
import { asUnfitCells } from './notated-source.ts';
import type { Source } from './source.ts';

/**
 * What DuckDB complains about, in our words. Its own message quotes the faulty line, so only numbers are taken from it, and only from
 * lines it begins itself: a cell may say anything.
 */
export async function asReadProblem(
  error: unknown,
  source: Source,
  wanted: Wanted,
  connection: DuckDBConnection,
): Promise<Problem> {
  const message = error instanceof Error ? error.message : String(error);
  const unfit = await asUnfitCells(message, source, connection);
  if (unfit !== undefined) return unfit;
  const line = isTable(source) ? 0 : Number(/^[^\n]*CSV Error on Line: (\d+)/.exec(message)?.[1] ?? 0); // a table has no lines
  const cells = /^Expected Number of Columns: (\d+) Found: (\d+)/m.exec(message);
  if (/^(Out of Memory|.*could not allocate)/i.test(message)) return outOfMemory();
  if (cells !== null) return raggedRow(source.name, line, Number(cells[1]), Number(cells[2]));
  const broken = source.format === 'csv' ? await firstBrokenLine(source.text ?? source.path) : 0; // DuckDB may break on such text without naming it
  if (broken > 0) return notUtf8(source.name, broken);
  if (/^(Value with unterminated quote|Maximum line size)/m.test(message)) return openQuote(source.name, line);
  if (/^(Conversion|Invalid Input) Error/.test(message) && /convert|cast/i.test(message)) {
    const column = /^Error when converting column "(c\d+)"/m.exec(message)?.[1];
    const found = await textIn(source, wanted.numbers, column, connection);
    if (found !== undefined) return notANumber(source.name, line, found);
  }
  if (/^[^\n]*parser state machine/i.test(message))
    return unreadableInput(source.name, 'Its lines end in different ways, or its quotes break the rules of CSV.');
  return unreadableInput(source.name, 'It is damaged, cut short, or not of the kind its name says.');
}

const isTable = ({ format }: Source): boolean => format === 'postgres' || format === 'rows';

/** The number column the complaint is about, or else the first that holds text, and in how many rows: one more pass, only after a failed one. */
async function textIn(
  source: Source,
  numbers: readonly string[],
  complaint: string | undefined,
  connection: DuckDBConnection,
): Promise<{ column: string; count: number; rows: number } | undefined> {
  const wanted = source.columns.filter(({ name }) => numbers.includes(name));
  const named = wanted.filter(({ sql }) => sql === complaint);
  const columns = named.length > 0 ? named : wanted;
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
