import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../base/problem.ts';
import { Exit } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Noise } from '../policy/noise.ts';
import { isPostgres } from '../policy/postgres-address.ts';
import { answerTime, dataUnusable, exposesEarlier, kAboveCrowd, kNotKept } from './flow-problems.ts';
import type { Period, Question } from './flow-query.ts';
import type { FlowAnswer, FlowTask } from './flow-task.ts';
import { Denial } from './http-problem.ts';
import type { AnswerStore, KeptAnswers } from './kept-answers.ts';
import { busy, serverStops, stoppedByServer } from './problems.ts';
import type { Queue } from './queue.ts';
import type { RunningTask } from './task.ts';
import type { TaskProcesses } from './task-processes.ts';

/** Answers about flow: in mode public the first one to a period for good, else one for each period, k and version of the data. */
export interface FlowAnswers {
  /** `tenant` is whose place in the queue a new answer takes. */
  answer(question: Question, tenant: string): Promise<Buffer>;
  stop(): Promise<void>;
}

export interface FlowSettings {
  /** Made-up records where it is left out. */
  readonly data: string | undefined;
  readonly map: FlowTask['map'];
  readonly notations: FlowTask['notations'];
  readonly mode: 'internal' | 'public';
  readonly minK: number;
  readonly ks: readonly number[] | undefined;
  readonly share: number;
  readonly threadsPerJob: number;
  readonly memoryPerJob: string;
  readonly answerTime: number;
  readonly jobTime: number;
  readonly refresh: number;
  readonly ledger?: string | undefined;
  readonly noise?: Noise | undefined;
  readonly noiseKey?: string | undefined;
  /** How many share the queue. */
  readonly tenants: number;
}

export interface FlowPlaces {
  /** Where answers are made; what lies there is gone with them. */
  readonly making: string;
  readonly kept: AnswerStore;
  readonly secret: Buffer;
  /** Where made-up records are; they are made when somebody first asks. */
  readonly madeUp: () => Promise<Result<string>>;
  readonly onProblem: (problem: Problem) => void;
  /** Of one slot: what is made takes one part of memory. */
  readonly queue: Queue;
  readonly processes: TaskProcesses;
}

type Answer = Buffer | Denial;

/** One making: its key, and what to make. A period of mode public is made for all k at once. */
interface Wanted {
  readonly key: string;
  readonly period: Period;
  readonly ks: readonly [number, ...number[]];
}

/** Answers by k, of one making. */
type Answers = ReadonlyMap<number, Answer>;

/** Answers kept in memory, and questions that may wait to be worked on. */
const kept = 1000;
const mostWaiting = 16;

