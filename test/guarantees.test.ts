import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Exit, generate, run, type SeriesInput, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaign } from './suite/draws.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/guarantees.md'), 'utf8');
let home = '';

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-guarantees-'));
  expect(await generate('work', { rows: 300, seed: 3, out: join(home, 'days.csv') })).toMatchObject({ ok: true });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Naive = Extract<SeriesInput, { badLeaf?: unknown }>;

const days = (given: Partial<Naive>): Naive => ({
  input: join(home, 'days.csv'),
  method: 'naive',
  subject: 'ID',
  drop: ['Name', 'Surname'],
  series: 'H1..H8',
  sensitive: 'Performance_SD',
  queries: 0,
  ...given,
});

const codesOf = (made: Awaited<ReturnType<typeof run>>): string[] => (made.ok ? [] : made.problems.map(({ code }) => code));

/** Every file under a folder with its bytes, by its path in it. */
const bytesOf = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [
        join(entry.parentPath, entry.name).slice(folder.length),
        readFileSync(join(entry.parentPath, entry.name)),
      ]),
  );

describe('docs/guarantees.md', () => {
  const named = [...page.matchAll(/^- \[(test\/[^\]]+)\]\(\.\.\/([^)]+)\): "([^"]+)"$/gm)];

  it('names a test for every promise, by a sentence that is in its file', () => {
    const sections = page.split(/^## /m).slice(1, -1); // the last tells what is not promised
    for (const section of sections) expect(section).toMatch(/^- \[test\//m);
    for (const [, path, link, sentence] of named) {
      expect(normalize(link)).toBe(path);
      expect(readFileSync(join(root, path), 'utf8')).toContain(sentence);
    }
    expect(named.length).toBe([...page.matchAll(/^- \[test\//gm)].length);
  });

  it('never calls a release what no program can know it to be', () => {
    expect(page.replaceAll('--spreadsheet-safe', '')).not.toMatch(/\b(anonymous|safe|safely)\b|GDPR/i);
  });
});

describe('a release', () => {
  it('is refused where a subject has two rows, and nothing is written', async () => {
    const lines = readFileSync(join(home, 'days.csv'), 'utf8').trimEnd().split('\n');
    writeFileSync(join(home, 'twice.csv'), [...lines, lines[7]].join('\n'));
    const out = join(home, 'twice');
    expect(codesOf(await run(days({ input: join(home, 'twice.csv'), out })))).toEqual(['input/repeated-subject']);
    expect(existsSync(out)).toBe(false);
  });

  it('is refused where a column has no role, and nothing is written', async () => {
    const out = join(home, 'undecided');
    expect(codesOf(await run(days({ drop: ['Name'], out })))).toEqual(['policy/column-without-role']);
    expect(existsSync(out)).toBe(false);
  });

  it('holds no cell of a dropped column in any file that may leave', async () => {
    const [header, ...lines] = readFileSync(join(home, 'days.csv'), 'utf8').trimEnd().split('\n');
    const marked = lines.map((line, row) => line.replace(/^[^,]*,[^,]*,[^,]*/, `id<${row}>,name<${row}>,surname<${row}>`));
    writeFileSync(join(home, 'marked.csv'), [header, ...marked].join('\n'));
    const out = join(home, 'marked');
    expect(codesOf(await run(days({ input: join(home, 'marked.csv'), out, trace: 'tree.json' })))).toEqual([]);
    const leaving = [...bytesOf(out)].filter(([path]) => !path.startsWith('/internal/'));
    expect(leaving.map(([path]) => path).sort()).toEqual([
      '/croissant.json',
      '/datapackage.json',
      '/dcat.jsonld',
      '/manifest.json',
      '/naive_anonymized.csv',
      '/report.html',
      '/report.json',
    ]);
    for (const [path, bytes] of leaving) expect(bytes.toString(), path).not.toMatch(/(id|name)(<|&lt;)\d/i);
  });

  it('leaves the former release as it was when a run is refused', async () => {
    const parent = join(home, 'kept');
    const out = join(parent, 'release');
    expect(codesOf(await run(days({ out })))).toEqual([]);
    const before = bytesOf(out);
    expect(codesOf(await run(days({ out })))).toEqual(['output/exists']);
    for (const given of [{ k: 301 }, { series: 'H1..H9' }, { drop: ['Name'] }])
      expect(codesOf(await run(days({ ...given, out }), { force: true }))).toHaveLength(1);
    expect(bytesOf(out)).toEqual(before);
    expect(readdirSync(parent)).toEqual(['release']);
  });

  it('publishes nothing when its own kernel breaks k', () => {
    const spoilt = join(home, 'spoilt');
    mkdirSync(spoilt);
    for (const part of ['build', 'package.json']) cpSync(join(root, part), join(spoilt, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(spoilt, 'node_modules'));
    const kernel = join(spoilt, 'build/clusters/mondrian.js');
    renameSync(kernel, kernel.replace('mondrian', 'true-mondrian'));
    writeFileSync(
      kernel,
      `export * from './true-mondrian.js'; // all but these two
       export const blocks = (space, rows) => ({ rows, starts: Uint32Array.of(0, rows.length) });
       export const mondrian = (space, rows) => ({ rows, starts: Uint32Array.from({ length: rows.length / 4 + 1 }, (_, g) => 4 * g) });`,
    );
    const out = join(home, 'unpublished', 'release');
    const program = `import { run } from '${join(spoilt, 'build/index.js')}';
      const made = await run(${JSON.stringify(days({ out, k: 5, p: 2 }))});
      console.log(JSON.stringify(made.ok ? [] : made.problems.map(({ code, exit }) => [code, exit])));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toContainEqual(['verify/small-group', Exit.broken]);
    expect(existsSync(join(home, 'unpublished'))).toBe(false); // nor the folder on the way
  });

  it('is the former release, a new one or none when a run is killed, and verifies if it is there', async () => {
    const parent = join(home, 'killed');
    const out = join(parent, 'release');
    const policy = days({ out, threads: 1 });
    const program = `import { run } from '${join(root, 'dist/index.js')}';
      console.log('begun');
      const made = await run(${JSON.stringify(policy)}, { force: true });
      console.log(made.ok);`;
    const moments = [1, 40, 80, 120, 160, 200, 240, 280]; // a campaign kills at each of them
    for (const milliseconds of moments.filter((_, place) => campaign > 1 || place % 3 === 2)) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
      await new Promise((resolve) => child.stdout.once('data', resolve));
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      child.kill('SIGKILL');
      await new Promise((resolve) =>
        child.exitCode === null && child.signalCode === null ? child.once('close', resolve) : resolve(0),
      );
      if (existsSync(out)) expect(await verify(out)).toMatchObject({ ok: true, value: { holds: true } });
    }
    expect(codesOf(await run(policy, { force: true }))).toEqual([]);
    expect(readdirSync(parent)).toEqual(['release']); // nothing of the killed ones is left
  });
});
