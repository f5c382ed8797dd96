import type { DuckDBConnection } from '@duckdb/node-api';
import type { Problem } from '../../base/problem.ts';
import type { OnProgress } from '../../base/progress.ts';
import { ok, type Result, refused, refusedFirst } from '../../base/result.ts';
import { badTimes, emptyQuasi, emptySubject, noRows, notFinite, nulCharacter, tooLarge } from '../../formats/input-problems.ts';
import { hasNul } from '../../formats/nul.ts';
import { sharedIndices } from '../../frame/columns.ts';
import { ascending } from '../../frame/gather.ts';
import type { Matrix } from '../../frame/matrix.ts';
import { isTextKind, isTimeKind } from '../../policy/table-kinds.ts';
import { inexact } from '../../release/grid.ts';
import { offsetProblem } from '../mixed-offsets.ts';
import type { RecordCounts, RecordsRequest, RecordsTable, SettledQuasi } from '../tables.ts';
import { numbers } from './numbers.ts';
import { readTable } from './read.ts';
import { asReadProblem } from './read-faults.ts';
import { codeSql, codeTexts, isMissingSql, loadRecords, numberColumns } from './records-sql.ts';
import { openRelational } from './relational.ts';
import { firstRow, placeOf } from './row-place.ts';
import type { Source } from './source.ts';
import { spellingOf } from './spelling.ts';
import { findSpeltTwice } from './spelt-twice.ts';
import { timeColumn } from './time-column.ts';

/**
 * DuckDB reads the input once into a table of its own, parses times and numbers every text by its place in the sorted list of its column; the
 * numbers are then streamed into typed arrays. No text is made per row.
 */
export async function readRecords(
  source: Source,
  request: RecordsRequest,
  connection: DuckDBConnection,
  onProgress: OnProgress,
): Promise<Result<RecordsTable>> {
  const counts = await countRecords(source, request, connection);
  if (!counts.ok) return counts;
  const { quasi, ...roles } = request;
  const kept = [`NOT ${nobodyIn(roles)}`, ...quasi.map((column, q) => `NOT ${isMissingSql(column, q)}`)].join(' AND ');
  const coded = [
    ...(roles.subject === undefined ? [] : ['s']),
    ...quasi.flatMap(({ kind }, q) => (isTextKind(kind) ? [`q${q}`] : [])),
    ...roles.kept.map((_, x) => `x${x}`),
  ];
  const texts = await codeTexts(coded, kept, connection);
  const nameOf = (sql: string) =>
    ({ s: roles.subject, q: quasi[Number(sql.slice(1))]?.name, x: roles.kept[Number(sql.slice(1))] })[sql[0]];
  const [nul] = coded.filter((sql) => texts.get(sql)?.some(hasNul));
  if (nul !== undefined) return refused(nulCharacter(nameOf(nul) ?? ''));
  const names = [
    ...quasi.map((_, q) => `q${q}`),
    ...roles.averaged.map((_, m) => `m${m}`),
    ...roles.kept.map((_, x) => `x${x}`),
    ...(roles.subject === undefined ? [] : ['s']),
    'r',
  ];
  const cells = names.map((name) => (name === 'r' ? 'rowid AS r' : `${texts.has(name) ? codeSql(name) : name} AS ${name}`));
  const records: Source = {
    ...source,
    columns: names.map((name) => ({ name, sql: name, numeric: true })),
    likelyRows: counts.value.rows,
    scan: () => `(SELECT ${cells.join(', ')} FROM records WHERE ${kept})`,
  };
  const read = await readTable(records, { numbers: names, texts: [], spare: 0 }, connection, onProgress);
  if (!read.ok) return read;
  await connection.run('DROP TABLE records');
  const { matrix, rowCount, empty } = read.value;
  const column = (name: string) => columnOf(matrix, names.indexOf(name));
  const subjectNames = texts.get('s');
  return ok({
    inputRows: counts.value.rows,
    inputSubjects: counts.value.subjects,
    joined: counts.value.joined,
    leftOut: counts.value.rows - counts.value.nobodys - rowCount,
    inputRow: indices(column('r')),
    matrix,
    quasi: quasi.map((of, q) => ({ ...of, texts: texts.get(`q${q}`) ?? [] })),
    crowd:
      subjectNames === undefined
        ? { subjects: indices(ascending(rowCount)), size: rowCount }
        : { subjects: indices(column('s')), size: subjectNames.length },
    ...(subjectNames === undefined ? {} : { subjectNames }),
    kept: roles.kept.map((name, x) => ({ name, codes: indices(column(`x${x}`)), labels: texts.get(`x${x}`) ?? [] })),
    averaged: roles.averaged.map((name, m) => {
      const values = column(`m${m}`);
      for (const row of empty[names.indexOf(`m${m}`)] ?? []) values[row] = Number.NaN;
      return { name, values };
    }),
  });
}

