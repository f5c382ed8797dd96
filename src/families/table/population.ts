import type { Pool } from '../../base/pool.ts';
import type { OnProgress } from '../../base/progress.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import { type Tally, tallyOf } from '../../clusters/crowd.ts';
import { type ValueColumn, valueColumn } from '../../clusters/rows-under.ts';
import type { Engine } from '../../engine/engine.ts';
import type { QuasiData, RecordsRequest, RecordsTable } from '../../engine/tables.ts';
import { hashOf } from '../../formats/hash-kernel.ts';
import { readHierarchy } from '../../formats/hierarchy.ts';
import { missingInput } from '../../formats/missing-input.ts';
import type { Matrix } from '../../frame/matrix.ts';
import { notInPopulation, populationColumn } from '../../plan/population-problems.ts';
import { notatedAlike } from '../../policy/notations.ts';
import type { TablePolicy } from '../../policy/policy.ts';
import { labelWords } from '../../release/label-words.ts';
import { isInWords } from './columns.ts';
import { pointsOf } from './encoded-quasi.ts';
import { type Covers, categoryCovers, codeCovers, periodCovers, regionCovers } from './label-covers.ts';

/** All among whom the subjects of the input are, by the quasi-identifiers that labels speak of. */
export interface Population {
  readonly rows: number;
  readonly subjects: number;
  readonly sha256: string;
  readonly columns: readonly PopulationColumn[];
  readonly tally: Tally;
}

export interface PopulationColumn {
  readonly column: ValueColumn;
  /** How a label is read: where it names texts or hours value by value, of numbers and bins by the side that a value lies on. */
  readonly read: { readonly by: 'value'; holds(label: string, place: number): boolean } | { readonly by: 'side' };
  /** Values in order: numbers as they are, texts by their place. */
  readonly values: Float64Array;
}

interface Reading {
  readonly engine: Engine;
  readonly pool: Pool;
  readonly onProgress: OnProgress;
}

/** Reads the population as the input was read; refused where it cannot be all among whom the input's subjects are. */
export async function readPopulation(
  policy: TablePolicy,
  request: RecordsRequest,
  input: RecordsTable,
  { engine, pool, onProgress }: Reading,
): Promise<Result<Population | undefined>> {
  const { population: file } = policy;
  if (file === undefined) return ok(undefined);
  const missing = missingInput(file);
  if (missing !== undefined) return refused(missing);
  const source = await engine.open({ input: file, delimiter: policy.delimiter, notated: notatedAlike(policy) });
  if (!source.ok) return source;
  const names = source.value.columns.map(({ name }) => name);
  const wanted = [...(request.subject === undefined ? [] : [request.subject]), ...request.quasi.map(({ name }) => name)];
  const absent = wanted.filter((name) => !names.includes(name));
  if (absent.length > 0) return refused(...absent.map((name) => populationColumn(name, file)));
  const read = await engine.readRecords(source.value, { ...request, averaged: [], kept: [], oneSpelling: false }, onProgress);
  if (!read.ok) return read;
  const strangers = strangersIn(input, read.value);
  if (strangers > 0) return refused(notInPopulation(strangers, request.subject === undefined ? 'rows' : 'subjects', file));
  const columns: PopulationColumn[] = [];
  for (const [q, quasi] of read.value.quasi.entries()) {
    const column = populationColumns(quasi, read.value.matrix, q, policy);
    if (!column.ok) return column;
    columns.push(column.value);
  }
  const { inputRows: rows, inputSubjects: subjects, crowd } = read.value;
  return ok({ rows, subjects, sha256: await hashOf(source.value.path, pool), columns, tally: tallyOf(crowd) });
}

/** Subjects of the input whom the population has not; where each row is one, rows that it has no row for. */
function strangersIn(input: RecordsTable, population: RecordsTable): number {
  if (input.subjectNames !== undefined) {
    const known = new Set(population.subjectNames);
    return input.subjectNames.filter((name) => !known.has(name)).length;
  }
  const left = new Map<string, number>();
  for (const tuple of tuplesOf(population)) left.set(tuple, (left.get(tuple) ?? 0) + 1);
  let strangers = 0;
  for (const tuple of tuplesOf(input)) {
    const rows = left.get(tuple) ?? 0;
    if (rows === 0) strangers++;
    else left.set(tuple, rows - 1);
  }
  return strangers;
}

/** Every row as one text; the lengths of its parts are in it, so that no two rows have the same by chance. */
function* tuplesOf({ matrix, quasi }: RecordsTable): Generator<string> {
  const { values, rows, rowStep, columnStep } = matrix;
  for (let row = 0; row < rows; row++)
    yield JSON.stringify(
      quasi.map(({ texts }, q) => {
        const cell = values[row * rowStep + q * columnStep];
        return texts.length > 0 ? texts[cell] : cell;
      }),
    );
}

function populationColumns(quasi: QuasiData, matrix: Matrix, q: number, policy: TablePolicy): Result<PopulationColumn> {
  const { name, kind, texts } = quasi;
  const words = labelWords[policy.labels];
  const asTexts = (covers: Covers<string>): Result<PopulationColumn> =>
    ok({
      column: valueColumn(cellsOf(matrix, q), texts.length),
      read: { by: 'value', holds: (label, place) => covers(label, texts[place]) },
      values: new Float64Array(texts.length),
    });
  if (kind === 'prefix') return asTexts(isInWords(policy) ? regionCovers(words) : codeCovers);
  if (kind === 'category') {
    const hierarchy = Object.hasOwn(policy.hierarchy, name) ? readHierarchy(policy.hierarchy[name], name, texts) : undefined;
    if (hierarchy !== undefined && !hierarchy.ok) return hierarchy;
    return asTexts(categoryCovers((value) => hierarchy?.value.get(value) ?? []));
  }
  const values = pointsOf(matrix, q);
  const column = valueColumn(cellsOf(matrix, q), values.length);
  const inWords = kind === 'time' && isInWords(policy);
  return ok({
    column,
    read: inWords ? { by: 'value', holds: (label, place) => periodCovers(label, values[place]) } : { by: 'side' },
    values,
  });
}

function cellsOf({ values, rows, rowStep, columnStep }: Matrix, column: number): Uint32Array {
  const cells = new Uint32Array(rows);
  for (let row = 0, at = column * columnStep; row < rows; row++, at += rowStep) cells[row] = values[at];
  return cells;
}
