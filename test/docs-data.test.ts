import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

it('the program of docs/data-in-and-out.md does what it says', () => {
  const [, program] = /```js\n([\s\S]+?)```/.exec(readFileSync(join(root, 'docs/data-in-and-out.md'), 'utf8')) ?? [];
  const library = new URL('../dist/index.js', import.meta.url).href;
  const home = mkdtempSync(join(tmpdir(), 'shoal-docs-data-'));
  try {
    const text = program?.replace("'shoal'", `'${library}'`) ?? '';
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', text], { cwd: home, encoding: 'utf8' });
    expect(done.stderr).toBe('');
    expect(done.stdout.trim().split('\n').length).toBe(40);
    expect(existsSync(join(home, 'release-of-rows', 'manifest.json'))).toBe(true);
  } finally {
    rmSync(home, { recursive: true });
  }
});
