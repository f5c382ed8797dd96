import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { randomFrom } from '../../../src/base/random.ts';
import { daysCsv, naiveRoles } from '../../cli/days.ts';
import { openPlace, type Place, program } from '../../cli/shoal-process.ts';
import type { Part } from '../part.ts';
import { type Call, callsIn, tracedCalls } from './traced-calls.ts';

interface Case {
  readonly command: 'run' | 'sweep' | 'report';
  readonly format: 'csv' | 'parquet';
  /** How many subjects; many rows are written in several pieces. */
  readonly subjects: number;
  /** Whether a folder stands at the target before; a report is always of one. */
  readonly before: boolean;
  /** How many folders above the target have to be made. */
  readonly above: number;
}

/** What a loss of power would leave, from the calls that a command makes of the system. */
export const writeOrder: Part<Case> = {
  name: 'write-order',
  holds:
    'files are on disk before the manifest and all before the folder gets its name; what stood there before goes after that is on disk',
  goal: 500,
  draw(seed, number) {
    const random = randomFrom(`write order ${seed} ${number}`);
    const command = (['run', 'run', 'run', 'sweep', 'report'] as const)[random.below(5)];
    const format = random.below(2) === 0 ? 'csv' : 'parquet';
    const before = random.below(2) === 0;
    return { command, format, subjects: 12 + random.below(900), before, above: before ? 0 : random.below(3) };
  },
  async attempt(one) {
    if (!isTraceable()) return 'strace is missing or may not trace here';
    const place = openPlace();
    try {
      return await traced(place, one);
    } finally {
      place.remove();
    }
  },
  *smaller(one) {
    if (one.before) yield { ...one, before: false };
    if (one.above > 0) yield { ...one, above: 0 };
    if (one.format === 'parquet') yield { ...one, format: 'csv' };
    if (one.subjects > 12) yield { ...one, subjects: 12 };
  },
};

let traceable: boolean | undefined;

function isTraceable(): boolean {
  try {
    if (traceable === undefined) execFileSync('strace', ['-f', '-e', 'trace=fsync', 'true'], { stdio: 'ignore' });
    traceable ??= true;
  } catch {
    traceable = false;
  }
  return traceable;
}

async function traced(place: Place, { command, format, subjects, before, above }: Case): Promise<string> {
  place.write('days.csv', daysCsv(subjects));
  const out = place.path(...['a', 'b'].slice(0, above), 'out');
  const common = ['days.csv', ...naiveRoles, '--queries', '0', '--threads', '2', '--progress', 'none', '--out', out];
  const run = ['run', ...common, '--format', format];
  const isThere = before || command === 'report';
  const first = command === 'sweep' ? ['sweep', ...common, '--k', '4', '--p', '2'] : [...run, '-k', '4'];
  if (isThere) assert.equal((await place.call(first)).code, 0);
  const force = before ? ['--force'] : [];
  const words = {
    run: [...run, '-k', '5', ...force],
    sweep: ['sweep', ...common, '--k', '5,6', '--p', '2', ...force],
    report: ['report', out],
  };
  const log = join(dirname(place.home), 'calls');
  const { code, stderr } = await underStrace(place, log, words[command]);
  assert.equal(code, 0, stderr.slice(0, 300));
  const mark = command === 'sweep' ? 'sweep.json' : 'manifest.json';
  checkOrder(callsIn(readFileSync(log, 'utf8')), { out, mark, replaces: isThere, above: isThere ? 0 : above });
  return isThere ? `${command} over a former` : command;
}

function underStrace(place: Place, log: string, words: readonly string[]): Promise<{ code: number; stderr: string }> {
  const env = { PATH: process.env.PATH, TMPDIR: place.scratch };
  const all = ['-f', '-y', '-qq', '-s', '0', '-e', `trace=${tracedCalls}`, '-o', log, process.execPath, program, ...words];
  return new Promise((resolve) => {
    execFile('strace', all, { cwd: place.home, env }, (error, _, stderr) => resolve({ code: Number(error?.code ?? 0), stderr }));
  });
}

