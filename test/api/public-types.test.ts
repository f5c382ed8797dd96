import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** Packages that the types of the library need, through all files they lead to. */
function packagesOf(entry: string): ReadonlySet<string> {
  const packages = new Set<string>();
  const seen = new Set<string>();
  for (const open = [join(dist, entry)]; open.length > 0; ) {
    const path = open.pop() ?? '';
    if (seen.has(path)) continue;
    seen.add(path);
    for (const [, named] of readFileSync(path, 'utf8').matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)) {
      const file = join(dirname(path), named.replace(/\.(ts|js)$/, '.d.ts'));
      if (!named.startsWith('.')) packages.add(named);
      else if (existsSync(file)) open.push(file);
    }
  }
  expect(seen.size).toBeGreaterThan(20);
  return packages;
}

it('the types of the library lead to no database, no server and no validator', () => {
  const packages = [...packagesOf('index.d.ts')].filter((name) => !name.startsWith('node:'));
  expect(packages.filter((name) => name !== 'zod')).toEqual([]);
});
