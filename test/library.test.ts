import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/library.md'), 'utf8');

/** Each program of the page, with what it prints. */
const programs = page
  .split(/^## (?=\d)/m)
  .slice(1)
  .map((section) => ({
    title: section.split('\n', 1)[0],
    code: /^```ts\n([\s\S]*?)^```$/m.exec(section)?.[1] ?? '',
    prints: /^```text\n([\s\S]*?)^```$/m.exec(section)?.[1] ?? '',
  }));

/** As a careful stranger has it: nothing of ours but the package. */
const strangersConfig = {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: false,
    noImplicitReturns: true,
    skipLibCheck: false,
    types: ['node'],
    outDir: 'out',
    rootDir: '.',
  },
  include: ['*.mts'],
};

/** All in one process, as loading the package takes longer than most of them do. */
const oneAfterTheOther = `
  for (const path of process.argv.slice(1)) {
    await import(path);
    process.stdout.write('\\f');
  }`;

let inside: string;
let folder: string;
beforeAll(() => {
  inside = mkdtempSync(join(root, 'test/.library-')); // inside the project the name `shoal` means the package itself
  folder = mkdtempSync(join(tmpdir(), 'shoal-library-page-'));
});
afterAll(() => {
  rmSync(inside, { recursive: true });
  rmSync(folder, { recursive: true });
});

describe('docs/api.md', () => {
  it('is made of the types as they are now: "npm run docs" makes it', () => {
    const checked = spawnSync(process.execPath, [join(root, 'scripts/api-page.mjs'), '--check'], { encoding: 'utf8' });
    expect([checked.status, checked.stderr]).toEqual([0, '']);
  });
});

describe('the programs of docs/library.md', () => {
  it('are ten, each with what it prints', () => {
    expect(programs.length).toBe(10);
    for (const { title, code, prints } of programs) expect([code, prints], title).not.toContain('');
  });

  it("compile against the built types with a stranger's strict settings", () => {
    for (const [i, { code }] of programs.entries()) writeFileSync(join(inside, `program-${i + 1}.mts`), code);
    writeFileSync(join(inside, 'tsconfig.json'), JSON.stringify(strangersConfig));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    expect(spawnSync(process.execPath, [tsc, '--checkers', '1', '-p', inside], { encoding: 'utf8' }).stdout).toBe('');
  });

  it('print what is said, one after the other', () => {
    const paths = programs.map((_, i) => join(inside, `out/program-${i + 1}.mjs`));
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', oneAfterTheOther, ...paths], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(ran.stderr).toBe('');
    const printed = ran.stdout.split('\f');
    for (const [i, { title, prints }] of programs.entries()) expect(printed[i], title).toBe(prints);
  });
});
