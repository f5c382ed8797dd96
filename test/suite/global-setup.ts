import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Many tests call what was built, in `dist`, beside files of `src`: an old build would let them pass on yesterday's code. */
export function setup(): void {
  const built = join(root, 'dist', 'index.js');
  const newest = newestIn(join(root, 'src'));
  if (!existsSync(built)) throw new Error('dist/ is not built. Run: npm run build');
  if (statSync(built).mtimeMs < newest.time)
    throw new Error(`dist/ is older than ${newest.path}, so tests would call old code. Run: npm run build`);
}

function newestIn(folder: string): { readonly path: string; readonly time: number } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(root.length), time: statSync(path).mtimeMs }))
    .reduce((newest, one) => (one.time > newest.time ? one : newest));
}
