import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { openLender } from './lender.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The socket at which tests borrow what is started once for the run. */
    readonly lender: string;
  }
}

/** Many tests call what was built, in `dist`, beside files of `src`: an old build would let them pass on yesterday's code. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const fault = staleBuild(fileURLToPath(new URL('../..', import.meta.url)));
  if (fault !== undefined) throw new Error(fault);
  const lender = await openLender();
  provide('lender', lender.socket);
  return () => lender.close();
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
