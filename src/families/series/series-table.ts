import type { Problem } from '../../base/problem.ts';
import type { OnProgress } from '../../base/progress.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import type { Engine, Source } from '../../engine/engine.ts';
import type { TableRead } from '../../engine/tables.ts';
import { readHierarchy } from '../../formats/hierarchy.ts';
import { emptySubject, notFinite, tooLarge } from '../../formats/input-problems.ts';
import type { NumberMarks } from '../../formats/plain-rows.ts';
import type { TextColumn } from '../../frame/columns.ts';
import type { Matrix } from '../../frame/matrix.ts';
import type { SeriesPolicy } from '../../policy/policy.ts';
import type { QuasiColumn, Roles } from '../../policy/roles.ts';
import { type Category, categoryOf } from '../categories.ts';
import { emptyCellProblems, settleGaps } from './gaps.ts';
import type { SeriesSource } from './open-series.ts';
import { profileOf } from './profile.ts';
import { repeatedSubjects } from './repeated-subjects.ts';

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

/** An input in memory, every column's role and kind settled. */
export interface SeriesInput {
  readonly roles: Roles;
  readonly table: SeriesTable;
}

/** Reads a table of series and checks it; answers the roles with the kind of every quasi-identifier as the data showed it. */
export async function readSeries(
  engine: Engine,
  { source, roles, joined }: SeriesSource,
  policy: SeriesPolicy,
  onProgress: OnProgress,
): Promise<Result<SeriesInput>> {
  const quasi = await settleKinds(engine, source, roles.quasi);
  const namesOf = (kind: SettledQuasi['kind']) => quasi.filter((column) => column.kind === kind).map(({ name }) => name);
  const [quasiNumbers, categoryNames] = [namesOf('number'), namesOf('category')];
  const numbers = [...roles.series, ...quasiNumbers];
  const wanted = { numbers, spare: categoryNames.length, texts: [...categoryNames, ...roles.sensitive], subject: roles.subject };
  const read = await engine.readColumns(source, wanted, onProgress);
  if (!read.ok) return read;
  const fileRows = source.counted === undefined ? {} : { fileRows: source.counted.rows };
  return checkTable({ ...read.value, ...fileRows }, { ...roles, quasi }, policy, joined);
}

/** What was read, and what is known of it besides. */
interface ReadTable extends TableRead {
  /** Rows of the file, where a subject has several. */
  readonly fileRows?: number;
  /** What the text of each column of numbers showed, where it was seen. */
  readonly marks?: readonly NumberMarks[];
}

/** A table that was read, checked. */
export function checkTable(table: ReadTable, roles: SettledRoles, policy: SeriesPolicy, joined: number): Result<SeriesInput> {
  const namesOf = (kind: SettledQuasi['kind']) => roles.quasi.filter((column) => column.kind === kind).map(({ name }) => name);
  const [quasiNumbers, categoryNames] = [namesOf('number'), namesOf('category')];
  const numbers = [...roles.series, ...quasiNumbers];
  const seriesLength = roles.series.length;
  const profile = profileOf(table, numbers.length, seriesLength, policy.decimals);
  const counting = table.fileRows === undefined ? 'row' : 'subject';
  const problems: Problem[] = [
    ...subjectProblems(table, roles),
    ...profile.notFinite.map(({ column, row, cells }) => notFinite(numbers[column], row + 1, cells)),
    ...profile.tooLarge.map(({ column, row, cells }) => tooLarge(numbers[column], row + 1, cells, counting)),
    ...emptyCellProblems(table, { names: numbers, seriesLength }, policy.missing, counting),
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
  const checked: SeriesTable = {
    inputRows: table.rowCount,
    ...(table.fileRows === undefined ? {} : { fileRows: table.fileRows }),
    rows: gaps.rows,
    matrix: table.matrix,
    seriesLength,
    quasiNumbers,
    categories,
    sensitive: table.texts.slice(categoryNames.length),
    interpolatedCells: gaps.interpolated,
    decimals: profile.decimals,
    whole: profile.whole,
    joined,
  };
  return ok({ roles, table: checked });
}

type SettledQuasi = Required<QuasiColumn>;

/** Roles with the kind of every quasi-identifier. */
type SettledRoles = Roles & { readonly quasi: readonly SettledQuasi[] };

/** A quasi-identifier without a declared kind is a number if its first ten thousand values are. */
async function settleKinds(engine: Engine, source: Source, quasi: readonly QuasiColumn[]): Promise<readonly SettledQuasi[]> {
  const isText = new Set(source.columns.filter(({ numeric }) => numeric === false).map(({ name }) => name));
  const open = quasi.filter(({ name, kind }) => kind === undefined && !isText.has(name)).map(({ name }) => name);
  const kinds = await engine.kindsOf(source, open);
  const numeric = new Set(open.filter((_, q) => kinds[q] === 'number'));
  return quasi.map(({ name, kind }) => ({ name, kind: kind ?? (numeric.has(name) ? 'number' : 'category') }));
}

function subjectProblems({ subjects }: TableRead, { subject }: Roles): Problem[] {
  if (subjects === undefined || subject === undefined) return [];
  if (subjects.empty !== undefined) return [emptySubject(subject, subjects.empty[0] + 1, subjects.empty.length)];
  return repeatedSubjects(subject, subjects.low, subjects.high);
}
