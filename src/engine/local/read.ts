import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { OnProgress } from '../../base/progress.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import { type NumberColumn, sharedFloats, sharedIndices, type TextColumn } from '../../frame/columns.ts';
import { noRows } from './problems.ts';
import { asReadProblem } from './read-faults.ts';
import type { Source } from './source.ts';

/** What a run needs of a table; columns that are not named are never read. */
export interface Wanted {
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
  /** Read as a hash: whether subjects repeat is all a series run asks of it. */
  readonly subject?: string | undefined;
}

export interface TableRead {
  readonly rowCount: number;
  readonly numbers: readonly NumberColumn[];
  readonly texts: readonly TextColumn[];
  /** Cells that were empty, as a bit per row and number column; undefined when there is none. */
  readonly empty: readonly (EmptyCells | undefined)[];
  /** A hash of each row's subject, low and high half; 0, 0 where it is empty. */
  readonly subjects: { readonly low: Uint32Array; readonly high: Uint32Array; readonly empty: EmptyCells | undefined } | undefined;
}

/** Row numbers, ascending. */
export type EmptyCells = Uint32Array;

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
    ...(wanted.subject === undefined ? [] : [subjectHash(sqlOf.get(wanted.subject) ?? '')]),
    ...wanted.texts.map((name) => `CAST(${sqlOf.get(name)} AS VARCHAR)`),
  ];
  const query = `SELECT ${selected.join(', ')} FROM ${source.scan(numbers)}`;
  try {
    const slabs = openSlabs(wanted.numbers.length + (wanted.subject === undefined ? 0 : 1));
    const coders = wanted.texts.map(() => openCoder());
    const result = await connection.stream(query);
    for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      addChunk(slabs, chunk);
      for (const [t, coder] of coders.entries()) addTexts(coder, chunk, slabs.columns + t);
      onProgress({ phase: 'read', done: slabs.rowCount, unit: 'rows', ...(source.likelyRows > 0 ? { total: source.likelyRows } : {}) });
    }
    if (slabs.rowCount === 0) return refused(noRows(source.name));
    onProgress({ phase: 'read', done: slabs.rowCount, total: slabs.rowCount, unit: 'rows', finished: true });
    return ok(tableOf(slabs, coders, wanted));
  } catch (error) {
    return refused(await asReadProblem(error, source, wanted, connection));
  }
}

/** Never 0, which stands for an empty subject. */
const subjectHash = (sql: string): string => `CASE WHEN ${sql} IS NULL OR CAST(${sql} AS VARCHAR) = '' THEN NULL ELSE hash(CAST(${sql} AS VARCHAR)) END`;

const slabRows = 1 << 16;

/** Rows so far, in slabs of 8-byte cells; how many there will be is known only at the end. */
interface Slabs {
  readonly columns: number;
  readonly full: Float64Array[][];
  readonly empty: number[][];
  open: Float64Array[];
  rowCount: number;
}

const openSlabs = (columns: number): Slabs => ({ columns, full: [], empty: Array.from({ length: columns }, () => []), open: [], rowCount: 0 });

function addChunk(slabs: Slabs, chunk: DuckDBDataChunk): void {
  const rows = chunk.rowCount;
  for (let taken = 0; taken < rows; ) {
    const at = slabs.rowCount % slabRows;
    if (at === 0) {
      slabs.open = Array.from({ length: slabs.columns }, () => new Float64Array(slabRows));
      slabs.full.push(slabs.open);
    }
    const taking = Math.min(rows - taken, slabRows - at);
    for (let c = 0; c < slabs.columns; c++) {
      const vector = duckdb.data_chunk_get_vector(chunk.chunk, c);
      const bytes = duckdb.vector_get_data(vector, rows * 8);
      const cells = new Float64Array(bytes.buffer, bytes.byteOffset + taken * 8, taking); // a view on DuckDB's memory: copied below
      slabs.open[c].set(cells, at);
      noteEmpty(slabs.empty[c], slabs.open[c], at, vector, rows, taken, taking, slabs.rowCount);
    }
    taken += taking;
    slabs.rowCount += taking;
  }
}

/** Behind an empty cell DuckDB's memory holds anything: it becomes 0, and its row is noted. */
function noteEmpty(
  empty: number[],
  slab: Float64Array,
  at: number,
  vector: duckdb.Vector,
  rows: number,
  from: number,
  count: number,
  row: number,
): void {
  const validity = duckdb.vector_get_validity(vector, Math.ceil(rows / 64) * 8) as Uint8Array | null; // null: every cell is filled
  if (validity === null) return;
  for (let i = 0; i < count; i++) {
    const bit = from + i;
    if (((validity[bit >> 3] >> (bit & 7)) & 1) === 1) continue;
    empty.push(row + i);
    slab[at + i] = 0;
  }
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
  const numbers = wanted.numbers.map((name, c) => ({ name, values: settled(slabs, c, sharedFloats(slabs.rowCount)) }));
  const empty = slabs.empty.map((rows) => (rows.length === 0 ? undefined : Uint32Array.from(rows)));
  const place = wanted.numbers.length;
  const subjects = wanted.subject === undefined ? undefined : { ...halves(slabs, place), empty: empty[place] };
  const texts = wanted.texts.map((name, t) => textColumn(name, coders[t], slabs.rowCount));
  return { rowCount: slabs.rowCount, numbers, texts, empty: empty.slice(0, place), subjects };
}

/** Moves a column out of its slabs, giving each slab's memory back as it goes. */
function settled(slabs: Slabs, column: number, into: Float64Array): Float64Array {
  for (const [s, slab] of slabs.full.entries()) {
    into.set(slab[column].subarray(0, Math.min(slabRows, slabs.rowCount - s * slabRows)), s * slabRows);
    slab[column] = new Float64Array(0);
  }
  return into;
}

function halves(slabs: Slabs, column: number): { low: Uint32Array; high: Uint32Array } {
  const low = new Uint32Array(slabs.rowCount);
  const high = new Uint32Array(slabs.rowCount);
  for (const [s, slab] of slabs.full.entries()) {
    const words = new Uint32Array(slab[column].buffer);
    const rows = Math.min(slabRows, slabs.rowCount - s * slabRows);
    for (let i = 0; i < rows; i++) {
      low[s * slabRows + i] = words[2 * i];
      high[s * slabRows + i] = words[2 * i + 1];
    }
  }
  return { low, high };
}

function textColumn(name: string, { codeOf, codes }: Coder, rowCount: number): TextColumn {
  const labels = [...codeOf.keys()].sort();
  const sorted = Uint32Array.from(codeOf.values()).fill(0);
  for (const [place, label] of labels.entries()) sorted[codeOf.get(label) as number] = place;
  const settledCodes = sharedIndices(rowCount);
  let row = 0;
  for (const part of codes) for (const code of part) settledCodes[row++] = sorted[code];
  return { name, codes: settledCodes, labels };
}
