import { type Result, refused } from '../base/result.ts';
import { runAborted } from '../base/run-problems.ts';
import { keepThreadsAwake } from '../base/wake-threads.ts';

/** Does some work, unless or until its signal is aborted: whatever that made fail, the answer is that it was aborted. What was done in time stays done. */
export async function unlessAborted<Value>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  if (signal?.aborted) return refused(runAborted());
  const endWork = keepThreadsAwake();
  try {
    const result = await work();
    return signal?.aborted && !result.ok ? refused(runAborted()) : result;
  } catch (error) {
    if (signal?.aborted) return refused(runAborted());
    throw error;
  } finally {
    endWork();
  }
}
