import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openPlace, type Place } from '../cli/shoal-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

let place: Place;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  place = openPlace();
  mkdirSync(place.path('bin'));
  writeFileSync(place.path('bin/shoal'), `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'bin/shoal.js')}" "$@"\n`);
  chmodSync(place.path('bin/shoal'), 0o755);
  environment = { ...process.env, PATH: `${place.path('bin')}:${process.env.PATH}` };
  await place.call(['generate', 'work', '--rows', '40', '--out', 'work.csv', '--progress', 'none']);
  const roles = '--subject ID --series H1..H8 --drop Name,Surname --sensitive Performance_SD --method naive'.split(' ');
  for (const out of ['good', 'a "bad" one']) await place.call(['run', 'work.csv', ...roles, '--out', out, '--progress', 'none']);
  await place.call(['sign', '--new-key', 'our.key']);
  writeFileSync(place.path('a "bad" one/report.json'), '{}');
  cpSync(place.path('a "bad" one'), place.path('--help'), { recursive: true }); // a name that looks like a flag
});
afterAll(() => place.remove());

describe('.pre-commit-hooks.yaml', () => {
  const [hook] = parse(read('.pre-commit-hooks.yaml'));
  const chosen = (path: string): boolean => new RegExp(hook.files).test(path) && !new RegExp(hook.exclude).test(path);
  const commit = (...files: readonly string[]) =>
    spawnSync('bash', ['-c', `${hook.entry} "$@"`, 'pre-commit', ...files], {
      cwd: place.home,
      env: environment,
      encoding: 'utf8',
    });

  it('looks at what leaves with a release, and at nothing inside', () => {
    for (const name of ['manifest.json', 'manifest.sig', 'report.html', 'prism_anonymized.csv', 'anonymized_events.parquet'])
      expect([chosen(`releases/2024/${name}`), chosen(name), chosen(`releases/internal/${name}`)]).toEqual([true, true, false]);
    expect(['work.csv', 'package.json', 'src/manifest.ts'].filter(chosen)).toEqual([]);
  });

  it('lets a commit with a release that holds pass, and stops one that does not', () => {
    writeFileSync(place.path('manifest.json'), '{ "name": "of another program" }');
    expect(commit('good/report.json', 'good/manifest.json', 'manifest.json')).toMatchObject({ status: 0 });
    expect(commit('good/manifest.json', 'a "bad" one/report.json')).toMatchObject({ status: 5 });
    expect(commit('--help/report.json')).toMatchObject({ status: 5 });
  });
});

describe('an installation from the repository', () => {
  it('installs what builds where npm did not, and never for the whole machine', () => {
    const folder = place.path('repository');
    for (const name of ['scripts', 'bin']) mkdirSync(join(folder, name), { recursive: true });
    cpSync(join(root, 'scripts/prepare.mjs'), join(folder, 'scripts/prepare.mjs'));
    writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\necho "$npm_config_global$1 $2"\n`, { mode: 0o755 });
    const prepare = (): string =>
      execFileSync(process.execPath, [join(folder, 'scripts/prepare.mjs')], {
        env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, npm_config_global: 'true' },
        encoding: 'utf8',
      });
    expect(prepare()).toBe('ci --include=dev\nrun build\n');
    mkdirSync(join(folder, 'node_modules/rolldown'), { recursive: true });
    expect(prepare()).toBe('run build\n');
  });
});

describe('action.yml', () => {
  const { inputs, runs } = parse(read('action.yml'));
  const { run, env } = runs.steps.at(-1);
  const verify = (given: Readonly<Record<string, string>>) =>
    spawnSync('bash', ['-c', run], {
      cwd: place.home,
      env: { ...environment, SHOAL: join(root, 'bin/shoal.js'), K: '', KEY: '', ...given },
      encoding: 'utf8',
    });

  it('hands each input over as a word, never as a part of the command', () => {
    expect(run).not.toContain('${{');
    const given = Object.keys(inputs).map((name) => `inputs.${name}`);
    expect(Object.values(env).map((value) => /^\$\{\{ (\S+) \}\}/.exec(String(value))?.[1])).toEqual([
      'github.action_path',
      ...given,
    ]);
  });

  it('ends as the release deserves', () => {
    expect(verify({ RELEASE: 'good', K: '5' })).toMatchObject({ status: 0 });
    for (const release of ['a "bad" one', '--help']) expect(verify({ RELEASE: release })).toMatchObject({ status: 5 });
    expect(verify({ RELEASE: 'good', KEY: 'our.key.pub' })).toMatchObject({
      status: 5,
      stderr: expect.stringContaining('verify/missing-signature'),
    });
  });
});

describe('the Dockerfile', () => {
  const lines = read('Dockerfile').split('\n');

  it('needs no network, and runs as somebody who is not root', () => {
    expect(lines.filter((line) => /\b(npm|npx|apt|apk|curl|wget)\b/.test(line) && !line.startsWith('#'))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('USER'))).toEqual(['USER node']);
  });

  it('starts the program with words that it knows, and asks a page that is there', async () => {
    expect(read('src/server/description.ts')).toContain("app.get('/healthz'");
    expect(lines.join('\n')).toContain('127.0.0.1:8080/healthz');
    const [, ...words] = JSON.parse(lines.find((line) => line.startsWith('CMD'))?.slice(4) ?? '[]');
    const flags = words.filter((word: string) => word.startsWith('--'));
    const help = execFileSync(process.execPath, [join(root, 'bin/shoal.js'), 'serve', '--help'], { encoding: 'utf8' });
    for (const flag of flags) expect(help).toContain(`${flag} `);
  });
});
