import type { DuckDBConnection } from '@duckdb/node-api';
import type { Problem } from '../../base/problem.ts';
import type { OnProgress } from '../../base/progress.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import { type Category, categoryOf } from '../../families/categories.ts';
import { emptyCellProblems, settleGaps } from '../../families/series/gaps.ts';
import { profileOf } from '../../families/series/profile.ts';
import { repeatedSubjects } from '../../families/series/repeated-subjects.ts';
import { readHierarchy } from '../../formats/hierarchy.ts';
import { emptySubject, notFinite, tooLarge } from '../../formats/input-problems.ts';
import type { TextColumn } from '../../frame/columns.ts';
import type { Matrix } from '../../frame/matrix.ts';
import type { SeriesPolicy } from '../../policy/policy.ts';
import type { QuasiColumn, Roles } from '../../policy/roles.ts';
import { readTable, type TableRead } from './read.ts';
import type { Source } from './source.ts';

/** A table of series, checked: one row a subject, every number finite, gaps settled as the policy says. */
export interface SeriesTable {
  /** Rows read, one a subject. */
  readonly inputRows: number;
  /** Rows of the file, where a subject has several. */
  readonly fileRows?: number;
  /** Ids that are another spelling of one that is there as well. */
  readonly joined?: number;
  /** Input rows that go on, ascending as they are read; the others were left out because of gaps. */
  readonly rows: Uint32Array;
  /** The series, then numeric quasi-identifiers, then the places of categories. */
  readonly matrix: Matrix;
  readonly seriesLength: number;
  readonly quasiNumbers: readonly string[];
  readonly categories: readonly Category[];
  readonly sensitive: readonly TextColumn[];
  readonly interpolatedCells: number;
  /** Decimal places of each published numeric column. */
  readonly decimals: readonly number[];
  /** Whether each series column holds whole numbers only. */
  readonly whole: readonly boolean[];
}

export async function readSeriesTable(
  source: Source,
  roles: Roles,
  policy: SeriesPolicy,
  connection: DuckDBConnection,
  onProgress: OnProgress,
): Promise<Result<SeriesTable>> {
  const kinds = await Promise.all(roles.quasi.map((quasi) => kindOf(quasi, source, connection)));
  const quasiNumbers = roles.quasi.filter((_, q) => kinds[q] === 'number').map(({ name }) => name);
  const categoryNames = roles.quasi.filter((_, q) => kinds[q] === 'category').map(({ name }) => name);
  const numbers = [...roles.series, ...quasiNumbers];
  const wanted = { numbers, spare: categoryNames.length, texts: [...categoryNames, ...roles.sensitive], subject: roles.subject };
  const read = await readTable(source, wanted, connection, onProgress);
  if (!read.ok) return read;
  const table = read.value;
  const seriesLength = roles.series.length;
  const profile = profileOf(table.matrix, numbers.length, seriesLength, policy.decimals);
  const counting = source.counted === undefined ? 'row' : 'subject';
  const problems: Problem[] = [
    ...subjectProblems(table, roles),
    ...profile.notFinite.map(({ column, row, cells }) => notFinite(numbers[column], row + 1, cells)),
    ...profile.tooLarge.map(({ column, row, cells }) => tooLarge(numbers[column], row + 1, cells, counting)),
    ...emptyCellProblems(table, numbers, seriesLength, policy.missing, counting),
  ];
  if (problems.length > 0) return refused(...problems);
  const gaps = settleGaps(table, seriesLength, policy.missing, profile.decimals[0]);
  const categories: Category[] = [];
  for (const [c, text] of table.texts.slice(0, categoryNames.length).entries()) {
    const hierarchy = Object.hasOwn(policy.hierarchy, text.name)
      ? readHierarchy(policy.hierarchy[text.name], text.name, text.labels)
      : undefined;
    if (hierarchy !== undefined && !hierarchy.ok) return hierarchy;
    categories.push(categoryOf(text, hierarchy?.value, table.matrix, numbers.length + c));
  }
  return ok({
    inputRows: table.rowCount,
    ...(source.counted === undefined ? {} : { fileRows: source.counted.rows }),
    rows: gaps.rows,
    matrix: table.matrix,
    seriesLength,
    quasiNumbers,
    categories,
    sensitive: table.texts.slice(categoryNames.length),
    interpolatedCells: gaps.interpolated,
    decimals: profile.decimals,
    whole: profile.whole,
  });
}

/** A quasi-identifier without a declared kind is a number if its first ten thousand values are. */
async function kindOf(quasi: QuasiColumn, source: Source, connection: DuckDBConnection): Promise<'number' | 'category'> {
  if (quasi.kind !== undefined) return quasi.kind;
  const column = source.columns.find(({ name }) => name === quasi.name);
  if (column === undefined || column.numeric !== undefined) return column?.numeric === true ? 'number' : 'category';
  try {
    const sample = `SELECT ${column.sql} AS cell FROM ${source.scan(new Set())} LIMIT 10000`;
    const reader = await connection.runAndReadAll(
      `SELECT bool_and(TRY_CAST(cell AS DOUBLE) IS NOT NULL) FROM (${sample}) WHERE cell IS NOT NULL`,
    );
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
