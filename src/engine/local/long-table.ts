import type { DuckDBConnection } from '@duckdb/node-api';
import { invariant, type Problem } from '../../base/problem.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import { emptySubject, noRows, notFinite, repeatedInstant, varyingAttribute } from '../../formats/input-problems.ts';
import type { LongRoles } from '../../policy/long-roles.ts';
import { tooManySegments } from '../../policy/problems.ts';
import type { Roles } from '../../policy/roles.ts';
import { instantColumns } from './instant-columns.ts';
import { findInstants } from './instants.ts';
import { asReadProblem } from './read-faults.ts';
import type { Source, SourceColumn } from './source.ts';

/**
 * A long table, one row per subject and instant, as a source with one row per subject: columns for the instants in order of time, then
 * the attributes. Rows are in the order of their subjects, as the order in a long file means nothing. DuckDB pivots while it is read.
 */
export async function pivotLong(
  source: Source,
  roles: LongRoles,
  segments: number,
  connection: DuckDBConnection,
): Promise<Result<{ readonly source: Source; readonly roles: Roles }>> {
  const attributes = [...roles.quasi.map(({ name }) => name), ...roles.sensitive];
  const long = longRows(source, roles, attributes);
  try {
    const instants = await findInstants(source, columnOf(source, roles.time), connection);
    if (!instants.ok) return instants;
    const { labels, names } = instants.value;
    if (labels.length === 0) return refused(noRows(source.name));
    if (segments > labels.length) return refused(tooManySegments(segments, labels.length));
    const look = await lookAt(long, attributes.length, connection);
    const problems = await problemsIn(look, { long, roles, attributes }, connection);
    if (problems.length > 0) return refused(...problems);
    const series = instantColumns(names, [...attributes, ...roles.dropped]);
    const { quasi, sensitive, dropped, subject } = roles;
    return ok({
      source: wideSource(source, { long, roles, attributes }, series, look),
      roles: { subject, series, instants: labels, quasi, sensitive, dropped },
    });
  } catch (error) {
    return refused(await asReadProblem(error, source, { numbers: [roles.value], texts: [], spare: 0 }, connection));
  }
}

/** The rows of the file as `subject`, `time`, `value` and the attributes `a0`, `a1`, …; whatever the columns are called there. */
function longRows(source: Source, { subject, time, value }: LongRoles, attributes: readonly string[]): string {
  const text = (name: string) => `CAST(${columnOf(source, name).sql} AS VARCHAR)`;
  const cells = attributes.map((name, a) => `coalesce(${text(name)}, '') AS a${a}`);
  const number = `CAST(${columnOf(source, value).sql} AS DOUBLE) AS value`;
  const selected = [`coalesce(${text(subject)}, '') AS subject`, `${text(time)} AS time`, number, ...cells];
  return `(SELECT ${selected.join(', ')} FROM ${source.scan(new Set([value]))})`;
}

function columnOf(source: Source, name: string): SourceColumn {
  const column = source.columns.find((each) => each.name === name);
  invariant(column !== undefined, 'roles are settled against the columns there are');
  return column;
}

const withPlaces = (long: string): string => `${long} AS rows JOIN instants ON rows.time = instants.text`;

/** What one pass over the rows tells. */
interface Look {
  readonly subjects: number;
  readonly rows: number;
  /** Rows that share subject and instant with another. */
  readonly repeatedRows: number;
  /** Pairs of subject and instant that have several. */
  readonly repeated: number;
  readonly withoutSubject: number;
  readonly notFinite: number;
  readonly attributes: readonly { readonly varying: number; readonly numeric: boolean }[];
}

async function lookAt(long: string, attributes: number, connection: DuckDBConnection): Promise<Look> {
  const each = (sql: (a: number) => string) => Array.from({ length: attributes }, (_, a) => sql(a));
  const cells = `SELECT subject, count(*) AS n, count_if(NOT isfinite(value)) AS bad
    ${each((a) => `, min(a${a}) AS low${a}, max(a${a}) AS high${a}`).join('')} FROM ${withPlaces(long)} GROUP BY subject, place`;
  const subjects = `SELECT subject, sum(n) AS n, sum(bad) AS bad, count_if(n > 1) AS repeated, sum(n) FILTER (n > 1) AS repeatedRows
    ${each((a) => `, min(low${a}) AS low${a}, max(high${a}) AS high${a}`).join('')} FROM (${cells}) GROUP BY subject`;
  const varying = (a: number) => `, count_if(low${a} <> high${a})`;
  const numeric = (a: number) => `, coalesce(bool_and(TRY_CAST(low${a} AS DOUBLE) IS NOT NULL) FILTER (low${a} <> ''), false)`;
  const reader = await connection.runAndReadAll(
    `SELECT count(*), sum(n), sum(repeated), coalesce(sum(repeatedRows), 0), coalesce(sum(n) FILTER (subject = ''), 0), sum(bad)
     ${each(varying).join('')} ${each(numeric).join('')} FROM (${subjects})`,
  );
  const [found] = reader.getRows();
  const [count, rows, repeated, repeatedRows, withoutSubject, bad] = found.map((value) => Number(value ?? 0));
  return {
    subjects: count,
    rows,
    repeated,
    repeatedRows,
    withoutSubject,
    notFinite: bad,
    attributes: Array.from({ length: attributes }, (_, a) => ({
      varying: Number(found[6 + a]),
      numeric: found[6 + attributes + a] === true,
    })),
  };
}

