import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../base/problem.ts';
import { Exit } from '../base/problem.ts';
import type { Result } from '../base/result.ts';
import { isPostgres } from '../policy/postgres-address.ts';
import type { Period } from './flow-query.ts';
import type { FlowAnswer, FlowTask } from './flow-task.ts';
import { Denial } from './http-problem.ts';
import { answerTime, busy, dataUnusable, kAboveCrowd, stoppedByServer } from './problems.ts';
import { createQueue } from './queue.ts';
import { type RunningTask, startTask } from './task.ts';

/** Answers about flow, made once for each period, k and version of the data: who asks again gets the same bytes. */
export interface FlowAnswers {
  answer(period: Period, k: number): Promise<Buffer>;
  stop(): Promise<void>;
}

export interface FlowSettings {
  readonly data: string;
  readonly map: FlowTask['map'];
  readonly mode: 'internal' | 'public';
  readonly share: number;
  readonly threadsPerJob: number;
  readonly answerTime: number;
  readonly jobTime: number;
  readonly refresh: number;
}

/** Answers kept, and questions that may wait to be worked on. */
const kept = 1000;
const mostWaiting = 16;

export function createFlowAnswers(
  settings: FlowSettings,
  folder: string,
  secret: Buffer,
  onProblem: (problem: Problem) => void,
): FlowAnswers {
  const answers = new Map<string, Buffer>();
  const making = new Map<string, Promise<Buffer>>();
  const running = new Set<RunningTask>();
  const queue = createQueue(1);

  const perform = async (period: Period, k: number): Promise<Result<FlowAnswer>> => {
    const place = join(folder, randomBytes(8).toString('hex'));
    const { data, map, mode, share, threadsPerJob } = settings;
    const memory = `${Math.floor(share / 2e6)}MB`;
    const limits = { folder: place, share, seconds: settings.jobTime };
    const own = { threads: threadsPerJob, memory, secret: secret.toString('hex') };
    const task = startTask({ kind: 'flow', data, map, ...period, k, release: mode, ...own }, limits);
    running.add(task);
    const result = await task.ended;
    running.delete(task);
    await rm(place, { recursive: true, force: true, maxRetries: 5 });
    return result as Result<FlowAnswer>; // the kind of the task vouches for it
  };
  const make = (key: string, period: Period, k: number): Promise<Buffer> => {
    if (queue.waiting >= mostWaiting) throw new Denial(busy('As many answers as may wait to be made are waiting.'));
    const made = new Promise<Result<FlowAnswer>>((resolve, reject) => {
      queue.enter(() => perform(period, k).then(resolve, reject));
    })
      .then((result) => bodyOf(result, k, settings.mode, onProblem))
      .finally(() => making.delete(key));
    making.set(key, made);
    made.then(
      (body) => {
        answers.set(key, body);
        for (const oldest of answers.keys()) if (answers.size > kept) answers.delete(oldest);
      },
      () => {}, // heard by whoever asked; the next to ask tries again
    );
    return made;
  };

  return {
    async answer(period, k) {
      const key = JSON.stringify([await versionOf(settings.data, settings.refresh), period.start, period.end, k]);
      return answers.get(key) ?? (await within(settings.answerTime, making.get(key) ?? make(key, period, k)));
    },
    async stop() {
      queue.close();
      for (const task of running) task.kill(stoppedByServer());
      await Promise.allSettled([...running].map(({ ended }) => ended));
    },
  };
}

/** Of a file, when and how it was last written; of a database, which is not asked so often, the time since it was read. */
async function versionOf(data: string, refresh: number): Promise<string> {
  if (isPostgres(data)) return String(Math.floor(Date.now() / (refresh * 1000)));
  const found = await stat(data).catch(() => undefined);
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

function bodyOf(
  result: Result<FlowAnswer>,
  k: number,
  mode: 'internal' | 'public',
  onProblem: (problem: Problem) => void,
): Buffer {
  if (result.ok && result.value.kind === 'body') return Buffer.from(result.value.body);
  const counts = result.ok && result.value.kind === 'crowd' ? result.value.subjects : undefined;
  if (result.ok || result.problems[0].exit === Exit.infeasible)
    throw new Denial(kAboveCrowd(k, mode === 'public' ? undefined : counts)); // a public answer tells no count that is not k's
  for (const problem of result.problems) onProblem(problem);
  throw new Denial(result.problems[0].code === 'server/stopped' ? busy('The server is stopping.') : dataUnusable());
}

function within(seconds: number, made: Promise<Buffer>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const clock = setTimeout(() => reject(new Denial(answerTime())), seconds * 1000);
    made.then(resolve, reject).finally(() => clearTimeout(clock));
  });
}
