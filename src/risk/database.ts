import { rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { type DuckDBConnection, type DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import { Refusal } from '../base/problem.ts';
import { makeScratch } from '../base/scratch.ts';
import { noScratchSpace, outOfMemory } from './problems.ts';

export interface DatabaseLimits {
  readonly threads?: number | undefined;
  readonly memoryBytes?: number | undefined;
}

/** A DuckDB of its own that reads and forgets. Columns asked for are unsigned 32-bit numbers without gaps. */
export interface Database {
  run(sql: string): Promise<void>;
  columns(sql: string, count: number): Promise<readonly Uint32Array[]>;
  /** A column of text. */
  texts(sql: string): Promise<readonly string[]>;
  /** The same piece by piece; a piece is lent until the next one. */
  stream(sql: string, count: number, take: (columns: readonly Uint32Array[]) => void): Promise<void>;
}

/** Spills into a folder that is gone when `use` is done. */
export async function withDatabase<Value>(
  { threads = availableParallelism(), memoryBytes }: DatabaseLimits,
  use: (database: Database) => Promise<Value>,
): Promise<Value> {
  const scratch = madeScratch();
  try {
    const instance = await DuckDBInstance.create(':memory:', {
      threads: String(Math.max(1, Math.floor(threads))),
      ...(memoryBytes === undefined ? {} : { memory_limit: `${Math.floor(memoryBytes)}B` }),
      temp_directory: scratch,
      preserve_insertion_order: 'false',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    try {
      return await use(databaseOn(await instance.connect()));
    } finally {
      instance.closeSync();
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/^Out of Memory Error/.test(message)) throw new Refusal(outOfMemory());
    if (/No space left on device|max_temp_directory_size/.test(message)) throw new Refusal(noScratchSpace(tmpdir()));
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function databaseOn(connection: DuckDBConnection): Database {
  const stream: Database['stream'] = async (sql, count, take) => {
    const result = await connection.stream(sql);
    for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk())
      take(Array.from({ length: count }, (_, column) => cellsOf(chunk, column)));
  };
  return {
    async run(sql) {
      await connection.run(sql);
    },
    stream,
    async texts(sql) {
      return (await connection.runAndReadAll(sql)).getRows().map(([text]) => String(text));
    },
    async columns(sql, count) {
      const pieces: Uint32Array[][] = Array.from({ length: count }, () => []);
      await stream(sql, count, (columns) => {
        for (const [c, cells] of columns.entries()) pieces[c].push(cells.slice());
      });
      return pieces.map(joined);
    },
  };
}

/** A view on DuckDB's own memory. */
function cellsOf({ chunk, rowCount }: DuckDBDataChunk, column: number): Uint32Array {
  const bytes = duckdb.vector_get_data(duckdb.data_chunk_get_vector(chunk, column), rowCount * 4);
  return new Uint32Array(bytes.buffer, bytes.byteOffset, rowCount);
}

function joined(pieces: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function madeScratch(): string {
  try {
    return makeScratch('risk');
  } catch {
    throw new Refusal(noScratchSpace(tmpdir()));
  }
}
