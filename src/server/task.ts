import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownProgram } from '../base/own-files.ts';
import type { Problem } from '../base/problem.ts';
import type { Progress } from '../base/progress.ts';
import type { Result } from '../base/result.ts';
import { refused } from '../base/result.ts';
import type { Ask } from './ask-task.ts';
import type { FlowTask } from './flow-task.ts';
import { jobCrashed, jobMemory, jobTime } from './problems.ts';

/** What a process of its own is started for. */
export type Task =
  | { readonly kind: 'release'; readonly policy: Readonly<Record<string, unknown>>; readonly secretSeed?: string }
  | { readonly kind: 'sweep'; readonly policy: Readonly<Record<string, unknown>> }
  | { readonly kind: 'ask'; readonly ask: Ask }
  | FlowTask;

/** What the process tells. */
export type TaskMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'memory'; readonly rss: number }
  | { readonly kind: 'ended'; readonly result: Result<unknown> };

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
  /** Ends it at once; `why` is then the answer. */
  kill(why: Problem): void;
}

/**
 * A task in a process of its own: its work is off this thread, its memory goes back to the system when it ends, whatever it crashes on is
 * its own, and cancelling is ending it. All it leaves half done lies in its folder.
 */
export function startTask(task: Task, { folder, share, seconds, tooLong = jobTime, onProgress }: TaskLimits): RunningTask {
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  const child = fork(ownProgram('server/task-process.js'), {
    cwd: folder, // paths in problems are then those of the job, not of the machine
    env: { ...process.env, TMPDIR: temporary, UV_THREADPOOL_SIZE: '4' },
    execArgv: [`--max-old-space-size=${Math.round(share / 2e6)}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  let why: Problem | undefined;
  let answer: Result<unknown> | undefined;
  const kill = (reason: Problem) => {
    why ??= reason;
    child.kill('SIGKILL');
  };
  const clock = setTimeout(() => kill(tooLong(seconds)), seconds * 1000);
  child.on('message', (message: TaskMessage) => {
    if (message.kind === 'progress') onProgress?.(message.progress);
    else if (message.kind === 'ended') answer = message.result;
    else if (message.rss > share) kill(jobMemory(Math.round(share / 1e6)));
  });
  child.send(task, () => {}); // one that did not start ends as a crash
  return {
    kill,
    ended: whenClosed(child).then(() => {
      clearTimeout(clock);
      return why === undefined ? (answer ?? refused(jobCrashed())) : refused(why);
    }),
  };
}

/** Ended, or never started. */
const whenClosed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => child.pid === undefined && resolve());
  });
