// Builds unless what is built is newer than all it is made of: `npm ci` has built it a moment ago when `npm test` follows.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const first = join(root, 'dist/index.js');
const last = join(root, 'dist/verifier.d.ts');
const sources = [
  'src',
  'assembly',
  'studio',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

const isWhole = existsSync(first) && existsSync(last) && statSync(last).mtimeMs >= statSync(first).mtimeMs;
if (isWhole && Math.max(...sources.map((name) => newest(join(root, name)))) < statSync(first).mtimeMs)
  process.stdout.write('dist/ is newer than what it is made of\n');
else await import('./build.mjs');

/** When it was last written: a folder's own time counts too, as a file that is moved or deleted leaves its time nowhere else. */
function newest(path) {
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(own.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
