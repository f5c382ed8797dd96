import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { Refusal } from '../../base/problem.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import type { Workspace } from '../../base/workspace.ts';
import { badSql } from '../../formats/given-problems.ts';
import { duplicateColumn } from '../../formats/input-problems.ts';
import { parquetOfTable } from './database-file.ts';
import { type DatabaseLimits, interruptOnAbort, sqlName, sqlText } from './duckdb.ts';
import { isoDateSql, isoLocalSql } from './iso-time.ts';
import { lookAtSelect } from './read-select.ts';
import type { Source } from './source.ts';

export interface QueryPlace {
  readonly connection: DuckDBConnection;
  readonly workspace: Workspace;
  readonly limits: DatabaseLimits;
}

/**
 * What a SELECT makes of a source. The source goes into a database of its own as the table `input`; there the query runs in an instance that can reach no other
 * file, with its settings locked, on one thread. Its rows are put in the order of their values, so that the same input gives the same table
 * whatever the machine and the order in which it meets them.
 */
export async function querySource(source: Source, sql: string, place: QueryPlace): Promise<Result<Source>> {
  const { connection, workspace } = place;
  const twice = namesAlike(source);
  if (twice !== undefined) return refused(twice);
  const folder = mkdtempSync(join(workspace.folder(), 'query-'));
  const database = join(folder, 'query.db');
  try {
    const query = await plainSelect(sql, connection);
    await fillInput(source, database, connection);
    await runLocked(query, database, place);
    const result = await parquetOfTable({ database, table: 'result', folder, name: source.name }, connection);
    const { name, path, stored } = source;
    return ok({ name, path, format: 'parquet', ...result, ...(stored === undefined ? {} : { stored }) });
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  }
}

/** The database knows no case in names of columns. */
function namesAlike({ columns }: Source) {
  const places = new Map<string, number[]>();
  for (const [place, { name }] of columns.entries())
    places.set(name.toLowerCase(), [...(places.get(name.toLowerCase()) ?? []), place + 1]);
  const alike = [...places.values()].find((found) => found.length > 1);
  return alike === undefined ? undefined : duplicateColumn(columns[alike[0] - 1].name, alike);
}

/** The query as the database itself spells what it understood, so that nothing else is run than what was looked at. */
async function plainSelect(sql: string, connection: DuckDBConnection): Promise<string> {
  const { text } = await lookAtSelect(sql, connection);
  const found = await connection.runAndReadAll(`SELECT json_deserialize_sql(CAST(${sqlText(text)} AS JSON))`);
  return String(found.getRows()[0]?.[0]);
}

/** Texts that are all whole numbers, numbers, dates or times are these, for a query to count with; a code with a zero before it stays a text. */
async function fillInput(source: Source, database: string, connection: DuckDBConnection): Promise<void> {
  const columns = source.columns.map(({ name, sql }) => `${sql} AS ${sqlName(name)}`);
  await connection.run(`ATTACH ${sqlText(database)} AS query_input`);
  try {
    await connection.run(`CREATE TABLE query_input.input AS SELECT ${columns.join(', ')} FROM ${source.scan(new Set())}`);
    if (source.format !== 'parquet') await giveTypes(source, connection);
  } finally {
    await connection.run('DETACH query_input');
  }
}

const typesOf: readonly (readonly [type: string, holds: (sql: string) => string])[] = [
  ['BIGINT', (sql) => `regexp_full_match(${sql}, '-?(0|[1-9][0-9]{0,17})')`],
  ['DECIMAL', (sql) => `regexp_full_match(${sql}, '-?(0|[1-9][0-9]{0,17})([.][0-9]{1,18})?')`], // sums of it are exact, in any order
  ['DOUBLE', (sql) => `regexp_full_match(${sql}, '-?(0|[1-9][0-9]{0,17})([.][0-9]*)?([eE][+-]?[0-9]{1,3})?')`],
  ['DATE', (sql) => `(${isoDateSql(sql)}) IS NOT NULL`],
  ['TIMESTAMP', (sql) => `(${isoLocalSql(sql)}) IS NOT NULL`],
];

async function giveTypes({ columns }: Source, connection: DuckDBConnection): Promise<void> {
  const facts = columns.flatMap(({ name }) => {
    const column = sqlName(name);
    const holds = typesOf.map(([, isOf]) => `coalesce(bool_and(${isOf(column)}) FILTER (${column} <> ''), false)`);
    return [...holds, `max(length(regexp_extract(${column}, '[.]([0-9]*)$', 1)))`];
  });
  const reader = await connection.runAndReadAll(`SELECT ${facts.join(', ')} FROM query_input.input`);
  const found = reader.getRows()[0];
  const width = typesOf.length + 1;
  const changes = columns.flatMap(({ name }, place) => {
    const own = found.slice(place * width, (place + 1) * width);
    const type = typesOf.find((_, t) => own[t] === true)?.[0];
    const column = sqlName(name);
    if (type === undefined) return [];
    return [`CAST(nullif(${column}, '') AS ${type === 'DECIMAL' ? `DECIMAL(38, ${own[typesOf.length]})` : type}) AS ${column}`];
  });
  if (changes.length > 0)
    await connection.run(
      `CREATE OR REPLACE TABLE query_input.input AS SELECT * REPLACE (${changes.join(', ')}) FROM query_input.input`,
    );
}

/** Runs the query where it can do nothing but read its own database. */
async function runLocked(query: string, database: string, { workspace, limits }: QueryPlace): Promise<void> {
  const instance = await DuckDBInstance.create(database, {
    threads: '1',
    ...(limits.memory === undefined ? {} : { memory_limit: limits.memory }),
    temp_directory: workspace.folder(),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  const stopListening = interruptOnAbort(connection, workspace.signal);
  try {
    await connection.run("SET TimeZone = 'UTC'"); // zoned times print the same on every machine
    await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
    await connection.run(`CREATE TABLE result AS SELECT * FROM (${query.replace(/;\s*$/, '')}\n) ORDER BY ALL`);
  } catch (error) {
    workspace.signal.throwIfAborted();
    throw new Refusal(badSql(reasonOf(error)));
  } finally {
    stopListening();
    connection.closeSync();
    instance.closeSync();
  }
}

/** What a database says of a query it cannot understand is about the query; of one that fails on the way it may quote a cell. */
function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : '').split('\n');
  if (/^(Parser|Binder|Catalog) Error/.test(line)) return `The database says: ${line}`;
  const kind = /^([A-Z][A-Za-z ]{2,30}) Error:/.exec(line)?.[1] ?? 'Unknown';
  return `It could not be run to its end (${kind} Error). The rest of the message may hold data, so it is not repeated.`;
}
