#!/usr/bin/env node
// CommonJS, as package.json beside it says: the loader of modules would take every start some milliseconds.
const { join } = require('node:path');

const [command] = /^[a-z]+$/.exec(process.argv[2] ?? '') ?? ['shoal'];
require('./start.js').start(join(__dirname, '../dist/cli/main.cjs'), command);
