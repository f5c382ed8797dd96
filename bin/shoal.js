#!/usr/bin/env node
import module, { createRequire } from 'node:module';

const program = '../dist/cli/main.cjs';
if (module.enableCompileCache === undefined) {
  const { loadCompiled } = await import('./load-compiled.js');
  loadCompiled(new URL(program, import.meta.url));
} else {
  module.enableCompileCache(); // what was compiled is kept for the next start: from Node 22.8 on
  createRequire(import.meta.url)(program);
}
