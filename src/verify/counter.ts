import { rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';
import { Bug, Refusal } from '../base/problem.ts';
import { makeScratch } from '../base/scratch.ts';
import { noScratchSpace, outOfMemory } from './problems.ts';

/** A DuckDB of its own that counts and forgets. */
export interface Counter {
  /** Rows of numbers, text and nulls; whole numbers come as numbers. */
  ask(sql: string): Promise<readonly (readonly unknown[])[]>;
  /** The first row of numbers. */
  numbers(sql: string): Promise<readonly number[]>;
}

export interface CounterLimits {
  readonly threads?: number | undefined;
  readonly memoryBytes?: number | undefined;
  /** Opened by `withInstance` for many verdicts; without it each opens its own. */
  readonly lent?: DuckDBInstance | undefined;
}

export function withCounter<Value>(limits: CounterLimits, use: (counter: Counter) => Promise<Value>): Promise<Value> {
  return limits.lent === undefined ? withInstance(limits, (own) => counting(own, use)) : counting(limits.lent, use);
}

/** An instance that is gone when `use` is done. Opening one takes a fifth of the time a small release is judged in. */
export async function withInstance<Value>(
  { threads = availableParallelism(), memoryBytes }: Omit<CounterLimits, 'lent'>,
  use: (instance: DuckDBInstance) => Promise<Value>,
): Promise<Value> {
  const scratch = madeScratch();
  try {
    const instance = await sorted(
      DuckDBInstance.create(':memory:', {
        threads: String(Math.max(1, Math.floor(threads))),
        ...(memoryBytes === undefined ? {} : { memory_limit: `${Math.floor(memoryBytes)}B` }),
        temp_directory: scratch,
        autoinstall_known_extensions: 'false',
        autoload_known_extensions: 'false',
      }),
    );
    try {
      return await use(instance);
    } finally {
      instance.closeSync();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A connection of its own: what one verdict puts into temporary tables, no other sees. */
async function counting<Value>(instance: DuckDBInstance, use: (counter: Counter) => Promise<Value>): Promise<Value> {
  const connection = await instance.connect();
  const ask = async (sql: string) => {
    const rows = (await sorted(connection.runAndReadAll(sql))).getRows();
    return rows.map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : value)));
  };
  const numbers = async (sql: string) => (await ask(sql))[0].map(Number);
  try {
    return await use({ ask, numbers });
  } finally {
    connection.closeSync();
  }
}

/** The bytes asked about cannot be read as what they are declared to be. The message may quote them: it is not for people. */
export class Unreadable extends Error {}

/** A text in SQL; DuckDB would end the statement at a NUL. */
export const text = (value: string): string => {
  const quoted = `'${value.replaceAll("'", "''")}'`;
  return value.includes('\0') ? `(${quoted.replaceAll('\0', "' || chr(0) || '")})` : quoted;
};

/** What DuckDB complains about: want of memory or room, our own SQL, or the data. */
async function sorted<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/^Out of Memory Error/.test(message)) throw new Refusal(outOfMemory());
    if (/No space left on device|max_temp_directory_size/.test(message)) throw new Refusal(noScratchSpace(tmpdir()));
    if (/^(Parser|Binder|Catalog) Error/.test(message)) throw new Bug(message);
    throw new Unreadable(message);
  }
}

function madeScratch(): string {
  try {
    return makeScratch('verify');
  } catch {
    throw new Refusal(noScratchSpace(tmpdir()));
  }
}
