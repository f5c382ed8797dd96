import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Whether loading a module loads the database client too: it is CommonJS, so it shows in the cache of `require`. */
function loadsClient(module: string): boolean {
  const script = `import(${JSON.stringify(module)}).then(() => process.stdout.write(Object.keys(require.cache).join('\\n')))`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=commonjs', '-e', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return /[\\/]node_modules[\\/]pg[\\/]/.test(stdout);
}

const built = (path: string): string => new URL(`../../../dist/${path}`, import.meta.url).href;

it('leaves the database client alone until an address needs it', () => {
  expect(loadsClient(new URL(import.meta.resolve('pg')).href)).toBe(true);
  expect(fileURLToPath(built('index.js'))).toMatch(/dist/);
  for (const module of ['index.js', 'verifier.js', 'cli/shoal.js']) expect(loadsClient(built(module)), module).toBe(false);
});
