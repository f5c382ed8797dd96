import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * What this process waits for, where a test's time was up: whether the threads of Node answer, what is open, each thread and each process that was started, and where
 * `gdb` is there what its threads are at. docs/reliability.md tells of a wait that was hard to find without it.
 */
export async function tellWaits(patience = 5000, debuggers: readonly string[] = ['gdb']): Promise<string> {
  const open = process.getActiveResourcesInfo(); // before it is asked anything itself
  const answer = await Promise.race([stat('.').then(() => 'answer'), wait(patience, 'do not answer')]);
  return [
    `The threads of Node ${answer}.`,
    `open: ${[...new Set(open)].map((kind) => `${kind} ${open.filter((one) => one === kind).length}`).join(', ')}`,
    ...threadLines(),
    ...debuggers.map(stacksBy),
  ].join('\n');
}

/** Each thread, what it waits for in the kernel, and the processes it started; only Linux tells. */
function threadLines(): readonly string[] {
  try {
    return readdirSync('/proc/self/task').map((thread) => {
      const told = (name: string) => readFileSync(`/proc/self/task/${thread}/${name}`, 'utf8').trim();
      const started = told('children').split(' ').filter(Boolean).map(commandOf);
      return [`thread ${thread}`, told('comm'), /State:\s*(.)/.exec(told('status'))?.[1], told('wchan'), ...started].join(' ');
    });
  } catch {
    return [];
  }
}

const commandOf = (pid: string): string => {
  try {
    return `[${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()}]`;
  } catch {
    return `[${pid}]`;
  }
};

function stacksBy(name: string): string {
  const { stdout, error } = spawnSync(name, ['-p', String(process.pid), '-batch', '-ex', 'thread apply all bt 12'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  return error === undefined ? stdout : '';
}
