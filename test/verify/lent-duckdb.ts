import { DuckDBInstance } from '@duckdb/node-api';
import type { CountingLimits } from '../../src/base/counting.ts';
import type { Result } from '../../src/base/result.ts';
import { countingOn, localCounting } from '../../src/engine/local/local-counting.ts';
import { type CountedVerdict, type VerifyOptions, verifyRelease } from '../../src/verify/verify.ts';

let instance: Promise<DuckDBInstance> | undefined;

/** One DuckDB for all releases that a test file writes and judges: each use has a connection of its own, and opening one takes longer. */
export const lentDuckDB = (): Promise<DuckDBInstance> => {
  instance ??= DuckDBInstance.create(':memory:', {
    threads: '1',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  return instance;
};

export type LentOptions = VerifyOptions & CountingLimits;

/** A verdict by the DuckDB that is lent, or by one of its own where limits are given. */
export async function verifyLent(
  folder: string,
  { threads, memoryBytes, ...options }: LentOptions = {},
): Promise<Result<CountedVerdict>> {
  const counting =
    threads === undefined && memoryBytes === undefined ? countingOn(await lentDuckDB()) : localCounting({ threads, memoryBytes });
  return verifyRelease(folder, counting, options);
}
