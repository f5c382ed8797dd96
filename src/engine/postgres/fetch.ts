import { createWriteStream, mkdtempSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import type { OnProgress } from '../../base/progress.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import type { Workspace } from '../../base/workspace.ts';
import { duplicateColumn } from '../../formats/input-problems.ts';
import { splitList } from '../../policy/column-list.ts';
import { type PostgresAddress, postgresAddress, shownAddress } from '../../policy/postgres-address.ts';
import { missingColumn } from '../../policy/problems.ts';
import type { Days } from '../engine.ts';
import { withClient } from './client.ts';
import { asDatabaseProblem } from './faults.ts';
import { unsupportedType } from './problems.ts';
import { proveSelect, type Relation, readableTables, relationAt } from './relation.ts';
import { sqlName, sqlText } from './sql.ts';

/** Rows of a table or query as CSV with a header, in a file of the workspace. */
export interface Fetched {
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
  /** Every column there is, and of those the ones in the file. */
  readonly columns: readonly string[];
  readonly present: readonly string[];
}

/** Which of the columns will be read, or why none needs to be. */
type Needed = (columns: readonly string[]) => Result<readonly string[]>;

export interface FetchOptions {
  readonly needed?: Needed | undefined;
  readonly days?: Days | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/**
 * Streams a table or query to disk by COPY, as one moment of the database saw it: a read-only transaction that later changes do not reach.
 * Filters and the choice of columns are the server's work, and no row becomes an object here.
 */
export async function fetchTable(input: string, workspace: Workspace, options: FetchOptions): Promise<Result<Fetched>> {
  const address = postgresAddress(input, 'source');
  if (!address.ok) return address;
  const name = shownAddress(input);
  try {
    const asked = withinDays(address.value, options.days);
    return await withClient(asked, workspace, (client) => fetchRows({ address: asked, name }, client, workspace, options));
  } catch (error) {
    const problem = asDatabaseProblem(error, name);
    if (problem === undefined) throw error;
    return refused(problem);
  }
}

/** Of two conditions on rows, both. */
function withinDays(address: PostgresAddress, days: Days | undefined): PostgresAddress {
  const given = address.where === undefined ? [] : [`(${address.where})`];
  const from = days?.from === undefined ? [] : [`${sqlName(days.column)} >= ${sqlText(days.from)}`];
  const to = days?.to === undefined ? [] : [`${sqlName(days.column)} < ${sqlText(dayAfter(days.to))}`];
  return from.length + to.length === 0 ? address : { ...address, where: [...given, ...from, ...to].join(' AND ') };
}

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** Cells are printed alike whatever this server, database or user prefers; rows come in the order they lie in, not as threads find them. */
const settings = `SET LOCAL datestyle TO 'ISO'; SET LOCAL timezone TO 'UTC'; SET LOCAL intervalstyle TO 'postgres';
  SET LOCAL extra_float_digits TO 3; SET LOCAL synchronize_seqscans TO off; SET LOCAL max_parallel_workers_per_gather TO 0`;

/** What is read, and what it is called in messages. */
interface AskedTable {
  readonly address: PostgresAddress;
  readonly name: string;
}

async function fetchRows(
  { address, name }: AskedTable,
  client: Client,
  workspace: Workspace,
  { needed = ok, onProgress = () => {} }: FetchOptions,
): Promise<Result<Fetched>> {
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(settings);
  const relation = await relationOr(address, name, client);
  if (!relation.ok) return relation;
  const choice = chooseColumns(relation.value, address, name, needed);
  if (!choice.ok) return choice;
  const path = join(mkdtempSync(join(workspace.folder(), 'database-')), 'rows.csv');
  const select = relation.value.select(choice.value.present);
  await proveSelect(select, client);
  const rows = await copyRows(select, path, client, onProgress);
  await client.query('COMMIT');
  return ok({ ...choice.value, path, bytes: statSync(path).size, rows });
}

type Choice = Pick<Fetched, 'columns' | 'present'>;

/** What there is to choose from by the address, and of those what is needed; each must be there once and hold plain cells. */
function chooseColumns(relation: Relation, address: PostgresAddress, name: string, needed: Needed): Result<Choice> {
  const there = relation.columns.map((column) => column.name);
  const columns = address.columns === undefined ? there : splitList(address.columns);
  const unknown = columns.find((column) => !there.includes(column));
  if (unknown !== undefined) return refused(missingColumn(unknown, 'columns=', there));
  const twice = columns.find((column, place) => columns.indexOf(column) < place);
  const places = columns.flatMap((column, place) => (column === twice ? [place + 1] : []));
  if (twice !== undefined) return refused(duplicateColumn(twice, places));
  const asked = needed(columns);
  if (!asked.ok) return asked;
  const present = columns.filter((column) => asked.value.includes(column));
  const unfit = relation.columns.filter((column) => !column.plain && present.includes(column.name)).map((column) => column.name);
  return unfit.length > 0 ? refused(unsupportedType(name, unfit)) : ok({ columns, present });
}

/** A name that is not there is answered with the nearest one that is. */
async function relationOr(address: PostgresAddress, name: string, client: Client): Promise<Result<Relation>> {
  await client.query('SAVEPOINT before');
  try {
    return ok(await relationAt(address, client));
  } catch (error) {
    if (!('table' in address.from) || (error as { code?: unknown }).code !== '42P01') throw error;
    await client.query('ROLLBACK TO before');
    const nearby = { wanted: address.from.table, tables: await readableTables(client) };
    const problem = asDatabaseProblem(error, name, nearby);
    if (problem === undefined) throw error;
    return refused(problem);
  }
}

async function copyRows(select: string, path: string, client: Client, onProgress: OnProgress): Promise<number> {
  const { to: copyTo } = await import('pg-copy-streams');
  const expected = await expectedRows(select, client);
  const copy = client.query(copyTo(`COPY (${select}\n) TO STDOUT (FORMAT csv, HEADER, ENCODING 'UTF8')`));
  const countLines = async function* (pieces: AsyncIterable<Buffer>) {
    let lines = -1; // the header is none of the rows
    for await (const piece of pieces) {
      lines += lineBreaks(piece);
      onProgress({ phase: 'fetch', done: Math.max(0, lines), unit: 'rows', ...(expected > 0 ? { total: expected } : {}) });
      yield piece;
    }
  };
  await pipeline(copy, countLines, createWriteStream(path, { mode: 0o600, highWaterMark: 1 << 20 }));
  onProgress({ phase: 'fetch', done: copy.rowCount, total: copy.rowCount, unit: 'rows', finished: true });
  return copy.rowCount;
}

/** The planner's guess; for progress alone. */
async function expectedRows(select: string, client: Client): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: { 'Plan Rows': number } }[] }>(
    `EXPLAIN (FORMAT json) ${select}`,
  );
  return Math.round(rows[0]['QUERY PLAN'][0].Plan['Plan Rows']);
}

const lineFeed = 10;

function lineBreaks(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) count++;
  return count;
}
