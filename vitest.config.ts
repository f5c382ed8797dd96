import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { builtSources } from './test/suite/built-sources.ts';
import { campaign } from './test/suite/draws.ts';
import { kindsOfTests } from './test/suite/kinds.ts';
import { LongestFirst } from './test/suite/longest-first.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const { unit, apart, whole, spark } = kindsOfTests(root, campaign > 1);
/** What was built is read by Node itself, as people load it: transforming it again takes a second of every worker. */
const built = new RegExp(`^${root.replace(/[^\w/]/g, '\\$&')}(dist|build)/`);
const globalSetup = ['test/suite/global-setup.ts'];
/** Asked for by name, as `npm run test:unit` does; else they share the workers of all others, and no module is made or loaded twice. */
const unitAlone = process.argv.includes('unit');
const patience = 120_000 * Math.max(1, campaign);

export default defineConfig({
  test: {
    setupFiles: ['test/suite/setup.ts'],
    testTimeout: patience,
    hookTimeout: patience,
    retry: 0, // a test that passes the second time has told that something is wrong
    pool: 'forks',
    execArgv: [
      ...['--min-semi-space-size=32', '--max-semi-space-size=64', '--initial-old-space-size=1024'], // a worker lives for minutes: a tenth of it went into clearing a small heap often
      '--interrupt-budget=1000000', // and a ninth into optimising functions of which most are over by then: docs/decisions/0170
    ],
    server: { deps: { external: [built] } },
    sequence: { sequencer: LongestFirst },
    maxWorkers: availableParallelism() + 1, // one of them mostly waits: for a process, a server or a page; each more takes the caches of the others
    projects: [
      ...(unitAlone ? [{ extends: true as const, test: { name: 'unit', include: [...unit], isolate: false } }] : []),
      {
        extends: true,
        plugins: [builtSources(root)],
        test: { name: 'whole', include: [...whole, ...(unitAlone ? [] : unit)], isolate: false, globalSetup }, // modules are loaded once for a worker
      },
      { extends: true, test: { name: 'apart', include: [...apart], globalSetup } },
      ...(process.env.SHOAL_SPARK
        ? [
            {
              extends: true as const,
              test: {
                name: 'spark',
                include: [...spark],
                isolate: false,
                testTimeout: 5 * patience,
                hookTimeout: 5 * patience,
                maxWorkers: 2,
              },
            },
          ]
        : []), // npm run test:spark
    ],
  },
});
