import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { OnProgress } from '../../base/progress.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import { noRows, nulCharacter } from '../../formats/input-problems.ts';
import { hasNul } from '../../formats/nul.ts';
import { sharedIndices, type TextColumn } from '../../frame/columns.ts';
import { type Matrix, sharedMatrix } from '../../frame/matrix.ts';
import { sortTexts } from '../../frame/text-order.ts';
import type { TableRead, Wanted } from '../tables.ts';
import { keySql } from './duckdb.ts';
import { asReadProblem } from './read-faults.ts';
import type { Source } from './source.ts';

/**
 * Streams the wanted columns out of DuckDB into typed arrays: whole vectors are copied, no object is made per number.
 * Text becomes codes on the way; only distinct labels are kept.
 */
export async function readTable(
  source: Source,
  wanted: Wanted,
  connection: DuckDBConnection,
  onProgress: OnProgress,
): Promise<Result<TableRead>> {
  const numbers = new Set(wanted.numbers);
  const sqlOf = new Map(source.columns.map(({ name, sql }) => [name, sql]));
  const selected = [
    ...wanted.numbers.map((name) => `CAST(${sqlOf.get(name)} AS DOUBLE)`),
    ...(wanted.subject === undefined ? [] : [subjectKey(sqlOf.get(wanted.subject) ?? '')]),
    ...wanted.texts.map((name) => `CAST(${sqlOf.get(name)} AS VARCHAR)`),
  ];
  const query = `SELECT ${selected.join(', ')} FROM ${source.scan(numbers)}`;
  try {
    const slabs = openSlabs(wanted);
    const coders = wanted.texts.map(() => openCoder());
    const result = await connection.stream(query);
    for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      addChunk(slabs, chunk);
      for (const [t, coder] of coders.entries()) addTexts(coder, chunk, slabs.empty.length + t);
      onProgress({
        phase: 'read',
        done: slabs.rowCount,
        unit: 'rows',
        ...(source.likelyRows > 0 ? { total: source.likelyRows } : {}),
      });
    }
    if (slabs.rowCount === 0) return refused(noRows(source.name));
    const nul = coders.findIndex(({ codeOf }) => [...codeOf.keys()].some(hasNul));
    if (nul >= 0) return refused(nulCharacter(wanted.texts[nul]));
    onProgress({ phase: 'read', done: slabs.rowCount, total: slabs.rowCount, unit: 'rows', finished: true });
    return ok(tableOf(slabs, coders, wanted));
  } catch (error) {
    return refused(await asReadProblem(error, source, wanted, connection));
  }
}

const subjectKey = (sql: string): string => `CASE WHEN CAST(${sql} AS VARCHAR) <> '' THEN ${keySql(sql)} END`;

const slabRows = 1 << 15;

/** Rows so far, in slabs; how many there will be is known only at the end. */
interface Slabs {
  readonly numbers: number;
  readonly width: number;
  readonly full: Float64Array[];
  readonly subjects: Float64Array[] | undefined;
  /** Rows with an empty cell, for each number column and then the subject. */
  readonly empty: number[][];
  rowCount: number;
}

function openSlabs({ numbers, spare, subject }: Wanted): Slabs {
  const hashed = subject === undefined ? 0 : 1;
  const empty = Array.from({ length: numbers.length + hashed }, () => []);
  return {
    numbers: numbers.length,
    width: numbers.length + spare,
    full: [],
    subjects: hashed ? [] : undefined,
    empty,
    rowCount: 0,
  };
}

function addChunk(slabs: Slabs, chunk: DuckDBDataChunk): void {
  const rows = chunk.rowCount;
  for (let taken = 0; taken < rows; ) {
    const at = slabs.rowCount % slabRows;
    if (at === 0) {
      slabs.full.push(new Float64Array(slabRows * slabs.width));
      slabs.subjects?.push(new Float64Array(slabRows));
    }
    const slab = slabs.full[slabs.full.length - 1];
    const taking = Math.min(rows - taken, slabRows - at);
    for (let c = 0; c < slabs.numbers; c++) {
      const vector = duckdb.data_chunk_get_vector(chunk.chunk, c);
      copyCells(cellsOf(vector, rows, taken, taking), slab, at * slabs.width + c, slabs.width);
      for (const i of emptyIn(vector, rows, taken, taking)) {
        slabs.empty[c].push(slabs.rowCount + i);
        slab[(at + i) * slabs.width + c] = 0; // behind an empty cell DuckDB's memory holds anything
      }
    }
    if (slabs.subjects !== undefined) {
      const vector = duckdb.data_chunk_get_vector(chunk.chunk, slabs.numbers);
      slabs.subjects[slabs.subjects.length - 1].set(cellsOf(vector, rows, taken, taking), at);
      for (const i of emptyIn(vector, rows, taken, taking)) slabs.empty[slabs.numbers].push(slabs.rowCount + i);
    }
    taken += taking;
    slabs.rowCount += taking;
  }
}

