import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/suite/global-setup.ts'],
    setupFiles: ['test/suite/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: 0, // a test that passes the second time has told that something is wrong
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism()),
  },
});
