import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../base/result.ts';
import { runAborted } from '../base/run-problems.ts';
import { askTime } from './ask-problems.ts';
import type { AnswerTo, Ask } from './ask-task.ts';
import { Denial } from './http-problem.ts';
import { busy, stoppedByServer } from './problems.ts';
import type { Queue } from './queue.ts';
import type { RunningTask } from './task.ts';
import type { TaskProcesses } from './task-processes.ts';

/** Short work that a request waits for, in a process of its own, one at a time and never more than fits into memory. */
export interface Asks {
  /** `prepare` puts what is to be read into a private folder, which goes when there is an answer, and says what to do there. */
  answer<One extends Ask>(
    tenant: string,
    prepare: (folder: string) => One | Promise<One>,
    signal?: AbortSignal,
  ): Promise<Result<AnswerTo<One>>>;
  stop(): Promise<void>;
}

export interface AskLimits {
  /** Where they work. */
  readonly folder: string;
  readonly share: number;
  readonly answerTime: number;
  readonly tenants: number;
}

/** Questions that may wait. */
const mostWaiting = 32;

/** `queue` is that of answers: both take the same part of memory. */
export function createAsks(queue: Queue, processes: TaskProcesses, { folder, share, answerTime, tenants }: AskLimits): Asks {
  const running = new Set<RunningTask>();
  const perform = async (tenant: string, place: string, ask: Ask, signal: AbortSignal | undefined): Promise<Result<unknown>> => {
    const task = processes.start({ kind: 'ask', ask }, `tenant ${tenant}`, {
      folder: place,
      share,
      seconds: answerTime,
      tooLong: askTime,
    });
    running.add(task);
    const end = () => task.kill(runAborted());
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted === true) end();
    const result = await task.ended;
    signal?.removeEventListener('abort', end);
    running.delete(task);
    return result;
  };
  return {
    async answer(tenant, prepare, signal) {
      if (queue.waitingOf(tenant) >= Math.ceil(mostWaiting / tenants))
        throw new Denial(busy('As many questions as may wait are waiting.'));
      const place = join(folder, randomBytes(8).toString('hex'));
      mkdirSync(place, { mode: 0o700 });
      try {
        const ask = await prepare(place);
        const result = await new Promise<Result<unknown>>((resolve, reject) => {
          queue.enter(() => perform(tenant, place, ask, signal).then(resolve, reject), tenant);
        });
        return result as Result<AnswerTo<typeof ask>>; // the kind of the question vouches for it
      } finally {
        await rm(place, { recursive: true, force: true, maxRetries: 5 });
      }
    },
    async stop() {
      for (const task of running) task.kill(stoppedByServer());
      await Promise.allSettled([...running].map(({ ended }) => ended));
    },
  };
}
