import type { DuckDBConnection } from '@duckdb/node-api';
import type { Problem } from '../../base/problem.ts';
import type { OnProgress } from '../../base/progress.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import { type NumberColumn, sharedIndices, type TextColumn } from '../../frame/columns.ts';
import type { Policy } from '../../policy/policy.ts';
import type { QuasiColumn, Roles } from '../../policy/roles.ts';
import { mostDecimals, ownDecimals } from '../../release/grid.ts';
import { type Category, categoryOf } from './categories.ts';
import { readHierarchy } from './hierarchy.ts';
import { emptyCells, emptyQuasi, emptySubject, notFinite } from './problems.ts';
import { readTable, type TableRead } from './read.ts';
import { repeatedSubjects } from './repeated-subjects.ts';
import type { Source } from './source.ts';

/** A table of series, checked: one row a subject, every number finite, gaps settled as the policy says. */
export interface SeriesTable {
  readonly inputRows: number;
  /** Input rows that go on, ascending; the others were left out because of gaps. */
  readonly rows: Uint32Array;
  readonly series: readonly NumberColumn[];
  readonly quasiNumbers: readonly NumberColumn[];
  readonly categories: readonly Category[];
  readonly sensitive: readonly TextColumn[];
  readonly interpolatedCells: number;
  /** Decimal places of each published numeric column: the series, then the numeric quasi-identifiers. */
  readonly decimals: readonly number[];
  /** Whether each series column holds whole numbers only. */
  readonly whole: readonly boolean[];
}

export async function readSeriesTable(
  source: Source,
  roles: Roles,
  policy: Policy,
  connection: DuckDBConnection,
  onProgress: OnProgress,
): Promise<Result<SeriesTable>> {
  const kinds = await Promise.all(roles.quasi.map((quasi) => kindOf(quasi, source, connection)));
  const quasiNumbers = roles.quasi.filter((_, q) => kinds[q] === 'number').map(({ name }) => name);
  const categories = roles.quasi.filter((_, q) => kinds[q] === 'category').map(({ name }) => name);
  const wanted = { numbers: [...roles.series, ...quasiNumbers], texts: [...categories, ...roles.sensitive], subject: roles.subject };
  const read = await readTable(source, wanted, connection, onProgress);
  if (!read.ok) return read;
  const table = read.value;
  const problems = [...subjectProblems(table, roles), ...numberProblems(table, roles.series.length, policy)];
  if (problems.length > 0) return refused(...problems);
  const grids = gridsOf(table.numbers, roles.series.length, policy.decimals); // before gaps are filled: a mean may have digits nobody measured
  const gaps = settleGaps(table, roles.series.length, policy.missing, grids.decimals[0]);
  const settledCategories: Category[] = [];
  for (const text of table.texts.slice(0, categories.length)) {
    const file = policy.hierarchy[text.name];
    const hierarchy = file === undefined ? undefined : readHierarchy(file, text.name, text.labels);
    if (hierarchy !== undefined && !hierarchy.ok) return hierarchy;
    settledCategories.push(categoryOf(text, hierarchy?.value));
  }
  const series = table.numbers.slice(0, roles.series.length);
  return ok({
    inputRows: table.rowCount,
    rows: gaps.rows,
    series,
    quasiNumbers: table.numbers.slice(roles.series.length),
    categories: settledCategories,
    sensitive: table.texts.slice(categories.length),
    interpolatedCells: gaps.interpolated,
    ...grids,
  });
}

/** A quasi-identifier without a declared kind is a number if its first ten thousand values are. */
async function kindOf(quasi: QuasiColumn, source: Source, connection: DuckDBConnection): Promise<'number' | 'category'> {
  if (quasi.kind !== undefined) return quasi.kind;
  const column = source.columns.find(({ name }) => name === quasi.name);
  if (column === undefined || column.numeric !== undefined) return column?.numeric === true ? 'number' : 'category';
  try {
    const sample = `SELECT ${column.sql} AS cell FROM ${source.scan(new Set())} LIMIT 10000`;
    const reader = await connection.runAndReadAll(`SELECT bool_and(TRY_CAST(cell AS DOUBLE) IS NOT NULL) FROM (${sample}) WHERE cell IS NOT NULL`);
    return reader.getRows()[0][0] === true ? 'number' : 'category';
  } catch {
    return 'category'; // the read that follows will say what is wrong with the file
  }
}

