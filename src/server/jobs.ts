import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../base/problem.ts';
import type { Progress } from '../base/progress.ts';
import { refused } from '../base/result.ts';
import { runAborted } from '../base/run-problems.ts';
import { Denial } from './http-problem.ts';
import { isEnded, type Job, type JobKind, type StoredJob, shownJob, storedProblem, upload } from './job.ts';
import { failureOf } from './job-failure.ts';
import { createJobLog, type JobLog } from './job-log.ts';
import type { JobStore } from './job-store.ts';
import { busy, cutOff, jobCrashed, jobDisk, keyReused, stateFull, stoppedByServer } from './problems.ts';
import { createQueue } from './queue.ts';
import type { RunningTask } from './task.ts';
import type { TaskProcesses } from './task-processes.ts';

/** Every job of the server: those on disk, and of these the one or few that run. */
export interface Jobs {
  /** A job of this owner: those of others are not there. */
  find(id: string, owner: string, kind: JobKind): Job | undefined;
  /** Whoever's it is. */
  any(id: string): Job | undefined;
  logOf(id: string): JobLog | undefined;
  /** The newest first, from below `before` on. */
  list(owner: string, kind: JobKind, limit: number, before: string | undefined): readonly Job[];
  /** Of all owners together. */
  countByState(): Readonly<Partial<Record<Job['state'], number>>>;
  /** A folder for one job's data, and room for so many bytes of it; until `submit` it is no job, and a restart removes it. */
  prepare(owner: string, bytes: number): Promise<{ readonly id: string; readonly folder: string }>;
  abandon(id: string): Promise<void>;
  /** Takes a prepared job in, or finds the one that the same key stands for. */
  submit(request: JobRequest): Promise<Job>;
  /** Removes the owner's oldest ended jobs until so many bytes fit; answers whether they do. */
  makeRoom(owner: string, bytes: number): Promise<boolean>;
  cancel(id: string): Promise<Job | undefined>;
  remove(id: string): Promise<void>;
  /** Lets running jobs finish for a while, then ends them; those that wait are taken up by the next server. */
  stop(seconds: number): Promise<void>;
}

export interface JobRequest {
  readonly id: string;
  readonly owner: string;
  readonly kind: JobKind;
  readonly policy: Readonly<Record<string, unknown>>;
  readonly method: string;
  readonly k: number;
  readonly source: string;
  readonly fingerprint: string;
  readonly key: string | undefined;
}

export interface JobLimits {
  readonly secret: Buffer;
  readonly jobs: number;
  readonly queue: number;
  /** How many share slots, queue and disk. */
  readonly tenants: number;
  /** Bytes that an owner has on disk beside jobs. */
  readonly heldBesides: (owner: string) => number;
  /** Bytes that all jobs of one owner may take on disk. */
  readonly stateShare: number;
  readonly share: number;
  readonly jobTime: number;
  /** The memory of what was released, which every release consults and extends. */
  readonly ledger?: string | undefined;
  readonly mode: 'internal' | 'public';
  readonly minK: number;
  /** Told what is wrong with a source, where its clients are not. */
  readonly onProblem: (problem: Problem) => void;
}

interface Entry {
  job: StoredJob;
  bytes: number;
  readonly log: JobLog;
  task?: RunningTask;
  /** Why it is to end before it is done. */
  unwanted?: Problem;
  leave?: () => void;
  done?: Promise<void>;
}

