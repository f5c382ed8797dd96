import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the program compiled is kept beside the build: here beside a copy of it, started as on a Node that keeps nothing itself. */
describe('compiled code', () => {
  let copy: string;
  let kept: string;

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'shoal compiled '));
    for (const name of ['bin', 'dist', 'package.json'])
      cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !path.endsWith('.compiled') });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    writeFileSync(
      join(copy, 'bin', 'started.js'),
      `require('./load-compiled.js').loadCompiled(require.resolve('../dist/cli/main.cjs'), process.argv[2]);`,
    );
    kept = join(copy, 'dist', '.compiled', `${process.version}-${process.arch}`);
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  const start = (...words: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'bin', 'started.js'), ...words], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  const keptFiles = () => readdirSync(join(kept, 'schema')).map((name) => join(kept, 'schema', name));

  it('is kept where a command succeeds, and used by the next', () => {
    expect(start('nonsense').status).toBe(2);
    expect(existsSync(kept)).toBe(false);
    const first = start('schema');
    expect(first.status).toBe(0);
    const [one, ...others] = keptFiles();
    expect(others.length).toBeGreaterThan(2);
    const before = readFileSync(one);
    expect(start('schema')).toEqual(first);
    expect(keptFiles()).toEqual([one, ...others]);
    expect(readFileSync(one).equals(before)).toBe(true);
  });

  it('is made again where it is spoilt or cut short, and kept apart for other flags', () => {
    const first = start('schema');
    for (const spoil of [flipLast, cutShort, empty]) {
      for (const path of keptFiles()) writeFileSync(path, spoil(readFileSync(path)));
      expect(start('schema'), spoil.name).toEqual(first);
    }
    const [one] = keptFiles();
    const before = readFileSync(one);
    writeFileSync(one, empty());
    expect(start('schema')).toEqual(first);
    expect(readFileSync(one).length).toBeGreaterThan(before.length / 2);
    const flagged = spawnSync(process.execPath, ['--no-opt', join(copy, 'bin', 'started.js'), 'schema'], { encoding: 'utf8' });
    expect(flagged.stdout).toBe(first.stdout);
    expect(readdirSync(kept)).toEqual(['schema', 'schema --no-opt']);
    for (const path of keptFiles()) cpSync(join(kept, 'schema --no-opt', basename(path)), path);
    expect(start('schema'), 'what other flags compiled').toEqual(first);
  });

  it('is not missed where nothing can be kept', () => {
    const first = start('schema');
    rmSync(join(copy, 'dist', '.compiled'), { recursive: true });
    writeFileSync(join(copy, 'dist', '.compiled'), '');
    expect(start('schema')).toEqual(first);
    rmSync(join(copy, 'dist', '.compiled'));
  });
});

const flipLast = (bytes: Buffer): Buffer => {
  const other = Buffer.from(bytes);
  other[other.length - 1] ^= 1;
  return other;
};
const cutShort = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);
const empty = (): Buffer => Buffer.alloc(0);
