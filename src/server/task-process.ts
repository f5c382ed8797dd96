import { join } from 'node:path';
import { run } from '../api/run.ts';
import type { Problem } from '../base/problem.ts';
import type { Progress } from '../base/progress.ts';
import { type Result, refused } from '../base/result.ts';
import { keepThreadsAwake } from '../base/wake-threads.ts';
import type { PolicyInput } from '../policy/policy-input.ts';
import { answerAsk } from './ask-task.ts';
import { flowOf } from './flow-task.ts';
import { jobCrashed } from './problems.ts';
import type { Order, Task, TaskMessage } from './task.ts';

// The outermost file of a process that the server starts for tasks, one after the other. Without the server there is nobody to answer: it ends.
keepThreadsAwake();
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {}); // Ctrl-C reaches it too, but when it ends is for the server to say
process.on('message', async ({ task, folder }: Order) => {
  const home = process.cwd();
  process.chdir(folder); // paths in problems are then those of the job, not of the machine
  process.env.TMPDIR = join(folder, 'tmp');
  const watch = setInterval(() => tell({ kind: 'memory', rss: process.memoryUsage.rss() }), 100);
  const result = await perform(task).catch((error: unknown) => {
    if (process.env.SHOAL_TRACE && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    return refused<Problem>(jobCrashed());
  });
  clearInterval(watch);
  process.chdir(home); // the folder goes when there is an answer
  tell({ kind: 'ended', result, rss: process.memoryUsage.rss() });
});

async function perform(task: Task): Promise<Result<unknown>> {
  const onProgress = seldom((progress) => tell({ kind: 'progress', progress }));
  switch (task.kind) {
    case 'release':
      return run(task.policy as PolicyInput, {
        onProgress,
        ...(task.secretSeed === undefined ? {} : { secretSeed: task.secretSeed }),
        ...(task.ledger === undefined ? {} : { ledger: { file: task.ledger } }),
      }); // it passed the door of policies, and passes it again in run
    case 'sweep': {
      const { sweep } = await import('../api/sweep.ts');
      return sweep(task.policy as PolicyInput, {}, { out: 'release', onProgress }); // as above
    }
    case 'ask':
      return answerAsk(task.ask);
    case 'flow':
      return flowOf(task);
    default:
      return task satisfies never;
  }
}

/** Five times a second at most; the end of a phase always. */
function seldom(on: (progress: Progress) => void): (progress: Progress) => void {
  let last = 0;
  return (progress) => {
    const now = performance.now();
    if (progress.finished !== true && now - last < 200) return;
    last = now;
    on(progress);
  };
}

function tell(message: TaskMessage): void {
  process.send?.(message, undefined, undefined, () => {}); // a server that has gone ends this process
}
