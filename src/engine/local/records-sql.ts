import type { DuckDBConnection } from '@duckdb/node-api';
import { isCalendarKind, isTextKind, isTimeKind, type TimeKind } from '../../policy/table-kinds.ts';
import type { RecordsRequest, SettledQuasi } from '../tables.ts';
import { hasOffsetSql, localTimeSql, momentSql, type TimeColumn } from './local-time.ts';
import type { Source } from './source.ts';
import { timeColumn } from './time-column.ts';

/** The columns that hold numbers. */
export const numberColumns = ({ averaged, quasi }: RecordsRequest): readonly string[] => [
  ...quasi.filter(({ kind }) => kind === 'number').map(({ name }) => name),
  ...averaged,
];

/**
 * Reads an input into the table `records`, a row a record in the input's order: `s` the subject as text, q0, q1, … the quasi-identifiers (texts,
 * seconds of the day, numbers), m0, … the values to be averaged, x0, … the texts to be kept. Answers whether any time, as text, has an offset.
 */
export async function loadRecords(
  source: Source,
  request: RecordsRequest,
  connection: DuckDBConnection,
  offsets = false,
): Promise<boolean> {
  const { quasi, timeZone, ...roles } = request;
  const sqlOf = new Map(source.columns.map(({ name, sql }) => [name, sql]));
  const scan = source.scan(new Set(numberColumns(request)));
  const times = await Promise.all(
    quasi.map(({ name, kind }) => (isTimeKind(kind) ? timeColumn(sqlOf.get(name) ?? '', source, scan, connection) : undefined)),
  );
  const cells = quasi.map(({ name, kind }, q) => {
    const sql = sqlOf.get(name) ?? '';
    const time = times[q];
    if (time !== undefined && isTimeKind(kind)) return `${partSql(kind, { ...time, offsets }, timeZone)} AS q${q}`;
    return kind === 'number' ? `CAST(${sql} AS DOUBLE) AS q${q}` : `CAST(${sql} AS VARCHAR) AS q${q}`;
  });
  const texts = times.flatMap((time) => (time?.kind === 'text' ? [hasOffsetSql(time.sql)] : []));
  const selected = [
    ...(roles.subject === undefined ? [] : [`CAST(${sqlOf.get(roles.subject)} AS VARCHAR) AS s`]),
    ...cells,
    ...roles.averaged.map((name, m) => `CAST(${sqlOf.get(name)} AS DOUBLE) AS m${m}`),
    ...roles.kept.map((name, x) => `coalesce(CAST(${sqlOf.get(name)} AS VARCHAR), '') AS x${x}`),
    `${texts.length === 0 ? 'false' : texts.join(' OR ')} AS o`,
  ];
  await connection.run(`CREATE OR REPLACE TABLE records AS SELECT ${selected.join(', ')} FROM ${scan}`);
  if (offsets || texts.length === 0) return offsets;
  const found = await connection.runAndReadAll('SELECT coalesce(bool_or(o), false) FROM records');
  return found.getRows()[0][0] === true && loadRecords(source, request, connection, true); // text without offsets is read faster, so it is tried first
}

/** A part of a timestamp as a number: second of the day, weekday from Monday on, day, week or month counted from 1970 on. */
function partSql(kind: TimeKind, column: TimeColumn, zone: string | undefined): string {
  const time = localTimeSql(column, zone);
  if (!isCalendarKind(kind)) return secondsSql(time);
  const moment = momentSql(time, column.sql); // a date needs no clock
  const days = `datediff('day', DATE '1970-01-01', CAST(${moment} AS DATE))`;
  const parts = {
    weekday: `isodow(${moment}) - 1`,
    date: days,
    week: `floor((${days} + 3) / 7)`, // 1970 began on a Thursday
    month: `(year(${moment}) - 1970) * 12 + month(${moment}) - 1`,
  };
  return `CAST(${parts[kind as keyof typeof parts]} AS DOUBLE)`; // the two of the clock went before
}

const secondsSql = (time: string): string => {
  const t = `(${time})`;
  return `CAST(hour(${t}) * 3600 + minute(${t}) * 60 + microsecond(${t}) / 1e6 AS DOUBLE)`;
};

/** Where a record has no value of a quasi-identifier. */
export const isMissingSql = ({ kind }: SettledQuasi, q: number): string =>
  isTextKind(kind) ? `(q${q} IS NULL OR q${q} = '')` : `(q${q} IS NULL)`;

/** Numbers every text by its place among the sorted texts of its column; answers those texts for each of the columns. */
export async function codeTexts(
  columns: readonly string[],
  kept: string,
  connection: DuckDBConnection,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const texts = new Map<string, readonly string[]>();
  for (const column of columns) {
    await connection.run(`DROP TYPE IF EXISTS ${typeOf(column)}`);
    await connection.run(
      `CREATE TYPE ${typeOf(column)} AS ENUM (SELECT DISTINCT ${column} FROM records WHERE ${kept} ORDER BY ${column})`,
    );
    const found = await connection.runAndReadAll(`SELECT unnest(enum_range(NULL::${typeOf(column)}))`);
    texts.set(column, (found.getColumns()[0] ?? []) as string[]); // an enum holds texts
  }
  return texts;
}

export const codeSql = (column: string): string => `enum_code(CAST(${column} AS ${typeOf(column)}))`;

const typeOf = (column: string): string => `texts_${column}`;
