import type { DuckDBConnection } from '@duckdb/node-api';
import type { Problem } from '../../base/problem.ts';
import { describeNotation, type NotatedColumn, type Notation, type SettledNotations } from '../../formats/notation.ts';
import { unfitCells } from '../../formats/notation-problems.ts';
import { isFilledSql, plainSql, unfitSql } from './notation-sql.ts';
import { numbers as askNumbers } from './numbers.ts';
import { firstRow, placeOf } from './row-place.ts';
import type { ReadByNotation, Source, SourceColumn } from './source.ts';

/**
 * The same table with columns joined, and with numbers and times in plain form, so that whoever reads it never meets another. DuckDB turns them
 * while it reads; where nothing is to be turned the source is the one that was given.
 */
export async function notatedSource(
  source: Source,
  { join, columns }: SettledNotations,
  connection: DuckDBConnection,
): Promise<Source> {
  const joined = joinColumns(source, Object.entries(join));
  const settled: Turned[] = [];
  for (const one of columns) {
    const column = joined.columns.find(({ name }) => name === one.column);
    const notation =
      column === undefined || column.numeric === true ? undefined : await settleNotation(column, one, joined, connection);
    if (column !== undefined && notation !== undefined) settled.push({ column, notation, unfit: one.unfit });
  }
  return settled.length === 0 ? joined : turnColumns(joined, settled);
}

interface Turned {
  readonly column: SourceColumn;
  readonly notation: Notation;
  readonly unfit: NotatedColumn['unfit'];
}

/** The notation of a column; where its cells decide, they are all asked. */
async function settleNotation(
  { sql }: SourceColumn,
  { notations, unfit }: NotatedColumn,
  source: Source,
  connection: DuckDBConnection,
): Promise<Notation | undefined> {
  if (unfit !== 'keep') return notations[0];
  const text = textOf(sql);
  const [filled, ...odd] = await askNumbers(
    connection,
    `SELECT count_if(${isFilledSql(text)}), ${notations.map((notation) => `count_if(${unfitSql(text, notation)})`).join(', ')} FROM ${source.scan(new Set())}`,
  );
  return filled === 0 ? undefined : notations.find((_, n) => odd[n] === 0);
}

const textOf = (sql: string): string => `CAST(${sql} AS VARCHAR)`;

function joinColumns(source: Source, joins: readonly (readonly [string, readonly string[]])[]): Source {
  if (joins.length === 0) return source;
  const sqlOf = new Map(source.columns.map(({ name, sql }) => [name, sql]));
  const made = joins.map(([name, parts], j) => ({
    name,
    sql: `joined${j}`,
    parts: parts.map((part) => sqlOf.get(part) ?? 'NULL'),
  }));
  const gone = new Set(joins.flatMap(([, parts]) => parts));
  const told = made.map(({ sql, parts }) => {
    const texts = parts.map((part) => `nullif(trim(${textOf(part)}), '')`);
    return `concat_ws(' ', ${texts.join(', ')}) AS ${sql}`;
  });
  const first = source.columns.findIndex(({ name }) => gone.has(name));
  const columns = source.columns.filter(({ name }) => !gone.has(name));
  columns.splice(first, 0, ...made.map(({ name, sql }) => ({ name, sql, numeric: undefined })));
  return {
    ...source,
    columns,
    scan: (numbers) => `(SELECT *, ${told.join(', ')} FROM ${source.scan(without(numbers, gone))})`,
  };
}

function turnColumns(source: Source, turned: readonly Turned[]): Source {
  const rows = source.scan(new Set());
  const own = new Set(turned.map(({ column }) => column.name));
  const read = turned.map(
    ({ column, notation }): ReadByNotation => ({
      ...{ name: column.name, notation, rows },
      unfit: unfitSql(textOf(column.sql), notation),
    }),
  );
  const cells = turned.map(({ column: { sql }, notation, unfit }, t) => {
    const text = textOf(sql);
    const otherwise = unfit === 'mark' ? `'${mark}'` : `error('${complaint}${t}')`;
    return `CASE WHEN ${isFilledSql(text)} THEN coalesce(${plainSql(text, notation)}, ${otherwise}) END AS ${sql}`;
  });
  return {
    ...source,
    notated: read,
    columns: source.columns.map((column) => {
      const one = turned.find((other) => other.column === column);
      return one === undefined || one.unfit === 'mark'
        ? column
        : { ...column, numeric: one.notation.kind === 'number' ? true : undefined };
    }),
    scan: (numbers) => `(SELECT * REPLACE (${cells.join(', ')}) FROM ${source.scan(without(numbers, own))})`,
  };
}

const without = (names: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...names].filter((name) => !others.has(name)));

/** Neither a number nor a time: whoever counts what cannot be read counts this. */
const mark = '?';

const complaint = 'a cell does not fit notation ';

/** What DuckDB's complaint about a cell that does not fit means; undefined where it complains of something else. */
export async function asUnfitCells(message: string, source: Source, connection: DuckDBConnection): Promise<Problem | undefined> {
  const place = new RegExp(`^Invalid Input Error: ${complaint}(\\d+)$`, 'm').exec(message)?.[1];
  const column = place === undefined || !message.startsWith('Invalid Input Error') ? undefined : source.notated?.[Number(place)];
  if (column === undefined) return undefined;
  const { name, notation, unfit, rows } = column;
  const [cells, all] = await askNumbers(connection, `SELECT count_if(${unfit}), count(*) FROM ${rows}`);
  const where = placeOf(source, await firstRow(unfit, rows, connection));
  return unfitCells({ column: name, where, cells, rows: all, kind: notation.kind, notation: describeNotation(notation) });
}
