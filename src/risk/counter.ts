import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type Counter, type Counting, CountingLimit } from '../base/counting.ts';
import { Refusal } from '../base/problem.ts';
import { noScratchSpace, outOfMemory } from './problems.ts';
import type { TableFile } from './table-file.ts';

/** A counter for one figure, which hangs on no order of rows. */
export async function withCounter<Value>(
  counting: Counting,
  { path }: TableFile,
  use: (counter: Counter) => Promise<Value>,
): Promise<Value> {
  try {
    const bytes = (typeof path === 'string' ? [path] : path).reduce((sum, one) => sum + statSync(one).size, 0);
    return await counting.withCounter(use, { anyOrder: true, bytes });
  } catch (error) {
    if (error instanceof CountingLimit) throw new Refusal(error.lacks === 'memory' ? outOfMemory() : noScratchSpace(tmpdir()));
    throw error;
  }
}
