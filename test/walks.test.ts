import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'shoal-walks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Rooms of values, which import nothing but each other: to call them is not to go anywhere. docs/architecture.md draws them as the ground. */
const ground = new Set(['base', 'frame', 'formats', 'clusters', 'policy', 'release', 'plan', 'figures', 'samples']);
/** One wing: what one of them finds, another may have found. */
const judges = new Set(['verify', 'measure', 'risk']);

const call = (words: readonly string[], hooks: readonly string[] = [], walk = ''): void => {
  execFileSync(process.execPath, [...hooks, join(root, 'build/cli/main.js'), ...words], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, WALK: walk },
  });
};

/** The files of src/ in the order in which a function that they export was first called, from the library's door on. */
function walkOf(name: string, command: string): readonly string[] {
  const walk = join(folder, `${name}.txt`);
  call(`${command} --threads 1 --out ${name}`.split(' '), ['--import', join(root, 'test/suite/walk-hook.mjs')], walk);
  const files = readFileSync(walk, 'utf8').trim().split('\n');
  const door = files.findIndex((file) => file === 'api/run' || file === 'api/sweep');
  return ['cli/run', ...files.slice(door)].filter((file) => !ground.has(roomOf(file)) && file !== 'cli/talk'); // progress is told from wherever it is made
}

const roomOf = (file: string): string => {
  const room = file.split('/')[0];
  return judges.has(room) ? 'judges' : room;
};

/** Room after room, as docs/architecture.md shows it. */
const roomsOf = (walk: readonly string[]): readonly string[] =>
  walk.map(roomOf).filter((room, place, rooms) => place === 0 || room !== rooms[place - 1]);

const days = 'days.csv --subject ID --drop Name,Surname --sensitive Performance_SD --series H1..H8 -k 5';
/** Each command, and how often at most it goes into another room. */
const walks = [
  { name: 'naive', command: `run ${days} --method naive`, most: 14 },
  { name: 'prism', command: `run ${days} --method prism`, most: 16 },
  { name: 'events', command: 'run log.csv --method events -k 3', most: 14 },
  {
    name: 'kaca',
    command:
      'run exits.csv --method kaca --subject vehicle_id --quasi section_id:prefix,exit_time:time --drop vehicle_class,toll_money -k 3',
    most: 12,
  },
] as const;

describe('a walk through the house', () => {
  call('generate work --rows 300 --out days.csv'.split(' '));
  call('generate events --rows 3000 --out log.csv'.split(' '));
  call('generate tolls --rows 2000 --out exits.csv'.split(' '));

  it.each(walks)('goes into another room at most $most times: $name', ({ name, command, most }) => {
    const walk = walkOf(name, command);
    expect(walk.length).toBeGreaterThan(30);
    expect(roomsOf(walk).length - 1, roomsOf(walk).join(' → ')).toBeLessThanOrEqual(most);
    if (name === 'naive') expect(readFileSync(join(root, 'docs/architecture.md'), 'utf8')).toContain(roomsOf(walk).join(' → '));
  });

  it('of a sweep goes through its runs, and into another room at most 12 times beside them', () => {
    const methods = ['naive', 'kapra', 'prism'];
    const runs = new Set(methods.flatMap((method) => walkOf(`one-${method}`, `run ${days} --method ${method}`)));
    const walk = walkOf('sweep', `sweep ${days} -p 3`);
    const planned = walk.indexOf('api/perform-plan');
    const own = walk.filter((file, place) => place <= planned || !runs.has(file));
    expect(planned).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(walk.length - 40); // its runs are walks of their own
    expect(roomsOf(own).length - 1, roomsOf(own).join(' → ')).toBeLessThanOrEqual(12);
    expect(roomsOf(walk).length - 1, roomsOf(walk).join(' → ')).toBeLessThanOrEqual(20);
  });
});
