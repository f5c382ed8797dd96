import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { builtSources } from '../suite/built-sources.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Tests in one process, so that a mutant that is dead stays dead for all of them. */
export default defineConfig({
  root,
  plugins: [builtSources(root)],
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/suite/setup.ts', 'test/mutants/quick-draws.ts'],
    globalSetup: ['test/suite/global-setup.ts'],
    runner: 'test/mutants/runner.ts',
    testTimeout: 600_000, // of a test with all of its mutants
    hookTimeout: 120_000,
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    server: { deps: { external: [new RegExp(`^${root.replace(/[^\w/]/g, '\\$&')}(dist|build)/`)] } },
    reporters: ['dot'],
  },
});