export function openJobs(store: JobStore, processes: TaskProcesses, limits: JobLimits): Jobs {
  const entries = new Map<string, Entry>();
  const byKey = new Map<string, Entry>();
  const queue = createQueue(limits.jobs, Math.ceil(limits.jobs / limits.tenants));
  /** Bytes that are coming in, by the job they are for. */
  const coming = new Map<string, { readonly owner: string; readonly bytes: number }>();
  const heldBy = (owner: string): number => {
    let bytes = limits.heldBesides(owner);
    for (const one of coming.values()) if (one.owner === owner) bytes += one.bytes;
    for (const { job, bytes: own } of entries.values()) if (job.owner === owner) bytes += own;
    return bytes;
  };
  const makeRoom = async (owner: string, bytes: number, except?: Entry): Promise<boolean> => {
    const ended = [...entries.values()].filter((entry) => entry !== except && entry.job.owner === owner && isEnded(entry.job));
    for (const { job } of ended) {
      if (heldBy(owner) + bytes <= limits.stateShare) return true;
      await remove(job.id);
    }
    return heldBy(owner) + bytes <= limits.stateShare;
  };

  /** On disk first: what a client has seen is still so after a crash. */
  const change = async (entry: Entry, changes: Partial<StoredJob>): Promise<void> => {
    const next = { ...entry.job, ...changes };
    await store.save({ ...next, events: entry.log.last + 1 });
    entry.job = next;
    entry.log.add('state', stateOf(next));
  };
  const fail = (entry: Entry, state: 'failed' | 'cancelled', problems: readonly Problem[]): Promise<void> =>
    change(entry, { state, ended: now(), ...(state === 'failed' ? { problems: problems.map(storedProblem) } : {}) });

  const perform = async (entry: Entry): Promise<void> => {
    const { id, policy, kind } = entry.job;
    const folder = store.folderOf(id);
    await change(entry, { state: 'running', started: now() });
    const { ledger } = limits;
    const release = { kind: 'release', policy, ledger, ...secretSeedOf(entry.job, limits.secret) } as const;
    entry.task = processes.start(kind === 'sweep' ? { kind, policy } : release, `tenant ${entry.job.owner}`, {
      folder,
      share: limits.share,
      seconds: limits.jobTime,
      onProgress: (progress) => entry.log.add('progress', progressOf(progress)),
    });
    if (entry.unwanted !== undefined) entry.task.kill(entry.unwanted); // while the change was written
    const { task } = entry;
    const scale = setInterval(() => {
      if (store.sizeOf(id) > limits.stateShare) task.kill(jobDisk(Math.round(limits.stateShare / 1e6)));
    }, 2000);
    const ran = await task.ended;
    clearInterval(scale);
    await store.clean(id, !ran.ok);
    entry.bytes = store.sizeOf(id);
    const fits = await makeRoom(entry.job.owner, 0, entry);
    const result = fits ? ran : refused<Problem>(jobDisk(Math.round(limits.stateShare / 1e6)));
    if (!fits) await store.clean(id, true);
    entry.bytes = store.sizeOf(id); // the input too: it is not kept longer than it is needed
    if (result.ok) await change(entry, { state: 'done', ended: now(), summary: summaryIn(folder, kind) });
    else if (result.problems.every(({ code }) => code === cancelled.code)) await fail(entry, 'cancelled', []);
    else
      await fail(
        entry,
        'failed',
        result.problems.map((problem) => failureOf(problem, entry.job, limits)),
      );
  };
  const end = (entry: Entry, why: Problem): Promise<void> | undefined => {
    entry.unwanted = why;
    entry.task?.kill(why);
    return entry.done;
  };
  const enqueue = (entry: Entry): void => {
    entry.leave = queue.enter(() => {
      entry.done = perform(entry).catch(() => {
        entry.job = { ...entry.job, state: 'failed', problems: [storedProblem(jobCrashed())] }; // a full disk: the next server finds it cut off
        entry.log.add('state', stateOf(entry.job));
      });
      return entry.done;
    }, entry.job.owner);
  };
  const enter = (job: StoredJob): Entry => {
    const entry: Entry = { job, bytes: store.sizeOf(job.id), log: createJobLog(job.events) };
    entries.set(job.id, entry);
    if (job.key !== undefined) byKey.set(keyOf(job.owner, job.key), entry);
    return entry;
  };

  const remove = async (id: string): Promise<void> => {
    const entry = entries.get(id);
    entries.delete(id);
    if (entry?.job.key !== undefined) byKey.delete(keyOf(entry.job.owner, entry.job.key));
    await store.remove(id);
  };

  for (const job of store.load()) {
    const entry = enter(job);
    if (job.state === 'queued') enqueue(entry);
    else if (job.state === 'running') entry.done = store.clean(job.id, true).then(() => fail(entry, 'failed', [cutOff()]));
    else entry.log.add('state', stateOf(job)); // whoever comes back after a restart hears how it ended
  }

  return {
    find(id, owner, kind) {
      const entry = entries.get(id);
      return entry?.job.owner === owner && entry.job.kind === kind ? jobOf(entry) : undefined;
    },
    any: (id) => jobOf(entries.get(id)),
    logOf: (id) => entries.get(id)?.log,
    list: (owner, kind, limit, before) =>
      [...entries.values()]
        .filter(({ job }) => job.owner === owner && job.kind === kind)
        .map(({ job }) => shownJob(job))
        .filter(({ id }) => before === undefined || id < before)
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit),
    countByState() {
      const counts: Partial<Record<Job['state'], number>> = {};
      for (const { job } of entries.values()) counts[job.state] = (counts[job.state] ?? 0) + 1;
      return counts;
    },
    async prepare(owner, bytes) {
      const id = newId();
      if (!(await makeRoom(owner, bytes))) throw new Denial(stateFull());
      coming.set(id, { owner, bytes });
      return { id, folder: store.make(id) };
    },
    makeRoom: (owner, bytes) => makeRoom(owner, bytes),
    async abandon(id) {
      coming.delete(id);
      await store.remove(id);
    },
    async submit({ id, ...request }) {
      coming.delete(id);
      const former = request.key === undefined ? undefined : byKey.get(keyOf(request.owner, request.key));
      if (former !== undefined) {
        await store.remove(id);
        if (former.job.fingerprint !== request.fingerprint) throw new Denial(keyReused());
        return shownJob(former.job);
      }
      if (queue.waiting >= limits.queue || queue.waitingOf(request.owner) >= Math.ceil(limits.queue / limits.tenants)) {
        await store.remove(id);
        throw new Denial(busy('As many jobs as may wait are waiting.'));
      }
      const { key, ...rest } = request;
      const entry = enter({ id, state: 'queued', created: now(), ...rest, ...(key === undefined ? {} : { key }), events: 0 });
      await change(entry, {}).catch(async (error: unknown) => {
        await remove(id);
        throw error;
      });
      enqueue(entry);
      return shownJob(entry.job);
    },
    async cancel(id) {
      const entry = entries.get(id);
      if (entry === undefined) return undefined;
      entry.leave?.();
      if (entry.done !== undefined) await end(entry, cancelled);
      else if (!isEnded(entry.job)) {
        await store.clean(id, true);
        await fail(entry, 'cancelled', []);
      }
      return shownJob(entry.job);
    },
    remove,
    async stop(seconds) {
      queue.close();
      const patience = setTimeout(() => {
        for (const entry of entries.values()) void end(entry, stoppedByServer());
      }, seconds * 1000);
      await Promise.all([...entries.values()].map(({ done }) => done));
      clearTimeout(patience);
    },
  };
}

