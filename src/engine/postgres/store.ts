import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { invariant, type Problem, Refusal } from '../../base/problem.ts';
import type { OnProgress } from '../../base/progress.ts';
import type { Workspace } from '../../base/workspace.ts';
import { postgresAddress, shownAddress, type TableName } from '../../policy/postgres-address.ts';
import type { ManifestColumn } from '../../release/manifest.ts';
import { withClient } from './client.ts';
import { asDatabaseProblem } from './faults.ts';
import { notAReleaseTable, tableExists, tableUnknown, tableUnwritable } from './problems.ts';
import { tableSql } from './relation.ts';
import { sqlName, sqlText } from './sql.ts';

/** Released data as CSV with a header, and what its columns are. */
export interface ReleasedCsv {
  readonly path: string;
  readonly delimiter: string;
  readonly columns: readonly ManifestColumn[];
  readonly rows: number;
  readonly sha256: string;
}

interface TableWanted {
  readonly outTable: string;
  /** Whether a release that is there is replaced. */
  readonly force: boolean;
}

/** Whether a release may be written to the table, asked before any work is done. */
export function checkTable(outTable: string, force: boolean, workspace: Workspace): Promise<Problem | undefined> {
  return withTarget(outTable, workspace, async (client, target) => {
    const { table } = target;
    await client.query('BEGIN');
    if (!(await isReplaceable(client, target, force))) await client.query(`CREATE TABLE ${tableSql(table)} ()`);
    await client.query('ROLLBACK');
  });
}

/** Writes released data to a new table in one transaction: it is there whole or not at all. */
export async function storeTable(
  { outTable, force }: TableWanted,
  data: ReleasedCsv,
  workspace: Workspace,
  onProgress: OnProgress,
): Promise<Problem | undefined> {
  let committing = false;
  const failed = await withTarget(outTable, workspace, async (client, target) => {
    await client.query("BEGIN; SET LOCAL lock_timeout TO '60s'"); // somebody may be reading the table that is replaced
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockOf(data)]);
    if (await isReplaceable(client, target, force)) await client.query(`DROP TABLE ${tableSql(target.table)}`);
    await fillTable(client, target, data, onProgress);
    committing = true;
    await client.query('COMMIT');
  });
  if (failed === undefined || !committing) return failed;
  const stored = await isStored(outTable, data, workspace);
  if (stored === undefined) return tableUnknown(shownAddress(outTable), commentOf(data));
  return stored ? undefined : failed;
}

/**
 * Whether data is in its table after all: a connection that is lost in the middle of COMMIT does not say whether it was made. Another one asks, once the lock of the
 * former transaction is free, as only then that one is over. Undefined where nobody answers.
 */
async function isStored(outTable: string, data: ReleasedCsv, workspace: Workspace): Promise<boolean | undefined> {
  let comment: string | undefined;
  const unanswered = await withTarget(outTable, workspace, async (client, { table }) => {
    await client.query("BEGIN; SET LOCAL lock_timeout TO '15s'");
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockOf(data)]);
    comment = (await tableThere(client, table))?.comment ?? '';
    await client.query('ROLLBACK');
  });
  return unanswered === undefined ? comment === commentOf(data) : undefined;
}

/** The number of a lock that a transaction holds while it stores this data. */
const lockOf = ({ sha256 }: ReleasedCsv): string => String(BigInt.asIntN(64, BigInt(`0x${sha256.slice(0, 16)}`)));

/** A table to write, and what it is called in messages. */
interface Target {
  readonly table: TableName;
  readonly name: string;
}

