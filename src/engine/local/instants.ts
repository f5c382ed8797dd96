import type { DuckDBConnection } from '@duckdb/node-api';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import { irregularInstants, nulCharacter, someOffsets, tooManyInstants, unreadableTime } from '../../formats/input-problems.ts';
import { hasNul } from '../../formats/nul.ts';
import { isoDateSql, isoInstantSql, isoLocalSql, isoOffsetSql } from './iso-time.ts';
import { usualStep } from './regular-steps.ts';
import { firstRow, placeOf } from './row-place.ts';
import type { Source, SourceColumn } from './source.ts';

/** The instants of a long table in order of time. A temporary table `instants` of the connection gives each time's text its place. */
export interface Instants {
  /** Each as it was written, the first of several ways to write it. */
  readonly labels: readonly string[];
  /** Names for columns: `T1` for the number 1, else the label itself. */
  readonly names: readonly string[];
}

const most = 10_000;

/** Finds the instants of the time column: numbers in their order, times in theirs, anything else by its text. */
export async function findInstants(source: Source, time: SourceColumn, connection: DuckDBConnection): Promise<Result<Instants>> {
  await connection.run("SET TimeZone = 'UTC'"); // a time without a zone must not mean another one on another machine
  await connection.run(`CREATE OR REPLACE TEMP TABLE times AS ${timesIn(source, time)}`);
  const kind = await kindOfTimes(connection);
  const mixed = kind === 'moment' ? await someWithout(source, time, connection) : undefined;
  if (mixed !== undefined) return refused(mixed);
  if (kind === undefined) return refused(unreadableTime(time.name, ...(await unreadableRows(source, time, connection))));
  const [[count]] = await rowsOf(connection, `SELECT count(DISTINCT ${keys[kind]}) FROM times`);
  if (Number(count) > most) return refused(tooManyInstants(time.name, Number(count), most));
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE instants AS SELECT text, CAST(dense_rank() OVER (ORDER BY ${keys[kind]}) - 1 AS INTEGER) AS place FROM times`,
  );
  const listed = await rowsOf(
    connection,
    `SELECT min(trim(text)), min(${kind === 'text' ? 'NULL' : keys[kind]}) FROM times JOIN instants USING (text) GROUP BY place ORDER BY place`,
  );
  const labels = listed.map(([label]) => String(label));
  if (labels.some(hasNul)) return refused(nulCharacter(time.name));
  if (kind === 'text' || kind === 'numbered') return ok({ labels, names: labels });
  const places = listed.map(([, key]) => Number(key));
  const { usual, differ } = usualStep(places, kind);
  if (differ > 0) return refused(irregularInstants(time.name, differ, places.length - 1, usual));
  return ok({ labels, names: kind === 'number' ? places.map((place) => `T${place}`) : labels });
}

/** How the times are to be understood, and the column of `times` that orders them then. */
type Kind = 'number' | 'moment' | 'clock' | 'numbered' | 'text';
const keys: Readonly<Record<Kind, string>> = {
  number: 'number',
  moment: 'moment',
  clock: 'clock',
  numbered: 'tail',
  text: 'text',
};

/** Every different text of the column, its rows, and what it means if it is a number, a date and time, a time of day, or a name with a number. */
function timesIn(source: Source, { sql }: SourceColumn): string {
  const texts = `SELECT CAST(${sql} AS VARCHAR) AS text, count(*) AS rows FROM ${source.scan(new Set())} GROUP BY ALL`;
  const month = `CASE WHEN regexp_full_match(trim(text), '\\d{4}-\\d{2}') THEN trim(text) || '-01' END`; // a month stands for its first day
  const moments = [isoDateSql('text'), isoDateSql(`(${month})`), isoLocalSql('text'), isoInstantSql('text')];
  return `SELECT text, rows,
    CASE WHEN isfinite(TRY_CAST(text AS DOUBLE)) THEN TRY_CAST(text AS DOUBLE) END AS number,
    epoch_us(coalesce(${moments.join(', ')})) AS moment,
    CASE WHEN regexp_full_match(trim(text), '([01]?\\d|2[0-3]):\\d{2}(:\\d{2}(\\.\\d+)?)?') THEN epoch_us(TRY_CAST(text AS TIME)) END AS clock,
    CASE WHEN regexp_full_match(text, '\\D+\\d{1,15}') THEN CAST(regexp_extract(text, '\\d+$') AS DOUBLE) END AS tail,
    regexp_extract(text, '^\\D*') AS head
    FROM (${texts})`;
}

/** Digits and the marks of numbers, dates and clocks, or a month's name beside a day or year. */
const looksLikeTime = `regexp_full_match(trim(text), '[+-]?\\d[\\d ./:,_+-]*(T[\\d:.,]+)?(Z|[ap]\\.?m\\.?)?', 'i')
  OR regexp_matches(text, '\\d.*(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\W+\\d', 'i')`;

/** Undefined where some times are readable and others not, or where they look like times but cannot be put in order. */
async function kindOfTimes(connection: DuckDBConnection): Promise<Kind | undefined> {
  const [counts] = await rowsOf(
    connection,
    `SELECT count(*), count(nullif(trim(text), '')), count(number), count(moment), count(clock), count(tail), count(DISTINCT head), count_if(${looksLikeTime}) FROM times`,
  );
  const [all, filled, numbers, moments, clocks, tails, heads, alike] = counts.map(Number);
  if (filled < all) return undefined;
  if (numbers === all) return 'number';
  if (moments === all) return 'moment';
  if (clocks === all) return 'clock';
  if (numbers + moments + clocks + alike > 0) return undefined;
  return tails === all && heads === 1 ? 'numbered' : 'text'; // by its text, H10 would come before H2
}

/** How many rows hold a time that is not of the commonest kind, and the first of them. */
async function unreadableRows(
  source: Source,
  { sql }: SourceColumn,
  connection: DuckDBConnection,
): Promise<[rows: number, row: number]> {
  const kinds = ['number', 'moment', 'clock'] as const;
  const [counts] = await rowsOf(connection, `SELECT ${kinds.map((kind) => `count(${kind})`).join(', ')} FROM times`);
  const commonest = kinds.reduce((best, kind, k) => (Number(counts[k]) > Number(counts[kinds.indexOf(best)]) ? kind : best));
  const readable = counts.some((count) => Number(count) > 0);
  const bad = `SELECT text, rows FROM times WHERE ${readable ? `${commonest} IS NULL` : `coalesce(trim(text), '') = '' OR ${looksLikeTime}`}`;
  const numbered = `SELECT row_number() OVER () AS row, CAST(${sql} AS VARCHAR) AS text FROM ${source.scan(new Set())}`;
  const [[rows, row]] = await rowsOf(
    connection,
    `SELECT (SELECT CAST(sum(rows) AS BIGINT) FROM (${bad})), min(row) FROM (${numbered}) AS found
     SEMI JOIN (${bad}) AS bad ON found.text IS NOT DISTINCT FROM bad.text`,
  );
  return [Number(rows), Number(row)];
}

/** Instants are in order whatever their offsets; beside them, whose clock a time without one shows cannot be known. */
async function someWithout(
  source: Source,
  { name, sql }: SourceColumn,
  connection: DuckDBConnection,
): Promise<Problem | undefined> {
  const bare = `${isoOffsetSql('text')} IS NULL`;
  const [counts] = await rowsOf(connection, `SELECT coalesce(sum(rows) FILTER (${bare}), 0), sum(rows) FROM times`);
  const [without, rows] = counts.map(Number);
  if (without === 0 || without === rows) return undefined;
  const row = await firstRow(bare, `(SELECT CAST(${sql} AS VARCHAR) AS text FROM ${source.scan(new Set())})`, connection);
  return someOffsets(name, placeOf(source, row), without, rows);
}

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<readonly (readonly unknown[])[]> {
  return (await connection.runAndReadAll(sql)).getRows();
}