function subjectProblems({ subjects }: TableRead, { subject }: Roles): Problem[] {
  if (subjects === undefined || subject === undefined) return [];
  if (subjects.empty !== undefined) return [emptySubject(subject, subjects.empty[0] + 1, subjects.empty.length)];
  return repeatedSubjects(subject, subjects.low, subjects.high);
}

function numberProblems({ numbers, empty }: TableRead, seriesLength: number, policy: Policy): Problem[] {
  const problems: Problem[] = [];
  for (const [c, { name, values }] of numbers.entries()) {
    const gaps = new Set(empty[c]);
    let first = -1;
    let cells = 0;
    for (let row = 0; row < values.length; row++)
      if (values[row] - values[row] !== 0 && !gaps.has(row)) {
        if (cells++ === 0) first = row;
      }
    if (cells > 0) problems.push(notFinite(name, first + 1, cells));
  }
  for (let c = seriesLength; c < numbers.length; c++) {
    const gaps = empty[c];
    if (gaps !== undefined && policy.missing !== 'drop') problems.push(emptyQuasi(numbers[c].name, gaps[0] + 1, gaps.length));
  }
  const first = empty.slice(0, seriesLength).findIndex((gaps) => gaps !== undefined);
  if (first >= 0 && policy.missing === 'fail') {
    const all = empty.slice(0, seriesLength).flatMap((gaps) => (gaps === undefined ? [] : [gaps]));
    const cells = all.reduce((sum, gaps) => sum + gaps.length, 0);
    const rows = new Set(all.flatMap((gaps) => [...gaps])).size;
    problems.push(emptyCells(numbers[first].name, (empty[first]?.[0] ?? 0) + 1, cells, rows));
  }
  return problems;
}

function settleGaps(
  { rowCount, numbers, empty }: TableRead,
  seriesLength: number,
  missing: Policy['missing'],
  decimals: number,
): { rows: Uint32Array; interpolated: number } {
  const left = new Set<number>();
  let interpolated = 0;
  for (const [c, gaps] of empty.entries()) if (missing === 'drop' || c >= seriesLength) for (const row of gaps ?? []) left.add(row);
  if (missing === 'interpolate') {
    const holes = new Map<number, number[]>();
    for (const [c, gaps] of empty.slice(0, seriesLength).entries())
      for (const row of gaps ?? []) holes.set(row, [...(holes.get(row) ?? []), c]);
    for (const [row, columns] of holes) {
      if (columns.length === seriesLength) left.add(row);
      else interpolated += fill(numbers, row, new Set(columns), seriesLength, 10 ** decimals);
    }
  }
  const rows = sharedIndices(rowCount - left.size);
  for (let row = 0, place = 0; row < rowCount; row++) if (!left.has(row)) rows[place++] = row;
  return { rows, interpolated };
}

/** Straight lines between the neighbours there are; before the first and after the last, their value. */
function fill(numbers: readonly NumberColumn[], row: number, holes: ReadonlySet<number>, length: number, power: number): number {
  for (const c of holes) {
    let before = c - 1;
    while (before >= 0 && holes.has(before)) before--;
    let after = c + 1;
    while (after < length && holes.has(after)) after++;
    const a = before < 0 ? numbers[after].values[row] : numbers[before].values[row];
    const b = after >= length ? numbers[before].values[row] : numbers[after].values[row];
    const share = before < 0 || after >= length ? 0 : (c - before) / (after - before);
    numbers[c].values[row] = Math.round((a + (b - a) * share) * power) / power;
  }
  return holes.size;
}

/** Series share one grid, so that a curve is printed alike throughout; each numeric quasi-identifier has its own. */
function gridsOf(
  numbers: readonly NumberColumn[],
  seriesLength: number,
  given: number | undefined,
): { decimals: readonly number[]; whole: readonly boolean[] } {
  const most = numbers.map(({ values }) => mostDecimals(largest(values)));
  const own = numbers.map(({ values }, c) => ownDecimals(values, 0, most[c]));
  const seriesMost = Math.min(...most.slice(0, seriesLength));
  const shared = Math.min(given ?? Math.max(...own.slice(0, seriesLength)), seriesMost);
  return {
    decimals: numbers.map((_, c) => (c < seriesLength ? shared : Math.min(given ?? own[c], most[c]))),
    whole: own.slice(0, seriesLength).map((decimals) => decimals === 0),
  };
}

function largest(values: Float64Array): number {
  let most = 0;
  for (let row = 0; row < values.length; row++) if (Math.abs(values[row]) > most) most = Math.abs(values[row]);
  return most;
}
