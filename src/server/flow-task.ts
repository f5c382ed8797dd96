import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { run } from '../api/run.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { openDatabase, sqlName, sqlText } from '../engine/local/duckdb.ts';
import { numbers } from '../engine/local/numbers.ts';
import { openSource, type Source } from '../engine/local/source.ts';
import { openWorkspace } from '../engine/local/workspace.ts';
import { missingColumn } from '../policy/problems.ts';
import { flowBodyOf } from './flow-body.ts';

/** One answer to be made: which data, which days, for which k. */
export interface FlowTask {
  readonly kind: 'flow';
  readonly data: string;
  /** The names of our columns in the data. */
  readonly map: Readonly<Record<'section_id' | 'exit_time' | 'vehicle_id' | 'toll_money', string>>;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly k: number;
  readonly release: 'internal' | 'public';
  readonly threads: number;
  readonly memory: string;
  readonly secret: string;
}

export type FlowAnswer =
  | { readonly kind: 'body'; readonly body: string }
  /** Fewer subjects than k. */
  | { readonly kind: 'crowd'; readonly subjects: number };

/** Takes the records of the period out of the data and makes a release of them, in the folder it runs in. */
export async function flowOf(task: FlowTask): Promise<Result<FlowAnswer>> {
  const { k, release, threads, memory, secret } = task;
  const input = 'records.csv';
  const subjects = await extracted(task, input);
  if (!subjects.ok) return subjects;
  if (subjects.value < k) return ok({ kind: 'crowd', subjects: subjects.value });
  const hash = createHash('sha256').update(readFileSync(input)).digest();
  const seed = createHmac('sha256', Buffer.from(secret, 'hex')).update(hash).update(`k ${k}`).digest('hex').slice(0, 32); // equal records, equal answer, after a restart too
  const made = await run({
    method: 'kaca',
    clustering: 'kmeans',
    labels: 'zh',
    input,
    out: 'release',
    subject: 'vehicle_id',
    quasi: 'section_id:prefix,exit_time:time',
    aggregate: 'count,avg:toll_money',
    ...{ k, seed, release, threads, memory },
  } as never);
  if (!made.ok) return made;
  return ok({ kind: 'body', body: await flowBodyOf('release', made.value as never) });
}

/** The four columns of the period's records under our names, and how many subjects they have. */
async function extracted(task: FlowTask, output: string): Promise<Result<number>> {
  const workspace = openWorkspace();
  const database = await openDatabase(workspace, task);
  try {
    const { connection } = database;
    const source = await openSource(task.data, connection, workspace, {});
    if (!source.ok) return source;
    const select = selection(source.value, task);
    return select.ok ? ok(await copied(select.value, output, connection)) : select;
  } finally {
    database.close();
    workspace.dispose();
  }
}

function selection({ columns, scan }: Source, { map, start, end }: FlowTask): Result<string> {
  const names = columns.map(({ name }) => name);
  const [missing] = Object.entries(map).filter(([, name]) => !names.includes(name));
  if (missing !== undefined) return refused(missingColumn(missing[1], `--map ${missing[0]}`, names));
  const sqlOf = (name: string) => columns.find((column) => column.name === name)?.sql ?? sqlName(name);
  const wanted = Object.entries(map).map(([ours, theirs]) => `CAST(${sqlOf(theirs)} AS VARCHAR) AS ${ours}`);
  const day = 'TRY_CAST(left(exit_time, 10) AS DATE)'; // the day as it is written, as the method reads the clock
  const within = [
    start === undefined ? [] : `${day} >= ${sqlText(start)}`,
    end === undefined ? [] : `${day} <= ${sqlText(end)}`,
  ].flat();
  const unread = within.length === 0 ? '' : ` WHERE ${day} IS NULL OR (${within.join(' AND ')})`; // a day that cannot be read is for the method to complain about
  return ok(`SELECT * FROM (SELECT ${wanted.join(', ')} FROM ${scan(new Set())})${unread}`);
}

async function copied(select: string, output: string, connection: DuckDBConnection): Promise<number> {
  await connection.run(`CREATE TABLE records AS ${select}`);
  await connection.run(`COPY records TO ${sqlText(output)} (FORMAT csv, HEADER, DELIMITER ',')`);
  const [subjects] = await numbers(connection, 'SELECT count(DISTINCT vehicle_id) FROM records');
  return subjects;
}
