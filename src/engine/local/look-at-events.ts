import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { ok, type Result, refused } from '../../base/result.ts';
import { badTimes, emptySubject, noRows, nulCharacter } from '../../formats/input-problems.ts';
import { hasNul } from '../../formats/nul.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import { missingColumn } from '../../policy/problems.ts';
import { hasOffsetSql, localTimeSql, type TimeColumn, type TimeKind } from './local-time.ts';
import { offsetProblem } from './mixed-offsets.ts';
import { numbers } from './numbers.ts';
import { asReadProblem } from './read-faults.ts';
import { firstRow, placeOf } from './row-place.ts';
import type { Source } from './source.ts';
import { type Spelling, settleSpelling, signsIn, signsSql } from './spelling.ts';

/** What must be known of a log before its events can be packed: columns, event codes, and the years they span. */
export interface EventsLook {
  readonly rows: number;
  /** Distinct event codes, sorted; an empty cell is the empty code. */
  readonly codes: readonly string[];
  /** Events of each code. */
  readonly counts: readonly number[];
  readonly years: readonly [number, number];
  /** ISO years that events fall in. */
  readonly isoYears: number;
  readonly badTimes: number;
  /** SQL over the scan: what tells subjects apart, the subject as it is written, the event code, the local time. */
  readonly subject: string;
  readonly spelled: string;
  readonly code: string;
  readonly time: string;
  /** Ids that are another spelling of one that is there as well. */
  readonly joined: number;
}

/** One pass over the input; refuses what no setting could mend. */
export async function lookAtEvents(
  source: Source,
  policy: EventsPolicy,
  connection: DuckDBConnection,
): Promise<Result<EventsLook>> {
  const needed = eventColumns(policy)(source.columns.map(({ name }) => name));
  if (!needed.ok) return needed;
  const sqlOf = (name: string) => source.columns.find((column) => column.name === name)?.sql ?? '';
  const scan = source.scan(new Set());
  try {
    const spelled = `CAST(${sqlOf(policy.subject)} AS VARCHAR)`;
    const code = `coalesce(CAST(${sqlOf(policy.event)} AS VARCHAR), '')`;
    const { found, time, offsets } = await looked(
      spelled,
      code,
      await timeColumn(sqlOf(policy.time), source, scan, connection),
      policy,
      scan,
      connection,
    );
    const sum = (place: number) => found.reduce((total, row) => total + Number(row[place]), 0);
    const rows = sum(1);
    if (rows === 0) return refused(noRows(source.name));
    if (found.some((row) => hasNul(String(row[0])))) return refused(nulCharacter(policy.event));
    if (policy.pseudonym === 'keep') {
      const [nul] = await numbers(connection, `SELECT count(*) FROM ${scan} WHERE contains(${spelled}, chr(0))`);
      if (nul > 0) return refused(nulCharacter(policy.subject));
    }
    const { sql: subject, joined } = await spellingIn({ rows: scan, text: spelled }, found, policy, connection);
    const nobody = `${subject} IS NULL OR ${subject} = ''`;
    const [without] =
      subject === spelled ? [sum(2)] : await numbers(connection, `SELECT count(*) FILTER (${nobody}) FROM ${scan}`);
    if (without > 0) return refused(emptySubject(policy.subject, await firstRow(nobody, scan, connection), without));
    const unreadable = sum(3);
    if (unreadable === rows || (unreadable > 0 && policy.onBadTime === 'fail')) {
      const row = await firstRow(`(${time}) IS NULL`, scan, connection);
      return refused(badTimes(policy.time, placeOf(source, row), unreadable, rows));
    }
    const { timeZone } = policy;
    const mixed = offsets
      ? await offsetProblem(source, { name: policy.time, sql: sqlOf(policy.time) }, timeZone, connection)
      : undefined;
    if (mixed !== undefined) return refused(mixed);
    const known = (place: number) =>
      found
        .map((row) => row[place])
        .filter((value) => value !== null)
        .map(Number);
    return ok({
      rows,
      codes: found.map((row) => String(row[0])),
      counts: found.map((row) => Number(row[1])),
      years: [Math.min(...known(5), ...known(7)), Math.max(...known(6), ...known(8))],
      isoYears: Math.max(...known(8)) - Math.min(...known(7)) + 1,
      badTimes: unreadable,
      subject,
      spelled,
      code,
      time,
      joined,
    });
  } catch (error) {
    return refused(await asReadProblem(error, source, { numbers: [], texts: [], spare: 0 }, connection));
  }
}

/** The columns of a log that are read, or which of them is not there. */
export const eventColumns =
  ({ subject, time, event }: EventsPolicy) =>
  (columns: readonly string[]): Result<readonly string[]> => {
    const wanted = [
      [subject, '--subject'],
      [time, '--time'],
      [event, '--event'],
    ] as const;
    const missing = wanted.filter(([name]) => !columns.includes(name));
    return missing.length === 0
      ? ok(wanted.map(([name]) => name))
      : refused(...missing.map(([name, flag]) => missingColumn(name, flag, columns)));
  };

/** Text is taken to carry no offset, which is read faster; where one turns up, a second pass reads it as it is. */
async function looked(
  subject: string,
  code: string,
  column: TimeColumn,
  policy: EventsPolicy,
  scan: string,
  connection: DuckDBConnection,
): Promise<{ found: readonly (readonly DuckDBValue[])[]; time: string; offsets: boolean }> {
  const time = localTimeSql(column, policy.timeZone);
  const unexpected = column.kind === 'text' && !column.offsets ? hasOffsetSql(column.sql) : 'false';
  const query = `SELECT code, count(*), count(*) FILTER (s IS NULL OR s = ''), count(*) FILTER (t IS NULL),
    coalesce(bool_or(o), false), year(min(t)), year(max(t)), isoyear(min(t)), isoyear(max(t)), ${policy.subjectSpelling === 'exact' ? 'NULL' : signsSql('s')}
    FROM (SELECT ${code} AS code, ${subject} AS s, ${time} AS t, ${unexpected} AS o FROM ${scan}) GROUP BY code ORDER BY code`;
  const found = (await connection.runAndReadAll(query)).getRows();
  if (found.some((row) => row[4] === true)) return looked(subject, code, { ...column, offsets: true }, policy, scan, connection);
  return { found, time, offsets: column.offsets };
}

/** How subjects are told apart, from what the first look found of their texts. */
async function spellingIn(
  texts: { readonly rows: string; readonly text: string },
  found: readonly (readonly DuckDBValue[])[],
  { subjectSpelling }: EventsPolicy,
  connection: DuckDBConnection,
): Promise<Spelling> {
  if (subjectSpelling === 'exact') return { sql: texts.text, joined: 0 };
  const anywhere = [9, 10, 11, 12].map((place) => found.some((row) => row[place] === true));
  return settleSpelling(texts, signsIn(anywhere), connection);
}

/** How a column holds its times; whether text among them carries an offset is not known yet. */
export async function timeColumn(sql: string, source: Source, scan: string, connection: DuckDBConnection): Promise<TimeColumn> {
  if (source.format !== 'parquet') return { sql, kind: 'text', offsets: false };
  const described = await connection.runAndReadAll(`DESCRIBE SELECT ${sql} FROM ${scan}`);
  return { sql, kind: kindOf(String(described.getRows()[0][1])), offsets: false };
}

function kindOf(type: string): TimeKind {
  if (type === 'TIMESTAMP WITH TIME ZONE') return 'zoned';
  if (type.startsWith('TIMESTAMP')) return 'local';
  return type === 'VARCHAR' ? 'text' : 'other';
}
