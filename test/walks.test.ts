import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'shoal-walks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Rooms that everybody stands on: to call them is not to go anywhere. */
const ground = new Set(['base', 'frame', 'formats', 'clusters']);

const call = (words: readonly string[], hooks: readonly string[] = [], walk = ''): void => {
  execFileSync(process.execPath, [...hooks, join(root, 'bin/shoal.js'), ...words], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, WALK: walk },
  });
};

/** The files of src/ in the order in which a function that they export was first called, from the command's own on. */
function walkOf(name: string, command: string): readonly string[] {
  const walk = join(folder, `${name}.txt`);
  call(`${command} --threads 1 --out ${name}`.split(' '), ['--import', join(root, 'test/suite/walk-hook.mjs')], walk);
  const files = readFileSync(walk, 'utf8').trim().split('\n');
  return files.slice(files.indexOf('cli/shoal')).filter((file) => !ground.has(roomOf(file)));
}

const roomOf = (file: string): string => file.split('/')[0];
const changesIn = (walk: readonly string[]): number =>
  walk.filter((file, place) => place > 0 && roomOf(file) !== roomOf(walk[place - 1])).length;

const days = 'days.csv --subject ID --drop Name,Surname --sensitive Performance_SD --series H1..H8 -k 5';
/** Each command, and how often it changed rooms before the house was rebuilt, counted in the same way. */
const walks = [
  { name: 'naive', command: `run ${days} --method naive`, before: 46 },
  { name: 'prism', command: `run ${days} --method prism`, before: 55 },
  { name: 'events', command: 'run log.csv --method events -k 3', before: 34 },
  {
    name: 'kaca',
    command:
      'run exits.csv --method kaca --subject vehicle_id --quasi section_id:prefix,exit_time:time --drop vehicle_class,toll_money -k 3',
    before: 41,
  },
  { name: 'sweep', command: `sweep ${days}`, before: 51 },
] as const;

describe('a walk through the house', () => {
  call('generate work --rows 300 --out days.csv'.split(' '));
  call('generate events --rows 3000 --out log.csv'.split(' '));
  call('generate tolls --rows 2000 --out exits.csv'.split(' '));

  it.each(walks)('changes rooms at most half as often as it did: $name', ({ name, command, before }) => {
    const walk = walkOf(name, command);
    expect(walk.length).toBeGreaterThan(30);
    expect(changesIn(walk)).toBeLessThanOrEqual(before / 2);
  });
});