/** Never told: it only says why a task was ended. */
const cancelled = runAborted();

/** How it stands, without the summary, which is asked for when wanted. */
function stateOf(job: StoredJob): Omit<Job, 'summary'> {
  const { summary, ...told } = shownJob(job);
  return told;
}

/** How far a phase is, without numbers of rows: those read less those written are those left out, which may be fewer than k. */
const progressOf = ({ phase, done, total = 0, finished }: Progress) => ({
  phase,
  ...(total > 0 ? { share: Math.floor((100 * Math.min(done, total)) / total) / 100 } : {}),
  ...(finished === undefined ? {} : { finished }),
});

/**
 * Of a source the same for the same policy, so that releases of the same data are the same: asking again, of a server with another share of the machine
 * too, gives no second grouping to lay over the first.
 */
function secretSeedOf(
  { source, policy: { lang, format, threads, memory, ...policy } }: StoredJob,
  secret: Buffer,
): { readonly secretSeed?: string } {
  if (source === upload) return {};
  return {
    secretSeed: createHmac('sha256', secret)
      .update(JSON.stringify([source, policy]))
      .digest('hex'),
  };
}

/** Keys of different owners never meet; a name has no blank. */
const keyOf = (owner: string, key: string): string => `${owner} ${key}`;

const jobOf = (entry: Entry | undefined): Job | undefined => (entry === undefined ? undefined : shownJob(entry.job));

const now = (): string => new Date().toISOString();

/** Sorts by time, and nobody can guess it. */
const newId = (): string => `${Date.now().toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`;

const summaryIn = (folder: string, kind: JobKind): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, 'release', kind === 'sweep' ? 'sweep.json' : 'report.json'), 'utf8'));
