import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attack, compare, type Result, rewriteReport, run, unwrap, verify } from 'shoal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { daysCsv } from '../cli/days.ts';

const policy = { subject: 'ID', drop: 'Name', series: 'H1..H8', sensitive: 'Tag', method: 'naive', k: 5 } as const;
const home = mkdtempSync(join(tmpdir(), 'shoal-pipes-'));
const at = (...names: readonly string[]): string => join(home, ...names);
const input = at('days.csv');

beforeAll(async () => {
  writeFileSync(input, daysCsv(20));
  unwrap(await run({ ...policy, input, out: at('good'), seed: 1 }));
});
afterAll(() => rmSync(home, { recursive: true }));

/** The release with a pipe that nobody writes to in the place of one of its files. */
function withPipe(name: string): string {
  const folder = mkdtempSync(at('piped-'));
  cpSync(at('good'), folder, { recursive: true });
  rmSync(join(folder, name));
  execFileSync('mkfifo', [join(folder, name)]);
  return folder;
}

const codesOf = (result: Result<unknown>): readonly string[] => (result.ok ? [] : result.problems.map(({ code }) => code));

it('verifies and attacks beside the original where what the run noted is a pipe', async () => {
  const folder = withPipe('internal/manifest.json');
  expect(codesOf(await verify(folder, { original: { file: input } }))).toEqual([]);
  expect(codesOf(await attack(folder, { original: { file: input }, sample: 5 }))).toEqual([]);
});

it('attacks no release whose data is a pipe', async () => {
  const folder = withPipe('naive_anonymized.csv');
  expect(codesOf(await attack(folder, { original: { file: input } }))).toEqual(['attack/unsound-release']);
});

it('draws a report anew and compares, where the internal report is a pipe', async () => {
  const folder = withPipe('internal/report.json');
  expect(codesOf(await compare([folder, at('good')]))).toEqual([]);
  expect(codesOf(await rewriteReport(folder))).toEqual([]);
});

it('replaces no folder whose manifest is a pipe', async () => {
  const out = withPipe('manifest.json');
  expect(codesOf(await run({ ...policy, input, out }, { force: true }))).toEqual(['output/not-a-release']);
});
