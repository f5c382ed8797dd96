#!/usr/bin/env node
import module from 'node:module';

module.enableCompileCache?.(); // what was compiled is kept for the next start, where Node can: from 22.8 on
await import('../dist/cli/main.js');
