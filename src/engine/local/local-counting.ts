import { rm } from 'node:fs/promises';
import type { DuckDBConnection, DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import {
  type Counter,
  type CounterNeeds,
  type Counting,
  CountingLimit,
  type CountingLimits,
  Unreadable,
} from '../../base/counting.ts';
import { Bug, invariant } from '../../base/problem.ts';
import { makeScratch } from '../../base/scratch.ts';
import { interruptOnAbort } from './duckdb.ts';
import { takeInstance, threadsFor } from './instances.ts';
import { tellsShares, watchShare } from './watch-share.ts';

/** Counting by a DuckDB that nobody else uses meanwhile, for each counter: nothing that a run holds is in reach of what judges it. */
export const localCounting = (limits: CountingLimits = {}): Counting => ({
  withCounter: (use, needs) => withInstance(limits, needs, (instance) => useConnection(instance, use, limits.signal, needs)),
});

/** One DuckDB for many counters, gone when `use` is done. Opening one takes a fifth of the time a small release is judged in. */
export const withSharedCounting = <Value>(limits: CountingLimits, use: (counting: Counting) => Promise<Value>): Promise<Value> =>
  withInstance(limits, {}, (instance) => use(countingOn(instance, limits.signal)));

/** A connection for each counter: what one puts into temporary tables, no other sees. */
export const countingOn = (instance: DuckDBInstance, signal?: AbortSignal): Counting => ({
  withCounter: (use, needs) => useConnection(instance, use, signal, needs),
});

async function withInstance<Value>(
  { threads, memoryBytes, signal }: CountingLimits,
  { anyOrder = false, bytes }: CounterNeeds = {},
  use: (instance: DuckDBInstance) => Promise<Value>,
): Promise<Value> {
  signal?.throwIfAborted();
  const scratch = openScratch();
  try {
    const { instance, giveBack } = await sortFaults(
      takeInstance({
        threads: threads === undefined ? threadsFor(bytes) : Math.max(1, Math.floor(threads)),
        memory: memoryBytes === undefined ? undefined : `${Math.floor(memoryBytes)}B`,
        folder: scratch,
        anyOrder,
      }),
    );
    let spoilt = true;
    try {
      const value = await use(instance);
      spoilt = false;
      return value;
    } finally {
      await giveBack(spoilt);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function useConnection<Value>(
  instance: DuckDBInstance,
  use: (counter: Counter) => Promise<Value>,
  signal: AbortSignal | undefined,
  { onShare }: CounterNeeds = {},
): Promise<Value> {
  const connection = await instance.connect();
  const stopListening = interruptOnAbort(connection, signal);
  const counting = () => use(counterOn(connection, signal));
  try {
    if (onShare === undefined) return await counting();
    await connection.run(tellsShares);
    return await watchShare(connection, onShare, counting);
  } finally {
    stopListening();
    connection.closeSync();
  }
}

function counterOn(connection: DuckDBConnection, signal: AbortSignal | undefined): Counter {
  /** What is interrupted says nothing of the data. */
  const answerOf = async <Value>(asking: () => Promise<Value>): Promise<Value> => {
    signal?.throwIfAborted();
    return sortFaults(asking(), signal);
  };
  const ask: Counter['ask'] = async (sql) => {
    const rows = (await answerOf(() => connection.runAndReadAll(sql))).getRows();
    return rows.map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : value)));
  };
  const eachChunk = async (sql: string, take: (chunk: DuckDBDataChunk) => void): Promise<void> => {
    const result = await answerOf(() => connection.stream(sql));
    const next = () => answerOf(() => result.fetchChunk());
    for (let chunk = await next(); chunk !== null && chunk.rowCount > 0; chunk = await next()) take(chunk);
  };
  const stream: Counter['stream'] = (sql, count, take) =>
    eachChunk(sql, (chunk) => take(Array.from({ length: count }, (_, column) => cellsOf(chunk, column))));
  return {
    ask,
    stream,
    numbers: async (sql) => (await ask(sql))[0].map(Number),
    async columns(sql, count) {
      const pieces: Uint32Array[][] = Array.from({ length: count }, () => []);
      await stream(sql, count, (columns) => {
        for (const [c, cells] of columns.entries()) pieces[c].push(cells.slice());
      });
      return pieces.map((some) => joinPieces(some, Uint32Array));
    },
    async doubles(sql, count) {
      const pieces: Float64Array[][] = Array.from({ length: count }, () => []);
      await eachChunk(sql, (chunk) => {
        for (const [c, some] of pieces.entries()) some.push(doublesOf(chunk, c));
      });
      return pieces.map((some) => joinPieces(some, Float64Array));
    },
  };
}

/** A view on DuckDB's own memory. */
function cellsOf(chunk: DuckDBDataChunk, column: number): Uint32Array {
  const bytes = bytesOf(chunk, column, 4);
  return new Uint32Array(bytes.buffer, bytes.byteOffset, chunk.rowCount);
}

/** A copy, as DuckDB's memory need not lie at a word of eight bytes. */
const doublesOf = (chunk: DuckDBDataChunk, column: number): Float64Array =>
  new Float64Array(Uint8Array.from(bytesOf(chunk, column, 8)).buffer);

/** The memory of a column. Behind a NULL lies whatever lay there before: a judge that read it would count what is not there. */
function bytesOf({ chunk, rowCount }: DuckDBDataChunk, column: number, width: number): Uint8Array {
  const vector = duckdb.data_chunk_get_vector(chunk, column);
  const validity = duckdb.vector_get_validity(vector, Math.ceil(rowCount / 64) * 8) as Uint8Array | null; // null: every cell is filled
  if (validity !== null) invariant(fillsAll(validity, rowCount), 'columns that are counted by hold no NULL');
  return duckdb.vector_get_data(vector, rowCount * width);
}

function fillsAll(validity: Uint8Array, rowCount: number): boolean {
  for (let row = 0; row < rowCount; row++) if (((validity[row >> 3] >> (row & 7)) & 1) === 0) return false;
  return true;
}

function joinPieces<Cells extends Uint32Array | Float64Array>(
  pieces: readonly Cells[],
  Joined: new (length: number) => Cells,
): Cells {
  const all = new Joined(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** What DuckDB complains about: want of memory or room, the SQL it was given, or the data. */
async function sortFaults<Value>(answer: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    signal?.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    if (/^Out of Memory Error/.test(message)) throw new CountingLimit('memory');
    if (/No space left on device|max_temp_directory_size/.test(message)) throw new CountingLimit('space');
    if (/^(Parser|Binder|Catalog) Error/.test(message)) throw new Bug(message);
    throw new Unreadable(message);
  }
}

function openScratch(): string {
  try {
    return makeScratch('count');
  } catch {
    throw new CountingLimit('space');
  }
}
