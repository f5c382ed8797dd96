import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { createPool, type Pool } from '../base/pool.ts';
import type { OnProgress } from '../base/progress.ts';
import { ok, type Result } from '../base/result.ts';
import type { Engine } from '../engine/engine.ts';
import { openSeries } from '../families/series/open-series.ts';
import { readSeries, type SeriesInput } from '../families/series/series-table.ts';
import { hashOf } from '../formats/hash-kernel.ts';
import type { SeriesPolicy } from '../policy/policy.ts';

/** An input in memory, and the hash of its bytes as soon as it is known. */
export interface InputRead extends SeriesInput {
  readonly inputHash: Promise<string>;
}

export interface ReadTools {
  readonly engine: Engine;
  readonly pool: Pool;
  readonly onProgress: OnProgress;
  readonly stdin?: Readable | undefined;
}

/** Reads the policy's input once, and has the engine give its memory back; method, k, P and level do not matter here. */
export async function readInput(
  policy: SeriesPolicy & { readonly input: string },
  { engine, pool, onProgress, stdin }: ReadTools,
): Promise<Result<InputRead>> {
  try {
    const opened = await openSeries(engine, policy, { stdin, onProgress });
    if (!opened.ok) return opened;
    const { source } = opened.value;
    const hashing = statSync(source.path).size < worthAThread ? createPool(0) : pool;
    const inputHash = hashOf(source.path, hashing);
    const read = await readSeries(engine, opened.value, policy, onProgress);
    return read.ok ? ok({ ...read.value, inputHash }) : read;
  } finally {
    engine.close();
  }
}

/** Bytes that are hashed sooner than a thread starts. */
const worthAThread = 8_000_000;
