import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { keepThreadsAwake } from '../../src/base/wake-threads.ts';
import { openLender } from './lender.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the sockets at which tests borrow what is started once for the run. */
    readonly lender: string;
    /** A folder for what tests of several files use. */
    readonly shared: string;
    /** Where temporary files outlive the run. */
    readonly lasting: string;
  }
}

/**
 * Many tests call what was built, in `dist`, beside files of `src`: an old build would let them pass on yesterday's code. All temporary
 * files of a run lie in one folder, which goes with it; in memory where there is much, as a run waits for the disk many times.
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const fault = staleBuild(fileURLToPath(new URL('../..', import.meta.url)));
  if (fault !== undefined) throw new Error(fault);
  const lasting = tmpdir();
  const folder = mkdtempSync(join(isRoomy('/dev/shm') ? '/dev/shm' : lasting, 'shoal-tests-'));
  chmodSync(folder, 0o755); // other users of a test may look in
  const shared = join(folder, 'shared');
  mkdirSync(shared);
  process.env.TMPDIR = folder; // workers start later, and inherit it
  process.env.DUCKDB_JE_MALLOC_CONF ??= 'dirty_decay_ms:-1,muzzy_decay_ms:-1'; // DuckDB keeps its pages: a release is made in them again in a moment (docs/decisions/0170)
  process.env.GOGC ??= '400'; // of the compiler of types, as in scripts/check.mjs
  const endRun = keepThreadsAwake();
  const lender = await openLender(lasting);
  provide('lender', lender.folder);
  provide('shared', shared);
  provide('lasting', lasting);
  return async () => {
    await lender.close();
    process.env.TMPDIR = lasting;
    rmSync(folder, { recursive: true, force: true });
    endRun();
  };
}

const gigabytes = 4;

function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > gigabytes * 2 ** 30;
}

/** Why tests must not run on the build in `dist`; undefined where it is newer than everything in `src`. */
export function staleBuild(root: string): string | undefined {
  const built = join(root, 'dist', 'index.js');
  if (!existsSync(built)) return 'dist/ is not built. Run: npm run build';
  const newest = newestIn(join(root, 'src'));
  if (newest.time <= statSync(built).mtimeMs) return undefined;
  return `dist/ is older than ${relative(root, newest.path)}, so tests would call old code. Run: npm run build`;
}

/** Of files and folders: a file that is moved or deleted leaves its time nowhere but in its folder's. */
function newestIn(folder: string): { readonly path: string; readonly time: number } {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return [folder, ...inside]
    .map((path) => ({ path, time: statSync(path).mtimeMs }))
    .reduce((newest, one) => (one.time > newest.time ? one : newest));
}