/** A view on DuckDB's own memory: to be copied before the next chunk is fetched. */
function cellsOf(vector: duckdb.Vector, rows: number, from: number, count: number): Float64Array {
  const bytes = duckdb.vector_get_data(vector, rows * 8);
  return new Float64Array(bytes.buffer, bytes.byteOffset + from * 8, count);
}

function copyCells(cells: Float64Array, slab: Float64Array, at: number, step: number): void {
  for (let i = 0; i < cells.length; i++) slab[at + i * step] = cells[i];
}

/** Which of the cells from..from + count are empty, counted from `from`. */
function emptyIn(vector: duckdb.Vector, rows: number, from: number, count: number): readonly number[] {
  const validity = duckdb.vector_get_validity(vector, Math.ceil(rows / 64) * 8) as Uint8Array | null; // null: every cell is filled
  if (validity === null) return [];
  const empty: number[] = [];
  for (let i = 0; i < count; i++) if (((validity[(from + i) >> 3] >> ((from + i) & 7)) & 1) === 0) empty.push(i);
  return empty;
}

/** Labels in order of first appearance while reading; sorted at the end, so that codes do not hang on the order of rows. */
interface Coder {
  readonly codeOf: Map<string, number>;
  readonly codes: Uint32Array[];
}

const openCoder = (): Coder => ({ codeOf: new Map(), codes: [] });

function addTexts(coder: Coder, chunk: DuckDBDataChunk, column: number): void {
  const vector = chunk.getColumnVector(column);
  const codes = new Uint32Array(chunk.rowCount);
  for (let i = 0; i < codes.length; i++) {
    const text = (vector.getItem(i) as string | null) ?? '';
    let code = coder.codeOf.get(text);
    if (code === undefined) {
      code = coder.codeOf.size;
      coder.codeOf.set(text, code);
    }
    codes[i] = code;
  }
  coder.codes.push(codes);
}

function tableOf(slabs: Slabs, coders: readonly Coder[], wanted: Wanted): TableRead {
  const matrix = matrixOfSlabs(slabs);
  const empty = slabs.empty.map((rows) => (rows.length === 0 ? undefined : Uint32Array.from(rows)));
  const subjects =
    slabs.subjects === undefined ? undefined : { ...halves(slabs.subjects, slabs.rowCount), empty: empty[slabs.numbers] };
  const texts = wanted.texts.map((name, t) => textColumn(name, coders[t], slabs.rowCount));
  return { rowCount: slabs.rowCount, matrix, texts, empty: empty.slice(0, slabs.numbers), subjects };
}

/** Moves the numbers out of their slabs, giving each slab's memory back as it goes. */
function matrixOfSlabs({ full, rowCount, width }: Slabs): Matrix {
  const matrix = sharedMatrix(rowCount, width);
  for (let s = 0; full.length > 0; s++) {
    const slab = full.shift() as Float64Array;
    matrix.values.set(slab.subarray(0, Math.min(slab.length, (rowCount - s * slabRows) * width)), s * slabRows * width);
  }
  return matrix;
}

function halves(hashes: readonly Float64Array[], rowCount: number): { low: Uint32Array; high: Uint32Array } {
  const low = new Uint32Array(rowCount);
  const high = new Uint32Array(rowCount);
  for (const [s, slab] of hashes.entries()) {
    const words = new Uint32Array(slab.buffer);
    const rows = Math.min(slabRows, rowCount - s * slabRows);
    for (let i = 0; i < rows; i++) {
      low[s * slabRows + i] = words[2 * i];
      high[s * slabRows + i] = words[2 * i + 1];
    }
  }
  return { low, high };
}

function textColumn(name: string, { codeOf, codes }: Coder, rowCount: number): TextColumn {
  const labels = sortTexts([...codeOf.keys()]);
  const sorted = Uint32Array.from(codeOf.values()).fill(0);
  for (const [place, label] of labels.entries()) sorted[codeOf.get(label) as number] = place;
  const settledCodes = sharedIndices(rowCount);
  let row = 0;
  for (const part of codes) for (const code of part) settledCodes[row++] = sorted[code];
  return { name, codes: settledCodes, labels };
}
