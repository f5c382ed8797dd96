import { rmSync } from 'node:fs';
import { Exit } from '../base/problem.ts';
import { makeScratch } from '../base/scratch.ts';
import { shoal } from './shoal.ts';
import type { Stop, World } from './world.ts';

// The only file that knows `process`.
const stops = new Set<Stop>();
let interrupted = false;
const world: World = {
  print: (text) => void process.stdout.write(text),
  tell: (text) => void (interrupted || process.stderr.write(text)), // what the interrupt itself made fail is no news
  stdin: process.stdin,
  env: process.env,
  terminal: process.stderr.isTTY === true,
  printsToTerminal: process.stdout.isTTY === true,
  asks: process.stdin.isTTY === true && process.stderr.isTTY === true,
  columns: process.stderr.columns ?? 80,
  now: () => performance.now(),
  onInterrupt(stop) {
    stops.add(stop);
    return () => void stops.delete(stop);
  },
};

keepTemporaryFilesTogether();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, async () => {
    interrupted = true;
    const codes = await Promise.all([...stops].map((stop) => stop()));
    process.exit(codes.find((code) => code !== undefined) ?? Exit.interrupted);
  });
process.stdout.on('error', () => process.exit(Exit.done)); // a reader such as head has seen enough

process.exitCode = await shoal(process.argv.slice(2), world);

/** One folder for all that is temporary, whichever room makes it: however the process ends, it goes. */
function keepTemporaryFilesTogether(): void {
  try {
    const folder = makeScratch('command');
    process.env.TMPDIR = folder;
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 10 }));
  } catch {} // whoever needs it will say so
}
