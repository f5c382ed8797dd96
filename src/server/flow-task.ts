import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { run } from '../api/run.ts';
import type { CoarserRelease } from '../api/run-options.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { openWorkspace } from '../base/workspace.ts';
import { openDatabase, sqlName, sqlText } from '../engine/local/duckdb.ts';
import { isoDateSql } from '../engine/local/iso-time.ts';
import { numbers } from '../engine/local/numbers.ts';
import { openSource, type Source } from '../engine/local/source.ts';
import { spellingOf } from '../engine/local/spelling.ts';
import { isPostgres, postgresAddress } from '../policy/postgres-address.ts';
import { missingColumn } from '../policy/problems.ts';
import { coarserBodyOf, flowBodyOf } from './flow-body.ts';
import { shifted } from './flow-query.ts';

/** One answer to be made: which data, which days, for which k. */
export interface FlowTask {
  readonly kind: 'flow';
  readonly data: string;
  /** The names of our columns in the data. */
  readonly map: Readonly<Record<'section_id' | 'exit_time' | 'vehicle_id' | 'toll_money', string>>;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly k: number;
  /** Larger ones, each answered by groups of the one before it. */
  readonly coarser: readonly number[];
  readonly release: 'internal' | 'public';
  readonly threads: number;
  readonly memory: string;
  readonly secret: string;
}

export type FlowAnswer =
  /** By k; a k that is not there cannot be met. */
  | { readonly kind: 'bodies'; readonly bodies: Readonly<Record<number, string>> }
  /** Fewer subjects than k. */
  | { readonly kind: 'crowd'; readonly subjects: number };

/** Takes the records of the period out of the data and makes a release of them, in the folder it runs in. */
export async function flowOf(task: FlowTask): Promise<Result<FlowAnswer>> {
  const { k, coarser, release, threads, memory, secret } = task;
  const input = 'records.csv';
  const subjects = await extracted(task, input);
  if (!subjects.ok) return subjects;
  if (subjects.value < k) return ok({ kind: 'crowd', subjects: subjects.value });
  const hash = createHash('sha256').update(readFileSync(input)).digest();
  const secretSeed = createHmac('sha256', Buffer.from(secret, 'hex')).update(hash).update(`k ${k}`).digest('hex'); // equal records, equal answer, after a restart too
  const nested: CoarserRelease[] = [];
  const policy = {
    method: 'kaca',
    clustering: 'kmeans',
    labels: 'zh',
    input,
    out: 'release',
    subject: 'vehicle_id',
    quasi: 'section_id:prefix,exit_time:time',
    aggregate: 'count,avg:toll_money',
    ...{ k, release, threads, memory },
  } as const;
  const nesting =
    coarser.length === 0 ? {} : { coarser: { ks: coarser, onRelease: (one: CoarserRelease) => void nested.push(one) } };
  const made = await run(policy, { secretSeed, ...nesting });
  if (!made.ok) return made;
  const finest = await flowBodyOf('release', made.value, release);
  const bodies: Record<number, string> = { [k]: JSON.stringify(finest) };
  for (const one of nested) bodies[one.k] = JSON.stringify(await coarserBodyOf(one, finest, release));
  return ok({ kind: 'bodies', bodies });
}

/** The four columns of the period's records under our names, and how many subjects they have. */
async function extracted(task: FlowTask, output: string): Promise<Result<number>> {
  const workspace = openWorkspace();
  const database = await openDatabase(workspace, task);
  try {
    const { connection } = database;
    const needed = (columns: readonly string[]) => neededOf(columns, task.map);
    const source = await openSource(filtered(task), connection, workspace, { needed });
    if (!source.ok) return source;
    const present = needed(source.value.columns.map(({ name }) => name));
    return present.ok ? ok(await copied(selection(source.value, task), output, connection)) : present;
  } finally {
    database.close();
    workspace.dispose();
  }
}

function neededOf(columns: readonly string[], map: FlowTask['map']): Result<readonly string[]> {
  const [missing] = Object.entries(map).filter(([, name]) => !columns.includes(name));
  return missing === undefined ? ok(Object.values(map)) : refused(missingColumn(missing[1], `--map ${missing[0]}`, columns));
}

/** A database sends the records of the period only. */
function filtered({ data, map, start, end }: FlowTask): string {
  const address = isPostgres(data) ? postgresAddress(data, 'source') : undefined;
  if (address?.ok !== true || (start === undefined && end === undefined)) return data;
  const given = address.value.where === undefined ? [] : `(${address.value.where})`;
  const from = start === undefined ? [] : `${sqlName(map.exit_time)} >= ${sqlText(start)}`;
  const to = end === undefined ? [] : `${sqlName(map.exit_time)} < ${sqlText(shifted(end, 1))}`;
  return `${data}&where=${encodeURIComponent([given, from, to].flat().join(' AND '))}`; // of two conditions the last one counts
}

function selection({ columns, scan }: Source, { map, start, end }: FlowTask): string {
  const sqlOf = (name: string) => columns.find((column) => column.name === name)?.sql ?? sqlName(name);
  const wanted = Object.entries(map).map(([ours, theirs]) => `CAST(${sqlOf(theirs)} AS VARCHAR) AS ${ours}`);
  const day = `(${isoDateSql('left(exit_time, 10)')})`; // the day as it is written, as the method reads the clock
  const from = start === undefined ? [] : `${day} >= ${sqlText(start)}`;
  const to = end === undefined ? [] : `${day} <= ${sqlText(end)}`;
  const within = [from, to].flat().join(' AND ') || 'true';
  return `SELECT * FROM (SELECT ${wanted.join(', ')} FROM ${scan(new Set())}) WHERE ${day} IS NULL OR (${within})`; // a day that cannot be read is for the method to complain about
}

async function copied(select: string, output: string, connection: DuckDBConnection): Promise<number> {
  await connection.run(`CREATE TABLE records AS ${select}`);
  await connection.run(`COPY records TO ${sqlText(output)} (FORMAT csv, HEADER, DELIMITER ',')`);
  const { sql } = await spellingOf({ rows: 'records', text: 'vehicle_id' }, connection);
  const [subjects] = await numbers(connection, `SELECT count(DISTINCT ${sql}) FROM records`);
  return subjects;
}
