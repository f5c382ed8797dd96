import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const tests = readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => path !== 'test/suite/suite.test.ts');

describe('the tests', () => {
  it('measure no time and no memory but to compare two of them', () => {
    const compares = ['test/cli/atomic.test.ts', 'test/cli/shoal-process.ts', 'test/engine/sample-file.test.ts'];
    const measuring = tests.filter((path) => /performance\.now|hrtime|memoryUsage|heapUsed/.test(read(path)));
    expect(measuring.filter((path) => !compares.includes(path))).toEqual([]);
  });

  it('are never tried again', () => {
    expect(
      tests.filter((path) => /\bretry: *[1-9{]|jest\.retry|\.retryTimes/.test(read(path).replaceAll(/'[^']*'/g, "''"))),
    ).toEqual([]);
    expect(read('vitest.config.ts')).toContain('retry: 0');
  });

  it('draw the cases of properties from one seed, unless asked for fresh ones', () => {
    const { SHOAL_TEST_SEED: seed } = process.env;
    expect(fc.readConfigureGlobal().seed === undefined).toBe(seed === 'fresh');
  });
});

describe('CONTRIBUTING.md', () => {
  it('shows the example of an attack as it is run', () => {
    const [, shown] = /```ts\n([\s\S]*?)```/.exec(read('CONTRIBUTING.md')) ?? [];
    expect(shown).toBe(read('test/attacks/example.test.ts'));
  });
});
