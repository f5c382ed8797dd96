import { randomFill } from 'node:crypto';

/** Milliseconds between two tasks. */
const wakesEvery = 1000;

const atWork = new Set<symbol>();
let clock: NodeJS.Timeout | undefined;

/**
 * Gives the threads of Node a small task each second, until what it answers is called. Four threads read files and modules and ask DuckDB for all the others. The C
 * library of many systems (glibc 2.27 to 2.40: https://sourceware.org/bugzilla/show_bug.cgi?id=25847) now and then wakes none of them for a task. It then waits for the next
 * one, and a command that awaits it and gives no other would wait for ever: docs/decisions/0340.
 */
export function keepThreadsAwake(): () => void {
  const work = Symbol('work');
  atWork.add(work);
  clock ??= setInterval(giveTask, wakesEvery).unref();
  return () => void atWork.delete(work);
}

/** One byte of the system's generator waits for no disk and no network. The last task comes after all work, for what that left behind, such as a database that is emptied. */
function giveTask(): void {
  const last = atWork.size === 0;
  randomFill(new Uint8Array(1), () => {
    if (!last || atWork.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  });
}
