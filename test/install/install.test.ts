import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRegistry } from './local-registry.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'shoal-install-'));
/** Signs that a path may have and an address may not. */
const project = join(folder, 'a 100% new #1 project');
const shoalFolder = join(project, 'node_modules/shoal');
const program = join(project, 'node_modules/.bin/shoal');
const { dependencies, overrides } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const start = promisify(execFile);
const call = async (command: string, words: readonly string[], cwd = project): Promise<string> =>
  (await start(command, words, { cwd, env: { ...process.env, NODE_OPTIONS: '' } })).stdout;
const node = (code: string, cwd = project): Promise<string> => call(process.execPath, ['--input-type=module', '-e', code], cwd);

beforeAll(async () => {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  const registry = await openRegistry();
  const npm = ['--silent', '--ignore-scripts', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
  try {
    await call('npm', ['pack', root, '--pack-destination', folder, ...npm], folder);
    const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    await call('npm', ['install', join(folder, tarball), '--engine-strict', '--registry', registry.url, ...npm]);
  } finally {
    await registry.close();
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package, installed in an empty project', () => {
  it('brings what it was tested with: no version is chosen by an override, which other projects do not see', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const unseen = Object.keys(overrides).filter((name) => packages[`node_modules/${name}`]?.dev !== true);
    expect(unseen).toEqual([]);
    for (const [name, version] of Object.entries(dependencies))
      expect(JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')).version).toBe(version);
  });

  it('makes and verifies a release, by its link and from another folder', async () => {
    const home = join(folder, 'elsewhere');
    mkdirSync(home);
    expect(await call(program, ['--version'], home)).toBe(
      `${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}\n`,
    );
    await call(program, ['generate', 'work', '--rows', '4200', '--seed', '1', '--out', 'days.csv'], home);
    const roles = '--subject ID --series H1..H8 --drop Name,Surname --sensitive Performance_SD'.split(' ');
    const told = await call(
      program,
      ['run', 'days.csv', ...roles, '--method', 'naive', '--threads', '2', '--out', 'release'],
      home,
    ); // more than one block, so threads work
    expect(told).toContain('next     npx shoal verify release\n');
    expect(JSON.parse(await call(program, ['verify', 'release', '--json'], home))).toMatchObject({ holds: true });
    cpSync(join(home, 'release'), join(project, 'release'), { recursive: true });
  });

  it('finds the files that come along: presets, explanations, the schema', async () => {
    expect(await call(program, ['explain', 'policy/no-subject'])).toContain('policy/no-subject');
    expect(await call(program, ['explain', 'leaf'])).toContain('leaf');
    expect(JSON.parse(await call(program, ['schema']))).toEqual(
      JSON.parse(readFileSync(join(shoalFolder, 'dist/policy.schema.json'), 'utf8')),
    );
    await call(program, ['generate', 'tolls', '--rows', '400', '--out', 'exits.csv']);
    const told = await call(program, ['run', 'exits.csv', '--preset', 'tolls', '-k', '3', '--out', 'exits', '--json']);
    expect(JSON.parse(told)).toMatchObject({ verdict: { holds: true } });
  });

  it('serves, and does a job in a process of its own', async () => {
    const code = `import { serve } from 'shoal';
      const served = await serve({ port: 0, state: 'state', stopTime: 0, rate: 100_000 });
      if (!served.ok) throw new Error(JSON.stringify(served.problems));
      const { url, stop } = served.value;
      const form = new FormData();
      const rows = Array.from({ length: 40 }, (_, row) => ['s' + row, row % 7, row % 5, row % 3, row % 2].join());
      form.append('policy', JSON.stringify({ subject: 'id', series: 'a..d', k: 5, method: 'naive' }));
      form.append('file', new Blob([['id,a,b,c,d', ...rows].join('\\n')]), 'data.csv');
      const { id } = await (await fetch(url + '/api/v1/releases', { method: 'POST', body: form })).json();
      await (await fetch(url + '/api/v1/releases/' + id + '/events')).text(); // it ends with the job
      const { state } = await (await fetch(url + '/api/v1/releases/' + id)).json();
      console.log(state, (await fetch(url + '/problems/policy/no-subject')).status);
      await stop();`;
    expect(await node(code)).toBe('done 200\n');
  });

  it('has types that a strict project compiles, those of libraries checked too', async () => {
    for (const name of ['@types/node', 'undici-types']) {
      mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
    }
    writeFileSync(
      join(project, 'use.ts'),
      `import { run, type Summary } from 'shoal';
import { asProblem, type Verdict, verify } from 'shoal/verify';

const made = await run({ input: 'days.csv', subject: 'ID', series: 'H1..H8', k: 5, out: 'release' });
const summary: Summary | undefined = made.ok ? made.value : undefined;
const verdict = await verify('release');
const told: Verdict | undefined = verdict.ok ? verdict.value : undefined;
console.log(summary, told?.breaches.map(asProblem));
// @ts-expect-error a key that no policy has
await run({ input: 'days.csv', subject: 'ID', series: 'H1..H8', kk: 5 });
`,
    );
    const words =
      '--checkers 1 --noEmit --strict --module nodenext --target es2023 --skipLibCheck false --types node use.ts'.split(' ');
    const told = await call(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...words]).catch(
      ({ stdout }) => stdout,
    );
    expect(told).toBe('');
  });

  it('has pages whose links lead to what comes along, but for those into the source', () => {
    const pages = readdirSync(shoalFolder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md') && !path.startsWith('dist'))
      .map((path) => join(shoalFolder, path));
    expect(pages.length).toBeGreaterThan(20);
    const dead = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
        .map(([, target]) => target)
        .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(dirname(page), decodeURIComponent(target))))
        .map((target) => `${relative(shoalFolder, page)} -> ${relative(shoalFolder, join(dirname(page), target))}`)
        .filter((link) => !/^(?!README).* -> (src|assembly|test|bench|scripts)\//.test(link)),
    );
    expect(dead).toEqual([]);
  });

  it('says whose code is in the bundle, each with its terms', () => {
    const notices = readFileSync(join(shoalFolder, 'dist/THIRD-PARTY.md'), 'utf8');
    for (const name of ['@duckdb/node-api', 'zod', '@clack/prompts'])
      expect(notices).toMatch(new RegExp(`^## ${name} \\d+\\.\\d+\\.[^ ]+: \\S+$`, 'm'));
  });
});

describe('shoal/verify', () => {
  it('needs no server, no database client and no charts to judge', async () => {
    const others = Object.keys(dependencies).filter((name) => !/^(@duckdb\/node-bindings|yaml)$/.test(name));
    for (const name of others) rmSync(join(project, 'node_modules', name), { recursive: true });
    writeFileSync(
      join(project, 'names.mjs'),
      `import { writeSync } from 'node:fs';
export const load = (url, context, next) => (writeSync(2, url + '\\n'), next(url, context));`,
    );
    const code = `import { register } from 'node:module';
      register('./names.mjs', 'file://' + process.cwd().replace(/[%# ]/g, encodeURIComponent) + '/');
      const { verify } = await import('shoal/verify');
      process.stderr.write('loaded\\n');
      const verdict = await verify('release');
      console.log(verdict.ok && verdict.value.holds);`;
    const { stdout, stderr } = await start(process.execPath, ['--input-type=module', '-e', code], { cwd: project });
    expect(stdout).toBe('true\n');
    const [first] = stderr.split('loaded\n');
    expect(first).toContain('verifier.js');
    expect(first).not.toMatch(/plot|fastify|node_modules\/pg|chunks\/app/);
  });
});
