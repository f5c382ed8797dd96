import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
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
  readonly minK: number;
  readonly share: number;
  readonly threadsPerJob: number;
  readonly memoryPerJob: string;
  readonly answerTime: number;
  readonly jobTime: number;
  readonly refresh: number;
}

type Answer = Buffer | Denial;

/** Answers kept, and questions that may wait to be worked on. */
const kept = 1000;
const mostWaiting = 16;

export function createFlowAnswers(
  settings: FlowSettings,
  folder: string,
  secret: Buffer,
  onProblem: (problem: Problem) => void,
): FlowAnswers {
  const answers = new Map<string, Answer>();
  const making = new Map<string, Promise<Answer>>();
  const running = new Set<RunningTask>();
  const queue = createQueue(1);

  const perform = async (period: Period, k: number): Promise<Result<FlowAnswer>> => {
    const place = join(folder, randomBytes(8).toString('hex'));
    const { data, map, mode, share, threadsPerJob: threads, memoryPerJob: memory } = settings;
    const limits = { folder: place, share, seconds: settings.jobTime };
    const own = { threads, memory, secret: secret.toString('hex') };
    const task = startTask({ kind: 'flow', data, map, ...period, k, release: mode, ...own }, limits);
    running.add(task);
    const result = await task.ended;
    running.delete(task);
    await rm(place, { recursive: true, force: true, maxRetries: 5 });
    return result as Result<FlowAnswer>; // the kind of the task vouches for it
  };
  const make = (key: string, period: Period, k: number): Promise<Answer> => {
    if (queue.waiting >= mostWaiting) throw new Denial(busy('As many answers as may wait to be made are waiting.'));
    const made = new Promise<Result<FlowAnswer>>((resolve, reject) => {
      queue.enter(() => perform(period, k).then(resolve, reject));
    })
      .then((result) => settled(result, k, settings, onProblem))
      .finally(() => making.delete(key));
    making.set(key, made);
    made.then(
      (answer) => {
        answers.set(key, answer);
        for (const oldest of answers.keys()) if (answers.size > kept) answers.delete(oldest);
      },
      () => {}, // heard by whoever asked; the next to ask tries again
    );
    return made;
  };

  return {
    async answer(period, k) {
      const key = JSON.stringify([versionOf(settings.data, settings.refresh), period.start, period.end, k]);
      const answer = answers.get(key) ?? (await within(settings.answerTime, making.get(key) ?? make(key, period, k)));
      if (answer instanceof Denial) throw answer;
      return answer;
    },
    async stop() {
      queue.close();
      for (const task of running) task.kill(stoppedByServer());
      await Promise.allSettled([...running].map(({ ended }) => ended));
    },
  };
}

/** Of a file, when and how it was last written; of a database, which is not asked so often, the time since it was read. */
function versionOf(data: string, refresh: number): string {
  if (isPostgres(data)) return String(Math.floor(Date.now() / (refresh * 1000)));
  const found = statSync(data, { throwIfNoEntry: false }); // asked on another thread, a cached answer takes a third longer
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

/** What a result is answered with, for good: the body, or that there are too few. Any other fault may be gone the next time. */
function settled(
  result: Result<FlowAnswer>,
  k: number,
  { mode, minK }: FlowSettings,
  onProblem: (problem: Problem) => void,
): Answer {
  if (result.ok && result.value.kind === 'body') return Buffer.from(result.value.body);
  if (result.ok || result.problems[0].exit === Exit.infeasible) {
    const most = result.ok && result.value.kind === 'crowd' && mode === 'internal' ? result.value.subjects : 0;
    return new Denial(kAboveCrowd(k, most >= minK ? most : undefined));
  }
  for (const problem of result.problems) onProblem(problem);
  throw new Denial(result.problems[0].code === stoppedByServer().code ? busy('The server is stopping.') : dataUnusable());
}

function within(seconds: number, made: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const clock = setTimeout(() => reject(new Denial(answerTime())), seconds * 1000);
    made.then(resolve, reject).finally(() => clearTimeout(clock));
  });
}
