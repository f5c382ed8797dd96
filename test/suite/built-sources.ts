import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vitest/config';

/**
 * Files of `src` as `tsc` made them, in `build`: Node loads them itself, where each worker would transform and link a thousand modules anew, and
 * a call from one module to another is a plain call. `test/suite/global-setup.ts` refuses a build that is older than its sources.
 */
export function builtSources(root: string): Plugin {
  const src = join(root, 'src');
  return {
    name: 'built-sources',
    enforce: 'pre',
    resolveId(name, importer) {
      if (importer === undefined || !name.startsWith('.') || !name.endsWith('.ts')) return null;
      const under = relative(src, resolve(dirname(importer), name));
      if (under.startsWith('..')) return null;
      const built = join(root, 'build', under.replace(/\.ts$/, '.js'));
      return existsSync(built) ? built : null;
    },
  };
}