export function createFlowAnswers(
  settings: FlowSettings,
  { making: folder, kept: store, secret, madeUp, onProblem, queue, processes }: FlowPlaces,
): FlowAnswers {
  const answers = new Map<string, Answers>();
  const making = new Map<string, Promise<Answers>>();
  const running = new Set<RunningTask>();
  const performing = new Set<Promise<unknown>>();
  let isStopped = false;
  const isPublic = settings.mode === 'public';

  const performNow = async ({ period, ks: [k, ...coarser] }: Wanted): Promise<Result<FlowAnswer>> => {
    const found = settings.data === undefined ? await madeUp() : ok(settings.data);
    if (!found.ok) return found;
    if (isStopped) return refused<Problem>(stoppedByServer());
    const place = join(folder, randomBytes(8).toString('hex'));
    const { map, notations, mode, share, threadsPerJob: threads, memoryPerJob: memory } = settings;
    const limits = { folder: place, share, seconds: settings.jobTime };
    const own = {
      threads,
      memory,
      secret: secret.toString('hex'),
      ledger: settings.ledger,
      noise: settings.noise,
      noiseKey: settings.noiseKey,
    };
    const asked = { kind: 'flow', data: found.value, map, notations, ...period, k, coarser, release: mode, ...own } as const;
    const task = processes.start(asked, 'flow', limits);
    running.add(task);
    const result = await task.ended;
    running.delete(task);
    await rm(place, { recursive: true, force: true, maxRetries: 5 });
    return result as Result<FlowAnswer>; // the kind of the task vouches for it
  };
  const perform = (wanted: Wanted): Promise<Result<FlowAnswer>> => {
    const performed = performNow(wanted).finally(() => performing.delete(performed));
    performing.add(performed);
    return performed;
  };
  const remember = (key: string, made: Answers): Answers => {
    answers.set(key, made);
    for (const oldest of answers.keys()) if (answers.size > kept) answers.delete(oldest);
    return made;
  };
  const share = Math.ceil(mostWaiting / settings.tenants);
  const make = (wanted: Wanted, tenant: string): Promise<Answers> => {
    if (queue.waitingOf(tenant) >= share) throw new Denial(busy('As many answers as may wait to be made are waiting.'));
    const made = new Promise<Result<FlowAnswer>>((resolve, reject) => {
      queue.enter(() => perform(wanted).then(resolve, reject), tenant);
    })
      .then((result) => {
        const bodies = bodiesOf(result, onProblem);
        const first = isPublic ? store.keep(keptOf(wanted, bodies)) : undefined;
        return remember(
          wanted.key,
          first === undefined ? answersOf(wanted.ks, bodies, crowdIn(result), settings) : publicAnswers(first),
        );
      })
      .finally(() => making.delete(wanted.key));
    making.set(wanted.key, made);
    made.catch(() => {}); // heard by whoever asked; the next to ask tries again
    return made;
  };
  const recall = (key: string, period: Period): Answers | undefined => {
    const first = isPublic && !answers.has(key) ? store.find(period) : undefined;
    return first === undefined ? answers.get(key) : remember(key, publicAnswers(first));
  };

  return {
    async answer({ period, k }, tenant) {
      const version = isPublic || settings.data === undefined ? 'first' : versionOf(settings.data, settings.refresh);
      const key = JSON.stringify([version, period.start, period.end, ...(isPublic ? [] : [k])]);
      const [least, ...larger] = isPublic ? (settings.ks ?? [k]) : [k];
      const wanted: Wanted = { key, period, ks: [least, ...larger] };
      const made = recall(key, period) ?? (await within(settings.answerTime, making.get(key) ?? make(wanted, tenant)));
      const answer = made.get(k) ?? new Denial(kNotKept(k, [...made.keys()]));
      if (answer instanceof Denial) throw answer;
      return answer;
    },
    async stop() {
      isStopped = true;
      for (const task of running) task.kill(stoppedByServer());
      await Promise.allSettled(performing);
    },
  };
}

const keptOf = ({ period: { start = '', end = '' }, ks }: Wanted, bodies: Readonly<Record<number, string>>): KeptAnswers => ({
  start,
  end,
  ks: [...ks],
  answers: Object.fromEntries(ks.map((k) => [k, bodies[k] ?? null])),
});

/** In mode public, where how many there are is not told. */
const publicAnswers = ({ ks, answers }: KeptAnswers): Answers =>
  new Map(
    ks.map((k) => {
      const body = answers[k];
      return [k, typeof body === 'string' ? Buffer.from(body) : new Denial(kAboveCrowd(k, undefined))];
    }),
  );

/** Of a file, when and how it was last written; of a database, which is not asked so often, the time since it was read. */
export function versionOf(data: string, refresh: number): string {
  if (isPostgres(data)) return String(Math.floor(Date.now() / (refresh * 1000)));
  const found = statSync(data, { throwIfNoEntry: false }); // asked on another thread, a cached answer takes a third longer
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

/** What a result is answered with: bodies, or none where there are too few. Any other fault may be gone the next time. */
function bodiesOf(result: Result<FlowAnswer>, onProblem: (problem: Problem) => void): Readonly<Record<number, string>> {
  if (result.ok) return result.value.kind === 'bodies' ? result.value.bodies : {};
  if (result.problems[0].exit === Exit.infeasible) return {};
  for (const problem of result.problems) onProblem(problem);
  if (result.problems[0].code === 'ledger/crowd-below-k') throw new Denial(exposesEarlier());
  throw new Denial(result.problems[0].code === stoppedByServer().code ? serverStops() : dataUnusable());
}

const crowdIn = (result: Result<FlowAnswer>): number => (result.ok && result.value.kind === 'crowd' ? result.value.subjects : 0);

const answersOf = (
  ks: readonly number[],
  bodies: Readonly<Record<number, string>>,
  crowd: number,
  { minK }: FlowSettings,
): Answers =>
  new Map(
    ks.map((k) => [
      k,
      bodies[k] === undefined ? new Denial(kAboveCrowd(k, crowd >= minK ? crowd : undefined)) : Buffer.from(bodies[k]),
    ]),
  );

function within(seconds: number, made: Promise<Answers>): Promise<Answers> {
  return new Promise((resolve, reject) => {
    const clock = setTimeout(() => reject(new Denial(answerTime())), seconds * 1000);
    made.then(resolve, reject).finally(() => clearTimeout(clock));
  });
}
