import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const real = '?real';

/** In place of a module of build/ comes one that exports the same, and says at the first call of each function that it was called. */
export async function load(url, context, next) {
  const file = /\/build\/(.+)\.js$/.exec(url)?.[1];
  if (file === undefined || url.includes('/node_modules/')) return next(url.replace(real, ''), context);
  const text = readFileSync(fileURLToPath(url), 'utf8');
  const names = [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(([, name]) => name);
  const listed = [...text.matchAll(/^export \{([^}]*)\}/gm)];
  if (names.length === 0 || listed.length > 0) return next(url, context); // a barrel hands on what is wrapped already
  const lines = names.map((name) => `export const ${name} = watch(module.${name}, ${JSON.stringify(file)});`);
  const from = JSON.stringify(`${url}${real}`);
  const source = [`import * as module from ${from};`, `export * from ${from};`, 'const watch = globalThis.watchCalls;', ...lines];
  return { format: 'module', source: source.join('\n'), shortCircuit: true };
}