/** Loads the input into DuckDB and counts its rows and subjects; or says what of it no setting allows. */
export async function countRecords(
  source: Source,
  request: RecordsRequest,
  connection: DuckDBConnection,
): Promise<Result<RecordCounts>> {
  const { subject, quasi, averaged, missing, onBadTime, onEmptySubject, timeZone, subjectSpelling, oneSpelling } = request;
  try {
    if (await loadRecords(source, request, connection)) {
      const mixed = await mixedTimes(source, quasi, timeZone, connection);
      if (mixed.length > 0) return refused(...mixed);
    }
  } catch (error) {
    const wanted = { numbers: numberColumns(request), texts: [], spare: 0 };
    return refused(await asReadProblem(error, source, wanted, connection));
  }
  const joined = subject === undefined || subjectSpelling === 'exact' ? 0 : await normaliseRecords(connection);
  const infinite = [
    ...quasi.flatMap(({ name, kind }, q) => (kind === 'number' ? [{ name, sql: `q${q}` }] : [])),
    ...averaged.map((name, m) => ({ name, sql: `m${m}` })),
  ];
  const nobody = nobodyIn(request);
  const ofSomebody = (condition: string) => (onEmptySubject === 'drop' ? `(NOT ${nobody} AND ${condition})` : condition);
  const [rows, subjects, without, ...found] = await numbers(
    connection,
    `SELECT count(*), ${subject === undefined ? 'count(*)' : `count(DISTINCT s) FILTER (NOT ${nobody})`}, count(*) FILTER (${[
      nobody,
      ...quasi.map((column, q) => ofSomebody(isMissingSql(column, q))),
      ...infinite.map(({ sql }) => ofSomebody(`(NOT isfinite(${sql}))`)),
      ...infinite.map(({ sql }) => ofSomebody(isLarge(sql))),
    ].join('), count(*) FILTER (')}) FROM records`,
  );
  if (rows === 0) return refused(noRows(source.name));
  const first = async (condition: string) => (await firstRow(condition, 'records', connection)) ?? 0;
  const problems: Problem[] = [];
  if (without === rows || (without > 0 && onEmptySubject === 'fail'))
    problems.push(emptySubject(subject ?? '', await first(nobody), without, rows));
  for (const [q, column] of quasi.entries()) {
    if (found[q] === 0 || (found[q] < rows && (isTimeKind(column.kind) ? onBadTime : missing) === 'drop')) continue;
    if (quasi.some((other, before) => before < q && other.name === column.name && found[before] === found[q])) continue; // another part of the same timestamp
    const row = await first(ofSomebody(isMissingSql(column, q)));
    problems.push(
      isTimeKind(column.kind)
        ? badTimes(column.name, placeOf(source, row), found[q], rows)
        : emptyQuasi(column.name, row, found[q]),
    );
  }
  for (const [i, { name, sql }] of infinite.entries()) {
    const cells = found[quasi.length + i];
    if (cells > 0) problems.push(notFinite(name, await first(ofSomebody(`NOT isfinite(${sql})`)), cells));
    const large = found[quasi.length + infinite.length + i];
    if (large > 0) problems.push(tooLarge(name, await first(ofSomebody(isLarge(sql))), large));
  }
  if (oneSpelling) problems.push(...(await findSpeltTwice(quasi, connection)));
  return problems.length > 0 ? refusedFirst(problems) : ok({ rows, subjects, nobodys: without, joined });
}

/** SQL of whether a record has no subject. */
const nobodyIn = ({ subject, subjectSpelling }: Pick<RecordsRequest, 'subject' | 'subjectSpelling'>): string =>
  subject === undefined ? 'false' : `(s IS NULL OR ${subjectSpelling === 'exact' ? 'trim(s)' : 's'} = '')`; // of a normal form blanks are gone

/** Puts what tells subjects apart in place of their texts; answers how many ids were another spelling. */
async function normaliseRecords(connection: DuckDBConnection): Promise<number> {
  const { sql, joined } = await spellingOf({ rows: 'records', text: 's' }, connection);
  if (sql !== 's') await connection.run(`UPDATE records SET s = ${sql}`);
  return joined;
}

const isLarge = (sql: string): string => `(isfinite(${sql}) AND abs(${sql}) >= ${inexact})`;

async function mixedTimes(
  source: Source,
  quasi: readonly SettledQuasi[],
  timeZone: string | undefined,
  connection: DuckDBConnection,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { name, kind } of quasi) {
    const column = source.columns.find((other) => other.name === name);
    if (!isTimeKind(kind) || column === undefined) continue;
    const { kind: stored } = await timeColumn(column.sql, source, source.scan(new Set()), connection);
    const problem = stored === 'text' ? await offsetProblem(await openRelational(source, connection), name, timeZone) : undefined;
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

function columnOf({ values, rows, rowStep, columnStep }: Matrix, column: number): Float64Array {
  const cells = new Float64Array(rows);
  for (let row = 0; row < rows; row++) cells[row] = values[row * rowStep + column * columnStep];
  return cells;
}

function indices(numbers: ArrayLike<number>): Uint32Array {
  const shared = sharedIndices(numbers.length);
  shared.set(numbers);
  return shared;
}