async function withTarget(
  outTable: string,
  workspace: Workspace,
  work: (client: Client, target: Target) => Promise<void>,
): Promise<Problem | undefined> {
  const address = postgresAddress(outTable, 'target');
  if (!address.ok) return address.problems[0];
  const { from } = address.value;
  invariant('table' in from, 'the address of a target names a table');
  const name = shownAddress(outTable);
  try {
    await withClient(address.value, workspace, (client) => work(client, { table: from, name }));
    return undefined;
  } catch (error) {
    const problem = ofTarget((error as { code?: unknown }).code, name) ?? asDatabaseProblem(error, name);
    if (problem === undefined) throw error;
    return problem.code.startsWith('output/') ? problem : tableUnwritable(name, `${problem.what} ${problem.why}`, problem.fix);
  }
}

/** What only a table that is written can have against it. */
function ofTarget(code: unknown, name: string): Problem | undefined {
  if (code === '42P07') return tableExists(name); // somebody made it meanwhile
  if (code !== '2BP01') return undefined;
  return tableUnwritable(
    name,
    'Views or other objects depend on the table that would be replaced.',
    'Drop them first, or choose another table.',
  );
}

/** By this beginning of its comment a table is known as ours, the only ones that are replaced by force. */
const mark = 'Shoal release: ';

const commentOf = ({ sha256 }: ReleasedCsv): string => `${mark}data of sha-256 ${sha256}`;

/** Whether a table is there that may be replaced; refuses where there is one that may not. */
async function isReplaceable(client: Client, { table, name }: Target, force: boolean): Promise<boolean> {
  const there = await tableThere(client, table);
  if (there === undefined) return false;
  if (!force) throw new Refusal(tableExists(name));
  if (there.relkind !== 'r' || there.comment?.startsWith(mark) !== true) throw new Refusal(notAReleaseTable(name));
  return true;
}

/** What stands under the name of a table, and its comment. */
async function tableThere(client: Client, table: TableName) {
  const { rows } = await client.query<{ relkind: string; comment: string | null }>(
    `SELECT relkind, obj_description(oid, 'pg_class') AS comment FROM pg_catalog.pg_class WHERE oid = to_regclass($1)`,
    [tableSql(table)],
  );
  return rows.at(0);
}

async function fillTable(client: Client, { table, name }: Target, data: ReleasedCsv, onProgress: OnProgress): Promise<void> {
  const { path, delimiter, columns, rows } = data;
  const { from: copyFrom } = await import('pg-copy-streams');
  const target = tableSql(table);
  const long = columns.find((column) => Buffer.byteLength(column.name) > longestName);
  if (long !== undefined)
    throw new Refusal(
      tableUnwritable(name, `The name of column "${long.name}" is longer than ${longestName} bytes.`, 'Rename it in the input.'),
    );
  const texts = columns.filter(({ kind }) => typeOf(kind) === 'text').map((column) => sqlName(column.name));
  const options = [
    'FORMAT csv',
    'HEADER',
    "ENCODING 'UTF8'",
    `DELIMITER ${sqlText(delimiter)}`,
    ...(texts.length > 0 ? [`FORCE_NOT_NULL (${texts.join(', ')})`] : []), // an empty cell is the empty text, as in the file
  ];
  await client.query(
    `CREATE TABLE ${target} (${columns.map((column) => `${sqlName(column.name)} ${typeOf(column.kind)}`).join(', ')})`,
  );
  await client.query(`COMMENT ON TABLE ${target} IS ${sqlText(commentOf(data))}`);
  const copy = client.query(copyFrom(`COPY ${target} FROM STDIN (${options.join(', ')})`));
  await pipeline(createReadStream(path, { highWaterMark: 1 << 18 }), copy);
  invariant(copy.rowCount === rows, 'the table has as many rows as the release');
  onProgress({ phase: 'table', done: rows, total: rows, unit: 'rows', finished: true });
}

/** A longer name PostgreSQL cuts without a word. */
const longestName = 63;

/** What is not a number is text: intervals, labels, words. */
const typeOf = (kind: ManifestColumn['kind']): string =>
  ['id', 'integer'].includes(kind) ? 'bigint' : ['lower', 'upper', 'number'].includes(kind) ? 'numeric' : 'text';
