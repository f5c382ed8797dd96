import { openTaskProcess, type RunningTask, type Task, type TaskLimits, type TaskProcess } from './task.ts';

/** The processes of all work: questions that requests wait for, answers about flow, and jobs. Each has one task at a time. */
export interface TaskProcesses {
  /** `owner` is whose data it is. Never more at once than there may be processes. */
  start(task: Task, owner: string, limits: TaskLimits): RunningTask;
  stop(): Promise<void>;
}

/** How long a process waits for another task of its owner, in milliseconds. */
const usualPatience = 10_000;

interface Kept {
  readonly owner: string;
  readonly process: TaskProcess;
  clock?: NodeJS.Timeout;
  running?: RunningTask;
}

/**
 * To start a process takes longer than most of this work. So one that has ended its task stays for a while, for the same owner: nobody's data is
 * ever read where another's was. It goes when it holds much memory, when it was ended in the middle, or when another owner needs its room.
 */
export function createTaskProcesses(home: string, share: number, most: number, patience = usualPatience): TaskProcesses {
  const kept = new Set<Kept>();
  const end = async (one: Kept) => {
    clearTimeout(one.clock);
    kept.delete(one);
    one.process.end();
    await one.process.closed;
  };
  const endIdle = (isUseless: (one: Kept) => boolean) => {
    for (const one of kept) if (one.running === undefined && isUseless(one)) void end(one);
  };
  const open = (owner: string): Kept => {
    if (kept.size >= most) endIdle(() => kept.size >= most); // the one that has waited longest
    const one = { owner, process: openTaskProcess(home, share) };
    kept.add(one);
    return one;
  };
  return {
    start(task, owner, limits) {
      endIdle(({ process }) => !process.isIdle);
      const one = [...kept].find((other) => other.owner === owner && other.running === undefined) ?? open(owner);
      clearTimeout(one.clock);
      const running = one.process.perform(task, limits);
      one.running = running;
      void running.ended.then(() => {
        delete one.running;
        if (!one.process.isIdle) void end(one);
        else if (kept.delete(one)) {
          kept.add(one); // behind those that have waited longer
          one.clock = setTimeout(() => void end(one), patience).unref();
        }
      });
      return running;
    },
    async stop() {
      await Promise.all([...kept].map(end));
    },
  };
}
