import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Packages under @fastify, and Fastify itself, that loading a module loads: they are CommonJS, so they show in the cache of `require`. */
function loaded(module: string): boolean {
  const script = `import(${JSON.stringify(module)}).then(() => process.stdout.write(Object.keys(require.cache).join('\\n')))`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=commonjs', '-e', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return /[\\/]node_modules[\\/]@?fastify[\\/]/.test(stdout);
}

const built = (path: string): string => new URL(`../../dist/${path}`, import.meta.url).href;

it('leaves Fastify alone until somebody serves', () => {
  expect(loaded(new URL('../../build/server/app.js', import.meta.url).href)).toBe(true);
  for (const module of ['index.js', 'cli/shoal.js', 'server/task-process.js']) expect(loaded(built(module)), module).toBe(false);
});
