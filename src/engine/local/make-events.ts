import type { DuckDBConnection } from '@duckdb/node-api';
import type { OnProgress } from '../../base/progress.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import { penaltiesOf } from '../../families/events/certainty.ts';
import { flattenNodes, type Node, sweepNodes } from '../../families/events/lattice.ts';
import { coarserSql, codeSql, type Packing, packedSql } from '../../families/events/packing.ts';
import type { QuasiColumn } from '../../families/events/quasi-column.ts';
import type { KeptCombinations } from '../../plan/gates.ts';
import { flattenedColumns, unlessNone } from '../../policy/events-policy.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import { sqlText } from './duckdb.ts';
import type { EventsLook } from './look-at-events.ts';
import { numbers } from './numbers.ts';
import { peelUsers } from './peel-users.ts';
import { asReadProblem } from './read-faults.ts';
import { dayNumberSql } from './rotating-ids.ts';
import type { SettledEvents } from './settle-events.ts';
import type { Source } from './source.ts';

/**
 * A release of events in DuckDB's tables, nothing written yet:
 * - `log(q, u[, day])`: every input event in input order, its packed combination (below 0 where it is left out), the hash of its subject, and
 *   the day it fell on, where ids rotate. Two subjects of one hash count as one, which can only ask for more company than needed.
 * - `pairs(q, u, n)`: who is in which combination how often.
 * - `combos(q, subjects, events, f, node)`: each combination, what it is published as, and at which node; f is NULL where it is left out.
 * - `gone(u)`: subjects removed altogether.
 */
export interface MadeEvents {
  readonly look: EventsLook;
  readonly packing: Packing;
  readonly nodes: readonly Node[];
  /** Penalty of base value v of column c at level l: penalties[c][l][v]. */
  readonly penalties: readonly (readonly Float64Array[])[];
  readonly subjects: number;
  readonly counted: { readonly rows: number; readonly subjects: number };
  readonly unmapped: { readonly rows: number; readonly codes: readonly string[] };
  readonly figures: { readonly combinations: KeptCombinations };
  /** What `users` took away, and what `events` would have. */
  readonly users?: { readonly removed: number; readonly events: number; readonly otherwise: number };
}

/** Events left out before anything is counted, by what stands in q. */
const removedClass = -1;
const unreadableTime = -2;
const droppedCode = -3;

/** A log in the tables `log` and `pairs`, counted. */
export interface LoadedEvents {
  /** Subjects of the log, and of those events whose class stays. */
  readonly all: number;
  readonly subjects: number;
  /** Events whose class stays. */
  readonly kept: number;
}

/** Reads the log into the tables `log` and `pairs`. */
export async function loadEvents(
  source: Source,
  policy: EventsPolicy,
  settled: SettledEvents,
  { connection, onProgress }: { readonly connection: DuckDBConnection; readonly onProgress: OnProgress },
): Promise<Result<LoadedEvents>> {
  const { codes, rows } = settled.look;
  await connection.run(`CREATE TYPE event_code AS ENUM (${codes.map(sqlText).join(', ')})`);
  try {
    await connection.run(`CREATE TABLE log AS ${logSql(source, policy, settled)}`);
  } catch (error) {
    return refused(await asReadProblem(error, source, { numbers: [], texts: [], spare: 0 }, connection));
  }
  onProgress({ phase: 'read', done: rows, total: rows, unit: 'rows', finished: true });
  await connection.run('CREATE TABLE pairs AS SELECT q, u, CAST(count(*) AS INTEGER) AS n FROM log WHERE q >= 0 GROUP BY q, u');
  const [all] = await numbers(connection, 'SELECT count(DISTINCT u) FROM log');
  const [subjects, kept] = await numbers(connection, 'SELECT count(DISTINCT u), coalesce(sum(n), 0) FROM pairs');
  return ok({ all, subjects, kept });
}

/** Flattens combinations, then leaves out what still has fewer than k subjects. */
export async function makeEvents(
  policy: EventsPolicy,
  { settled: { look, unmapped, packing }, loaded: { all, subjects, kept }, connection }: LogTables,
  onProgress: OnProgress,
): Promise<MadeEvents> {
  await connection.run(
    'CREATE TABLE combos AS SELECT q, CAST(count(*) AS BIGINT) AS subjects, CAST(sum(n) AS BIGINT) AS events, CAST(NULL AS BIGINT) AS f, 0 AS node FROM pairs GROUP BY q ORDER BY q',
  );
  await connection.run(`UPDATE combos SET f = q WHERE subjects >= ${policy.k}`);

  const penalties = await penaltiesIn(packing, connection);
  const nodes =
    policy.flatten.length === 1 && policy.flatten[0] === 'sweep'
      ? sweepNodes(packing.columns, penalties)
      : flattenNodes(packing.columns, flattenedColumns(policy.flatten));
  await generalise(packing, nodes, policy.k, connection, onProgress);
  await connection.run('CREATE TABLE gone (u UBIGINT)');
  const counted = { rows: kept, subjects };
  const made = { look, packing, nodes, penalties, subjects: all, counted, unmapped };
  if (policy.reduce === 'events') return { ...made, figures: { combinations: await keptCombinations(connection) } };
  const users = await peelUsers(packing, nodes.at(-1), policy.k, connection);
  const left = { after: 'users', subjects, otherwise: kept - users.otherwise } as const;
  return { ...made, users, figures: { combinations: { count: users.removed === subjects ? 0 : 1, left } } };
}