interface Expected {
  readonly out: string;
  /** The file by which the folder is known. */
  readonly mark: string;
  readonly replaces: boolean;
  readonly above: number;
}

/** Throws where a loss of power between two calls could leave a half, or nothing where something stood. */
export function checkOrder(calls: readonly Call[], { out, mark, replaces, above }: Expected): void {
  const isStage = (path: string) => dirname(path) === dirname(out) && basename(path).startsWith(`.${basename(out)}.shoal-`);
  const named = calls.findIndex((call) => call.kind === 'rename' && call.to === out && isStage(call.path));
  assert.notEqual(named, -1, 'no folder was moved to the target');
  const stage = calls[named].path;
  const isInside = (path: string) => path.startsWith(`${stage}/`);

  const marked = calls.findLastIndex((call, i) => i < named && call.kind === 'change' && call.path === join(stage, mark));
  if (marked !== -1) {
    const opened = calls.findLastIndex((call, i) => i <= marked && call.kind === 'make' && call.path === join(stage, mark));
    const early = unsyncedIn(calls.slice(0, opened)).filter((path) => isInside(path) && basename(path) !== mark);
    assert.deepEqual(relative(filesOnly(calls, early), stage), [], `${mark} was begun before these were on disk`);
  }
  const aside = calls.findIndex((call) => call.kind === 'rename' && call.path === out);
  assert.equal(aside !== -1, replaces, replaces ? 'nothing was put aside' : 'something was put aside');
  const moved = replaces ? aside : named;
  assert.ok(moved <= named, 'the former folder was put aside after the new one came');
  const open = unsyncedIn(calls.slice(0, moved)).filter((path) => path === stage || isInside(path));
  assert.deepEqual(relative(open, stage), [], 'these were not on disk when the folder got its name');
  assert.ok(
    !calls.slice(moved, named).some((call) => call.kind === 'remove' && call.path.startsWith(dirname(out))),
    'something was removed before the new folder stood',
  );
  const kept = calls.findIndex((call, i) => i > named && call.kind === 'sync' && call.path === dirname(out));
  assert.notEqual(kept, -1, 'the name of the folder was not put on disk');
  for (let folder = dirname(out), i = 0; i < above; i++, folder = dirname(folder)) {
    const synced = calls.some((call) => call.kind === 'sync' && call.path === dirname(folder));
    assert.ok(synced, 'a folder that was made above the target was not put on disk');
  }
  if (!replaces) return;
  const former = calls[aside].to ?? '';
  const touched = calls.findIndex(
    (call, i) =>
      i > aside &&
      (call.kind === 'remove' || call.kind === 'rename') &&
      (call.path === former || call.path.startsWith(`${former}/`)),
  );
  assert.ok(touched === -1 || touched > kept, 'the former folder was touched before the name of the new one was on disk');
}

/** Files changed and folders with changed names that no sync followed. */
function unsyncedIn(calls: readonly Call[]): readonly string[] {
  const open = new Set<string>();
  for (const { kind, path, to } of calls) {
    if (kind === 'sync') open.delete(path);
    else if (kind === 'change') open.add(path);
    else {
      open.add(dirname(path));
      if (to !== undefined) open.add(dirname(to));
      if (kind === 'make') open.add(path);
      else open.delete(path);
    }
  }
  return [...open];
}

/** Without folders, whose names are put on disk at the end. */
const filesOnly = (calls: readonly Call[], paths: readonly string[]): readonly string[] =>
  paths.filter((path) => calls.some((call) => call.kind === 'change' && call.path === path));

const relative = (paths: readonly string[], folder: string): readonly string[] =>
  paths.map((path) => path.slice(folder.length + 1) || 'the folder itself');