interface LongRows {
  /** SQL for the rows. */
  readonly long: string;
  readonly roles: LongRoles;
  readonly attributes: readonly string[];
}

async function problemsIn(look: Look, { long, roles, attributes }: LongRows, connection: DuckDBConnection): Promise<Problem[]> {
  /** Rows are numbered only once something is known to be wrong: it takes DuckDB's threads away. */
  const firstRow = async (rows: string, wrong: string) => {
    const numbered = withPlaces(`(SELECT row_number() OVER () AS row, * FROM ${long})`);
    const reader = await connection.runAndReadAll(`SELECT min(row) FROM (SELECT row${rows} FROM ${numbered}) WHERE ${wrong}`);
    return Number(reader.getRows()[0][0]);
  };
  const problems: Problem[] = [];
  if (look.withoutSubject > 0)
    problems.push(emptySubject(roles.subject, await firstRow(', subject', "subject = ''"), look.withoutSubject));
  if (look.notFinite > 0) problems.push(notFinite(roles.value, await firstRow(', value', 'NOT isfinite(value)'), look.notFinite));
  if (look.repeated > 0) {
    const row = await firstRow(', row_number() OVER (PARTITION BY subject, place ORDER BY row) AS nth', 'nth = 2');
    problems.push(repeatedInstant(roles.subject, roles.time, { pairs: look.repeated, rows: look.repeatedRows, row }));
  }
  for (const [a, { varying }] of look.attributes.entries())
    if (varying > 0) problems.push(varyingAttribute(attributes[a], roles.subject, varying, look.subjects));
  return problems;
}

function wideSource(
  source: Source,
  { long, roles: { subject }, attributes }: LongRows,
  series: readonly string[],
  look: Look,
): Source {
  const given = attributes.map((name) => columnOf(source, name).numeric);
  return {
    ...source,
    columns: [
      { name: subject, sql: 'subject', numeric: false },
      ...series.map((name, t) => ({ name, sql: `t${t}`, numeric: true })),
      ...attributes.map((name, a) => ({ name, sql: `a${a}`, numeric: given[a] ?? look.attributes[a].numeric })),
    ],
    likelyRows: look.subjects,
    counted: { rows: look.rows, subjects: look.subjects },
    scan: () => `(SELECT * FROM ${pivot(long, series.length, attributes.length)} ORDER BY subject)`,
  };
}

const atOnce = 32;

/**
 * One row per subject. Fixed-size aggregates, not DuckDB's PIVOT, whose lists cannot spill: 48 million rows take 16 s in 700 MB, where
 * PIVOT runs out of 4 GB. One aggregate per instant costs rows x instants, so many instants are gathered in two steps of their square root.
 */
function pivot(long: string, instants: number, attributes: number): string {
  const kept = Array.from({ length: attributes }, (_, a) => `, any_value(a${a}) AS a${a}`).join('');
  const columns = (count: number, sql: (t: number) => string) =>
    Array.from({ length: count }, (_, t) => `, ${sql(t)} AS t${t}`).join('');
  if (instants <= atOnce)
    return `(SELECT subject${kept}${columns(instants, (t) => `max(value) FILTER (place = ${t})`)} FROM ${withPlaces(long)} GROUP BY subject)`;
  const width = Math.ceil(Math.sqrt(instants));
  const parts = `(SELECT subject, place // ${width} AS part${kept}${columns(width, (t) => `max(CASE WHEN place % ${width} = ${t} THEN value END)`)}
    FROM ${withPlaces(long)} GROUP BY subject, part)`;
  const whole = columns(instants, (t) => `max(CASE WHEN part = ${Math.floor(t / width)} THEN t${t % width} END)`);
  return `(SELECT subject${kept}${whole} FROM ${parts} GROUP BY subject)`;
}
