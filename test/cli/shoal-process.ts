import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const built = new URL('../../dist/cli/shoal.js', import.meta.url).href;
const { shoal }: typeof import('../../src/cli/shoal.ts') = await import(built);

export const program = fileURLToPath(new URL('../../bin/shoal.js', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Outcome>;
}

/** A folder of one test's own: files in `home`, where the program runs, and temporary files in `scratch`, which must end up empty. */
export interface Place {
  readonly home: string;
  readonly scratch: string;
  path(...names: readonly string[]): string;
  write(name: string, text: string | Uint8Array): string;
  read(...names: readonly string[]): string;
  /** Every path below `home` and `scratch`, hidden ones too, each file with a hash of its bytes. */
  listing(): Record<string, string>;
  /** The program as a process of its own. */
  start(words: readonly string[], options?: StartOptions): Started;
  shoal(words: readonly string[], options?: StartOptions): Promise<Outcome>;
  /** The program as a function, within this process: a tenth of the time. One at a time, as there is one current folder. */
  call(words: readonly string[], options?: CallOptions): Promise<Outcome>;
  remove(): void;
}

export interface CallOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** What standard error and standard output are; neither is a terminal when left out. */
  readonly terminals?: readonly ('stdin' | 'stdout' | 'stderr')[];
}

export interface StartOptions extends Omit<CallOptions, 'terminals'> {
  /** Runs the program as another user, which only root can. */
  readonly uid?: number;
}

export function openPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'shoal test '));
  chmodSync(folder, 0o755); // other users of a test may look in
  const home = join(folder, 'home');
  const scratch = join(folder, 'scratch');
  for (const inner of [home, scratch]) mkdirSync(inner);
  chmodSync(scratch, 0o777);
  const start = (words: readonly string[], { stdin = '', env = {}, cwd = home, uid }: StartOptions = {}): Started => {
    const child = spawn(process.execPath, [program, ...words], {
      cwd,
      env: { PATH: process.env.PATH, TMPDIR: scratch, ...env },
      ...(uid === undefined ? {} : { uid }),
    });
    child.stdin.on('error', () => {}); // the program may end before it has read everything
    child.stdin.end(stdin);
    const ended = outcomeOf(child);
    ended.catch(() => {}); // a machine too busy to start it is told to whoever waits, and does not end this process
    return { child, ended };
  };
  let breakOff: AbortController | undefined;
  return {
    home,
    scratch,
    path: (...names) => join(home, ...names),
    write(name, text) {
      const path = join(home, name);
      writeFileSync(path, text);
      return path;
    },
    read: (...names) => readFileSync(join(home, ...names), 'utf8'),
    listing: () => ({ ...listed(home), ...listed(scratch) }),
    start,
    shoal: (words, options) => start(words, options).ended,
    call(words, { cwd = home, env = {}, ...given } = {}) {
      breakOff = new AbortController();
      return called(words, cwd, { TMPDIR: scratch, ...env }, given, breakOff.signal);
    },
    remove() {
      breakOff?.abort();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function called(
  words: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  { stdin = '', terminals = [] }: CallOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const before = { cwd: process.cwd(), env: { ...process.env } };
  const told = { stdout: '', stderr: '' };
  let isOurs = true;
  const leave = () => {
    if (!isOurs) return;
    isOurs = false;
    process.chdir(before.cwd);
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, before.env);
  };
  process.chdir(cwd);
  Object.assign(process.env, env);
  signal.addEventListener('abort', leave); // of a test whose time was up before the call was: the next one has the folders of the run again
  try {
    const code = await shoal(words, {
      print: (text) => void (told.stdout += text),
      tell: (text) => void (told.stderr += text),
      stdin: Readable.from([Buffer.from(stdin)]),
      env,
      terminal: terminals.includes('stderr'),
      printsToTerminal: terminals.includes('stdout'),
      asks: terminals.includes('stdin'),
      columns: 80,
      command: 'shoal',
      now: () => performance.now(),
      signal,
      onInterrupt() {},
    });
    return { code, ...told };
  } finally {
    leave();
  }
}

function outcomeOf(child: ChildProcessWithoutNullStreams): Promise<Outcome> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => void out.push(piece));
  child.stderr.on('data', (piece: Buffer) => void err.push(piece));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code, stdout: Buffer.concat(out).toString('utf8'), stderr: Buffer.concat(err).toString('utf8') }),
    );
  });
}

function listed(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'not a file'];
    }),
  );
}