interface LogTables {
  readonly settled: SettledEvents;
  readonly loaded: LoadedEvents;
  readonly connection: DuckDBConnection;
}

/** Combinations with k subjects, flattened or not; and, where there are none, the largest k that would keep something, and how much. */
async function keptCombinations(connection: DuckDBConnection): Promise<KeptCombinations> {
  const [count, largest, events, all] = await numbers(
    connection,
    'SELECT count(*) FILTER (f IS NOT NULL), max(subjects), coalesce(sum(events) FILTER (subjects = (SELECT max(subjects) FROM combos)), 0), sum(events) FROM combos',
  );
  return { count, left: { after: 'flattening', largest, events, all } };
}

/** Each event's class number is `c`: below 0 where its class is removed or its code dropped. */
function logSql(
  source: Source,
  policy: EventsPolicy,
  { look: { code, subject, time }, packing, classes }: SettledEvents,
): string {
  const names = packing.columns.find(({ name }) => name === 'generalized_event')?.labels ?? [];
  const removed = new Set(unlessNone(policy.removeClasses));
  const numberOf = (name: string | undefined) =>
    name === undefined ? droppedCode : removed.has(name) ? removedClass : Math.max(0, names.indexOf(name));
  const day = policy.pseudonym.startsWith('rotate') ? `, ${dayNumberSql('t')} AS day` : '';
  return `SELECT CASE WHEN t IS NULL THEN ${unreadableTime} WHEN c < 0 THEN c ELSE ${packedSql(packing)} END AS q, u${day}
    FROM (SELECT *, CAST([${classes.map(numberOf).join(',')}][e + 1] AS BIGINT) AS c
    FROM (SELECT CAST(enum_code(CAST(${code} AS event_code)) AS BIGINT) AS e, ${time} AS t, hash(${subject}) AS u FROM ${source.scan(new Set())}))`;
}

/**
 * Node by node, each only for the combinations that still fail: what they would be published as is counted anew over distinct subjects, and
 * kept where k share it. Equal keys at two nodes mean the same set of combinations, so what a node accepts is whole.
 */
async function generalise(
  packing: Packing,
  nodes: readonly Node[],
  k: number,
  connection: DuckDBConnection,
  onProgress: OnProgress,
) {
  await connection.run('CREATE TABLE residue AS SELECT q, u FROM pairs WHERE q IN (SELECT q FROM combos WHERE f IS NULL)');
  let [open] = await numbers(connection, 'SELECT count(*) FROM combos WHERE f IS NULL');
  for (const [i, node] of nodes.entries()) {
    if (open === 0) break;
    await connection.run(
      `CREATE OR REPLACE TABLE tried AS SELECT q, g FROM (SELECT q, g, sum(subjects) OVER (PARTITION BY g) AS most
        FROM (SELECT q, subjects, ${coarserSql(packing, 'q', node)} AS g FROM combos WHERE f IS NULL)) WHERE most >= ${k}`,
    );
    await connection.run(
      `CREATE OR REPLACE TABLE held AS SELECT g FROM (SELECT DISTINCT g, u FROM residue JOIN tried USING (q)) GROUP BY g HAVING count(*) >= ${k}`,
    );
    await connection.run(
      `UPDATE combos SET f = tried.g, node = ${i + 1} FROM tried WHERE tried.q = combos.q AND tried.g IN (SELECT g FROM held)`,
    );
    [open] = await numbers(connection, 'SELECT count(*) FROM combos WHERE f IS NULL');
    onProgress({ phase: 'group', done: i + 1, total: nodes.length, unit: 'settings' });
  }
  await connection.run('DROP TABLE IF EXISTS tried; DROP TABLE IF EXISTS held; DROP TABLE residue');
  onProgress({ phase: 'group', done: nodes.length, total: nodes.length, unit: 'settings', finished: true });
}

async function penaltiesIn(packing: Packing, connection: DuckDBConnection): Promise<readonly (readonly Float64Array[])[]> {
  const penalties: (readonly Float64Array[])[] = [];
  for (const [c, column] of packing.columns.entries())
    penalties.push(penaltiesOf(column, await presentIn(packing, column, c, connection)));
  return penalties;
}

async function presentIn(packing: Packing, { base }: QuasiColumn, c: number, connection: DuckDBConnection): Promise<Uint8Array> {
  const present = new Uint8Array(base);
  const reader = await connection.runAndReadAll(`SELECT DISTINCT ${codeSql(packing, 'q', c)} FROM combos`);
  for (const [code] of reader.getRows()) present[Number(code)] = 1;
  return present;
}
