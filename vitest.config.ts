import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { campaign } from './test/suite/draws.ts';
import { kindsOfTests } from './test/suite/kinds.ts';
import { LongestFirst } from './test/suite/longest-first.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const { unit, apart, whole, spark } = kindsOfTests(root, campaign > 1);
/** What was built is read by Node itself, as people load it: transforming it again takes a second of every worker. */
const built = new RegExp(`^${root.replace(/[^\w/]/g, '\\$&')}(dist|build)/`);
const globalSetup = ['test/suite/global-setup.ts'];
const patience = 120_000 * Math.max(1, campaign);

export default defineConfig({
  test: {
    setupFiles: ['test/suite/setup.ts'],
    testTimeout: patience,
    hookTimeout: patience,
    retry: 0, // a test that passes the second time has told that something is wrong
    pool: 'forks',
    server: { deps: { external: [built] } },
    sequence: { sequencer: LongestFirst },
    maxWorkers: availableParallelism() + 1, // one of them mostly waits: for a process, a server or a page
    projects: [
      { extends: true, test: { name: 'unit', include: [...unit], isolate: false } }, // modules are loaded once for a worker
      { extends: true, test: { name: 'whole', include: [...whole], isolate: false, globalSetup } },
      { extends: true, test: { name: 'apart', include: [...apart], globalSetup } },
      ...(process.env.SHOAL_SPARK
        ? [{ extends: true as const, test: { name: 'spark', include: [...spark], isolate: false } }]
        : []), // npm run test:spark
    ],
  },
});
