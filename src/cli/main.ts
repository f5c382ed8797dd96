import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { Exit } from '../base/problem.ts';
import { makeScratch } from '../base/scratch.ts';
import { ownCommand } from './own-command.ts';
import { shoal } from './shoal.ts';
import type { Stop, World } from './world.ts';

// The only file that knows `process`.
/** How long an interrupted person waits for work to tidy up after itself, in milliseconds; what then is still there goes with the next command. */
const patience = 5000;
let stop: Stop | undefined;
const interrupt = new AbortController();
const world: World = {
  print: (text) => void process.stdout.write(text),
  tell: (text) => void (interrupt.signal.aborted || process.stderr.write(text)), // what the interrupt itself made fail is no news
  get stdin() {
    return process.stdin; // made when it is asked for: it takes some milliseconds
  },
  env: process.env,
  terminal: process.stderr.isTTY === true,
  printsToTerminal: process.stdout.isTTY === true,
  asks: isatty(0) && process.stderr.isTTY === true,
  columns: process.stderr.columns ?? 80,
  get command() {
    return ownCommand(process.argv[1], process.env.PATH ?? '');
  },
  now: () => performance.now(),
  signal: interrupt.signal,
  onInterrupt(own) {
    stop = own;
  },
};

keepTemporaryFilesTogether();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, async () => {
    interrupt.abort();
    process.exit(await (stop?.() ?? Promise.race([ended, wait(patience, Exit.interrupted)])));
  });
process.stdout.on('error', () => process.exit(Exit.done)); // a reader such as head has seen enough

const ended = shoal(process.argv.slice(2), world);
void ended.then((code) => {
  process.exitCode = code;
});

/** One folder for all that is temporary, whichever room makes it: however the process ends, it goes. */
function keepTemporaryFilesTogether(): void {
  try {
    const folder = makeScratch('command');
    process.env.TMPDIR = folder;
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 10 }));
  } catch {} // whoever needs it will say so
}
