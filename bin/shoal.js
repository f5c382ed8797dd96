#!/usr/bin/env node
// CommonJS, as package.json beside it says: the loader of modules would take every start some milliseconds.
const { enableCompileCache } = require('node:module');

if (enableCompileCache === undefined) {
  require('node:v8').setFlagsFromString('--interrupt-budget=200000'); // three times as many steps before a function is optimised: a third of a small run was that
  const { join } = require('node:path');
  require('./load-compiled.js').loadCompiled(join(__dirname, '../dist/cli/main.cjs'));
} else {
  enableCompileCache(); // what was compiled is kept for the next start: from Node 22.8 on
  require('../dist/cli/main.cjs');
}
