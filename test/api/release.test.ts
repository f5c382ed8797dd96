import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { tableFromIPC } from '@uwdata/flechette';
import { releasedRows, run, verify } from 'shoal';
import { afterAll, beforeEach, expect, it } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'shoal-release-'));
const scratch = join(home, 'tmp');
const before = process.env.TMPDIR;
afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(home, { recursive: true });
});
beforeEach(() => {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch);
  process.env.TMPDIR = scratch;
});

const input = Array.from({ length: 5000 }, (_, i) => ({ id: `p${i}`, a: i % 97, b: (i * 7) % 89, sex: i % 2 ? 'f' : 'm' }));
const policy = { input, method: 'naive', subject: 'id', series: 'a,b', sensitive: 'sex', segments: 2, k: 5, seed: 1 } as const;

async function made(more: object = {}) {
  const result = await run({ ...policy, ...more });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

it('without a place is kept in private until it is placed, with the bytes a run would have written there', async () => {
  const release = await made();
  const [kept] = readdirSync(scratch);
  expect(statSync(join(scratch, kept)).mode & 0o777).toBe(0o700);
  const out = join(home, 'placed');
  expect(release.out).toBe(join(scratch, kept, 'release')); // where it lies, and not where a run of the command line would put it
  expect(await release.place(out)).toEqual({ ok: true, value: out });
  expect(release.out).toBe(out);
  expect(readdirSync(scratch)).toEqual([]);
  const direct = join(home, 'direct');
  await made({ out: direct });
  const [file] = release.files;
  expect(readFileSync(join(out, file))).toEqual(readFileSync(join(direct, file)));
  expect(readdirSync(out).toSorted()).toEqual(readdirSync(direct).toSorted());
  expect(readdirSync(join(out, 'internal'))).toEqual(readdirSync(join(direct, 'internal')));
  expect(statSync(join(out, 'internal')).mode & 0o777).toBe(0o700);
  expect(await verify(out)).toMatchObject({ ok: true, value: { holds: true } });
  expect(await release.place(out)).toMatchObject({ ok: false, problems: [{ code: 'output/exists' }] });
  expect(await release.place(out, { force: true })).toMatchObject({ ok: true });
  expect((await releasedRows(out)).length).toBe(release.release.rows);
});

it('gives its rows one by one, and as Arrow, the same as its file', async () => {
  const release = await made();
  const rows = [];
  for await (const row of release.rows()) rows.push(row);
  expect(rows.length).toBe(release.release.rows);
  const arrow = [];
  for await (const batch of release.batches()) arrow.push(...tableFromIPC(batch).toArray());
  expect(arrow).toEqual(rows);
  for await (const row of release.rows()) {
    expect(row).toEqual(rows[0]);
    break; // whoever stops early leaves nothing behind
  }
  const out = join(home, 'rows');
  await release.place(out);
  expect(rows).toEqual(await releasedRows(out));
  expect(readdirSync(scratch)).toEqual([]);
});

it('is gone once it is discarded, and a placed one is not', async () => {
  const release = await made();
  release.discard();
  expect(readdirSync(scratch)).toEqual([]);
  expect(() => release.rows()).toThrow('discarded');
  await expect(release.place(join(home, 'never'))).rejects.toThrow('discarded');
  const out = join(home, 'stays');
  const placed = await made({ out });
  await placed[Symbol.asyncDispose]();
  expect(existsSync(join(out, 'manifest.json'))).toBe(true);
});

it('leaves nothing when it is refused', async () => {
  expect(await run({ ...policy, k: 9000 })).toMatchObject({ ok: false });
  expect(readdirSync(scratch)).toEqual([]);
});

it('prints as its summary', async () => {
  const release = await made();
  expect(Object.keys(JSON.parse(JSON.stringify(release)))).toEqual(Object.keys(release));
  expect(Object.keys(release)).not.toContain('rows');
  release.discard();
});

it('goes with the process that neither placed nor discarded it', () => {
  const library = pathToFileURL(fileURLToPath(new URL('../../dist/index.js', import.meta.url))).href;
  const program = `const { run } = await import(${JSON.stringify(library)});
    const input = Array.from({ length: 40 }, (_, i) => ({ id: i, a: i, b: i % 7 }));
    const made = await run({ input, method: 'naive', subject: 'id', series: 'a,b', segments: 2, k: 5 });
    console.log(made.ok, (await import('node:fs')).readdirSync(process.env.TMPDIR).length);`;
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: home,
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: scratch },
  });
  expect(done.stdout).toBe('true 1\n');
  expect(readdirSync(scratch)).toEqual([]);
});
