import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { codeSql, type Packing } from '../../families/events/packing.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import { sqlName, sqlText } from './duckdb.ts';
import type { MadeEvents } from './make-events.ts';
import type { Source } from './source.ts';
import { labelSql } from './write-events.ts';

/** What was lost and where, down to single subjects: for internal/ alone. */
export async function writeEventReports(
  folder: string,
  source: Source,
  policy: EventsPolicy,
  { look, packing, users, unmapped }: MadeEvents,
  connection: DuckDBConnection,
): Promise<void> {
  await copied(removalSql(packing), join(folder, 'event_removal_report.csv'), connection);
  if (users !== undefined && users.removed > 0) {
    const { subject, spelled } = look;
    await copied(
      `SELECT "User", "Event Count" FROM (SELECT hash(${subject}) AS u, min(${spelled}) AS "User" FROM ${source.scan(new Set())} GROUP BY 1)
        JOIN (SELECT u, sum(n) AS "Event Count" FROM pairs WHERE u IN (SELECT u FROM gone) GROUP BY u) USING (u) ORDER BY "Event Count" DESC, "User"`,
      join(folder, 'user_removal_report_counts.csv'),
      connection,
    );
  }
  if (unmapped.codes.length > 0) {
    const counts = unmapped.codes.map((code) => look.counts[look.codes.indexOf(code)]);
    await copied(
      `SELECT unnest([${unmapped.codes.map(sqlText).join(',')}]) AS ${sqlName(policy.event)}, unnest([${counts.join(',')}]) AS events`,
      join(folder, 'unmapped_events.csv'),
      connection,
    );
  }
}

const copied = (query: string, path: string, connection: DuckDBConnection) =>
  connection.run(`COPY (${query}) TO ${sqlText(path)} (FORMAT csv, HEADER true, DELIMITER ';')`);

/** Each combination before or after, then a total for each value of the first column; counts are of the events that were counted on. */
function removalSql(packing: Packing): string {
  const names = packing.columns.map(({ name }) => sqlName(name));
  const figures = 'subjects_before, subjects_after, events_before, events_after';
  const after = `SELECT f AS q, u, n FROM pairs JOIN combos USING (q) WHERE f IS NOT NULL AND u NOT IN (SELECT u FROM gone)`;
  const per = (key: string, rows: string, when: string) =>
    `SELECT ${key} AS key, count(DISTINCT u) AS subjects_${when}, sum(n) AS events_${when} FROM (${rows}) GROUP BY 1`;
  const both = (
    key: string,
  ) => `SELECT key, coalesce(subjects_before, 0) AS subjects_before, coalesce(subjects_after, 0) AS subjects_after,
    coalesce(events_before, 0) AS events_before, coalesce(events_after, 0) AS events_after
    FROM (${per(key, 'SELECT q, u, n FROM pairs', 'before')}) FULL JOIN (${per(key, after, 'after')}) USING (key)`;
  const first = codeSql(packing, 'q', 0);
  const label = `[${packing.columns[0].labels.map(sqlText).join(',')}][key + 1]`;
  const order = packing.columns.map((_, c) => codeSql(packing, 'key', c)).join(', ');
  return `SELECT * FROM (SELECT ${names.map((name, c) => `${labelSql(packing, 'key', c)} AS ${name}`).join(', ')}, ${figures}
    FROM (${both('q')}) ORDER BY ${order})
    UNION ALL SELECT * FROM (SELECT ${names.map((name, c) => `${c === 0 ? label : "'total'"} AS ${name}`).join(', ')}, ${figures}
    FROM (${both(first)}) ORDER BY key)`;
}
