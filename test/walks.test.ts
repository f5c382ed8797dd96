import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'shoal-walks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Rooms of values, which import nothing but each other: to call them is not to go anywhere. docs/architecture.md draws them as the ground. */
const ground = new Set(['base', 'frame', 'formats', 'clusters', 'policy', 'release', 'plan', 'figures', 'samples']);
/** One wing: what one of them finds, another may have found. */
const judges = new Set(['verify', 'measure', 'risk']);

/** Progress is told from wherever it is made. */
const progress = new Set(['cli/talk', 'engine/local/watch-share']);

/** What each command calls, by the name of its walk: the files of src/ in the order in which a function that they export was first called. */
const walked = (commands: Readonly<Record<string, string>>): void => {
  const list = Object.entries(commands).map(([name, command]) => ({ name, words: command.split(' ') }));
  writeFileSync(join(folder, 'walks.json'), JSON.stringify(list));
  execFileSync(process.execPath, ['--import', inSuite('walk-hook.mjs'), inSuite('walk-program.mjs')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, WALKS: join(folder, 'walks.json') },
  });
};
const inSuite = (name: string): string => join(root, 'test/suite', name);

/** A walk from the library's door on. */
function walkOf(name: string): readonly string[] {
  const files = readFileSync(join(folder, `${name}.txt`), 'utf8').split('\n');
  const door = files.findIndex((file) => file === 'api/run' || file === 'api/sweep');
  return ['cli/run', ...files.slice(door)].filter((file) => !ground.has(roomOf(file)) && !progress.has(file));
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
    most: 14,
  },
] as const;

describe('a walk through the house', () => {
  const methods = ['naive', 'kapra', 'prism'];
  beforeAll(() =>
    walked({
      days: 'generate work --rows 100 --out days.csv',
      log: 'generate events --rows 3000 --out log.csv',
      exits: 'generate tolls --rows 2000 --out exits.csv',
      kapra: `run ${days} --method kapra --threads 1 --out kapra`,
      sweep: `sweep ${days} -p 3 --k 5 --max-level 5 --threads 1 --out sweep`,
      ...Object.fromEntries(walks.map(({ name, command }) => [name, `${command} --threads 1 --out ${name}`])),
    }),
  );

  it.each(walks)('goes into another room at most $most times: $name', ({ name, most }) => {
    const walk = walkOf(name);
    expect(walk.length).toBeGreaterThan(30);
    expect(roomsOf(walk).length - 1, roomsOf(walk).join(' → ')).toBeLessThanOrEqual(most);
    if (name === 'naive') expect(readFileSync(join(root, 'docs/architecture.md'), 'utf8')).toContain(roomsOf(walk).join(' → '));
  });

  it('of a sweep goes through its runs, and into another room at most 13 times beside them', () => {
    const runs = new Set(methods.flatMap((method) => walkOf(method)));
    const walk = walkOf('sweep');
    const planned = walk.indexOf('api/perform-plan');
    const own = walk.filter((file, place) => place <= planned || !runs.has(file));
    expect(planned).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(walk.length - 40); // its runs are walks of their own
    expect(roomsOf(own).length - 1, roomsOf(own).join(' → ')).toBeLessThanOrEqual(13);
    expect(roomsOf(walk).length - 1, roomsOf(walk).join(' → ')).toBeLessThanOrEqual(20);
  });
});
