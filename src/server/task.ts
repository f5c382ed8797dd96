import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownFile } from '../base/own-files.ts';
import type { Problem } from '../base/problem.ts';
import type { Progress } from '../base/progress.ts';
import type { Result } from '../base/result.ts';
import { refused } from '../base/result.ts';
import type { Ask } from './ask-task.ts';
import type { FlowTask } from './flow-task.ts';
import { jobCrashed, jobMemory, jobTime } from './problems.ts';

/** What a process of its own is started for. */
export type Task =
  | {
      readonly kind: 'release';
      readonly policy: Readonly<Record<string, unknown>>;
      readonly secretSeed?: string;
      /** The memory of what was released. */
      readonly ledger?: string | undefined;
    }
  | { readonly kind: 'sweep'; readonly policy: Readonly<Record<string, unknown>> }
  | { readonly kind: 'ask'; readonly ask: Ask }
  | FlowTask;

/** What the process is told to do. */
export interface Order {
  readonly task: Task;
  /** Where it works, and all it may write to. */
  readonly folder: string;
}

/** What the process tells. */
export type TaskMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'memory'; readonly rss: number }
  | { readonly kind: 'ended'; readonly result: Result<unknown>; readonly rss: number };

export interface TaskLimits {
  /** Where it works, and all it may write to. */
  readonly folder: string;
  readonly share: number;
  readonly seconds: number;
  /** What is told of one that takes longer. */
  readonly tooLong?: (seconds: number) => Problem;
  readonly onProgress?: (progress: Progress) => void;
}

export interface RunningTask {
  /** Always settles: with what the task answered, or with why there is no answer. */
  readonly ended: Promise<Result<unknown>>;
  /** Ends it at once; `why` is then the answer. Of one that has answered it ends nothing. */
  kill(why: Problem): void;
}

/** A process for tasks, one at a time. */
export interface TaskProcess {
  /** Whether it waits for the next task, and takes so little memory that it may. */
  readonly isIdle: boolean;
  readonly closed: Promise<void>;
  perform(task: Task, limits: TaskLimits): RunningTask;
  end(): void;
}

/** What any task needs, the data engine above all: a process that holds no more hinders no other task, and may wait for one. */
const leastBytes = 256e6;

/**
 * A task in a process of its own: its work is off this thread, its memory goes back to the system when the process ends, whatever it crashes on is
 * its own, and cancelling is ending it. All it leaves half done lies in its folder. `home` is where it waits.
 */
export function openTaskProcess(home: string, share: number): TaskProcess {
  const child = fork(ownFile('dist/server/task-process.js'), {
    // the bundle, as it starts in a quarter of the time of its modules
    cwd: home,
    env: { ...process.env, UV_THREADPOOL_SIZE: '4' },
    execArgv: [`--max-old-space-size=${Math.round(share / 2e6)}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const closed = whenClosed(child);
  let isIdle = false;
  let hasReleased = false;
  return {
    get isIdle() {
      return isIdle && child.exitCode === null && child.signalCode === null;
    },
    closed,
    end() {
      if (isIdle && hasReleased && child.connected)
        child.disconnect(); // it exits, and keeps what was compiled for it: of a question alone too little
      else child.kill('SIGKILL');
    },
    perform(task, { folder, seconds, tooLong = jobTime, onProgress }) {
      mkdirSync(join(folder, 'tmp'), { recursive: true, mode: 0o700 });
      isIdle = false;
      hasReleased ||= task.kind !== 'ask';
      let why: Problem | undefined;
      let answer: Result<unknown> | undefined;
      const kill = (reason: Problem) => {
        if (answer !== undefined) return; // the process may be at the next task
        why ??= reason;
        child.kill('SIGKILL');
      };
      const clock = setTimeout(() => kill(tooLong(seconds)), seconds * 1000);
      const answered = new Promise<void>((resolve) => {
        const hear = (message: TaskMessage) => {
          if (message.kind === 'progress') onProgress?.(message.progress);
          else if (message.rss > share) kill(jobMemory(Math.round(share / 1e6)));
          if (message.kind !== 'ended') return;
          answer = message.result;
          child.off('message', hear);
          isIdle = why === undefined && message.rss <= Math.min(leastBytes, share / 2); // another needs room as well
          if (isIdle) resolve();
          else child.kill('SIGKILL');
        };
        child.on('message', hear);
      });
      const order: Order = { task, folder };
      child.send(order, () => {}); // one that did not start ends as a crash
      return {
        kill,
        ended: Promise.race([answered, closed]).then(() => {
          clearTimeout(clock);
          return why === undefined ? (answer ?? refused(jobCrashed())) : refused(why);
        }),
      };
    },
  };
}

/** Ended, or never started. */
const whenClosed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('close', () => resolve());
    child.once('exit', () => child.connected || resolve()); // of a child that it disconnected from, Node tells nothing more
    child.once('error', () => child.pid === undefined && resolve());
  });
