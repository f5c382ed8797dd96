import { openTaskProcess, type RunningTask, type Task, type TaskLimits, type TaskProcess } from './task.ts';

/** The process of short work, one task at a time: questions that requests wait for, and answers about flow. */
export interface AnswerProcess {
  /** `owner` is whose data it is. The last task has ended by then. */
  start(task: Task, owner: string, limits: TaskLimits): RunningTask;
  stop(): Promise<void>;
}

/** How long a process waits for another task of its owner, in milliseconds. */
const patience = 10_000;

/**
 * To start a process takes longer than most of this work. So one that has answered stays for a while, for the same owner: nobody's data is ever
 * read where another's was. It goes when it takes half of its memory, or when it was ended in the middle.
 */
export function createAnswerProcess(home: string, share: number): AnswerProcess {
  let kept: { readonly owner: string; readonly process: TaskProcess } | undefined;
  let clock: NodeJS.Timeout | undefined;
  const endKept = async () => {
    clearTimeout(clock);
    const { process } = kept ?? {};
    kept = undefined;
    process?.end();
    await process?.closed;
  };
  return {
    start(task, owner, limits) {
      clearTimeout(clock);
      if (kept !== undefined && (kept.owner !== owner || !kept.process.isIdle)) void endKept();
      const { process } = (kept ??= { owner, process: openTaskProcess(home, share) });
      const running = process.perform(task, limits, true);
      void running.ended.then(() => {
        clock = setTimeout(() => void endKept(), patience).unref();
      });
      return running;
    },
    stop: endKept,
  };
}
