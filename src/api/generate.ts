import { existsSync } from 'node:fs';
import type { OnProgress } from '../base/progress.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { writeSample } from '../engine/local/sample-file.ts';
import { badValue } from '../policy/problems.ts';
import { outputExists } from '../release/output-problems.ts';
import { asWriteProblem } from '../release/stage.ts';
import { isSampleSize, type SampleKind, sampleKinds, sampleOf } from '../samples/sample.ts';
import { callProblem } from './call-problem.ts';
import { unlessAborted } from './unless-aborted.ts';

/** How much example data, and where it goes. */
export interface GenerateOptions {
  readonly rows: number;
  readonly seed: number | string;
  /** CSV, or Parquet by extension. */
  readonly out: string;
  /** Instants of a series, where the kind leaves it open. */
  readonly length?: number;
  readonly force?: boolean;
  readonly onProgress?: OnProgress;
  /** Aborted, it leaves no file: the answer is a problem, `run/aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** Writes example data: the same bytes for the same kind, rows, length and seed. */
export async function generate(kind: SampleKind, options: GenerateOptions): Promise<Result<{ rows: number; out: string }>> {
  const wrong = callProblem(['options', options, 'object']);
  if (wrong !== undefined) return refused(wrong);
  const { rows, seed, out, length, force, onProgress, signal } = options;
  return unlessAborted(signal, async () => {
    if (!sampleKinds.includes(kind)) return refused(badValue('kind', `choose ${sampleKinds.join(', ')}`));
    if (!isSampleSize(rows)) return refused(badValue('rows', 'a whole number, from 0 to 2,147,483,647'));
    if (length !== undefined && !(Number.isInteger(length) && length > 0))
      return refused(badValue('length', 'a whole number, 1 or more'));
    if (existsSync(out) && force !== true) return refused(outputExists(out));
    try {
      await writeSample(sampleOf(kind, { rows, seed, ...(length === undefined ? {} : { length }) }), out, onProgress, signal);
      return ok({ rows, out });
    } catch (error) {
      return refused(asWriteProblem(error, out));
    }
  });
}
