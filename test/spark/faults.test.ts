import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { openPlace, type Place } from '../cli/shoal-process.ts';
import { draws } from '../suite/draws.ts';
import { below, kill, type OwnCluster, revive, startCluster, stopCluster, workFolders } from './own-cluster.ts';

const moments = Array.from({ length: draws(1) }, (_, i) => i);

let place: Place;
let near: string;
let longest: number;
const curves = [
  'run',
  'curves.csv',
  '--method',
  'naive',
  '--subject',
  'who',
  '--series',
  't1..t4',
  '-k',
  '4',
  '-p',
  '2',
  '--seed',
  '1',
];
const events = [
  'run',
  'log.csv',
  '--family',
  'events',
  '--subject',
  'who',
  '--time',
  'time',
  '--event',
  'what',
  '-k',
  '3',
  '--seed',
  '1',
];
beforeAll(async () => {
  place = openPlace();
  const times = Array.from({ length: 400 }, (_, i) => new Date(Date.UTC(2024, 2, 1 + (i % 14), (i * 7) % 24)).toISOString());
  place.write('log.csv', `time;who;what\n${times.map((time, i) => `${time.slice(0, 19)};w${i % 11};e${i % 3}\n`).join('')}`);
  const rows = Array.from({ length: 4200 }, (_, i) => `s${i},${[4, 7, 1, 9].map((n) => ((i * n) % 97) + 0.125).join(',')}`);
  place.write('curves.csv', `who,t1,t2,t3,t4\n${rows.join('\n')}\n`);
  expect((await place.call([...curves, '--out', 'near'])).code).toBe(0);
  near = place.read('near', 'naive_anonymized.csv');
});
afterAll(() => place.remove());

let runs = 0;

/** Files of a log in a work folder, and not only of the table that preflight writes. */
const filesIn = ({ folder }: OwnCluster, name: string): readonly string[] => {
  const at = join(folder, 'warehouse', name);
  const paths = readdirSync(at, { recursive: true, encoding: 'utf8' });
  return paths.filter(
    (path) => /^t\d.*part-.*parquet$/.test(path) && (statSync(join(at, path), { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
};

/** Runs, kills something at a moment of the run, and says what came of it. */
async function runAndKill(cluster: OwnCluster, moment: number, victims: () => readonly number[]) {
  const out = `far-${moment}-${++runs}`;
  const { ended } = place.start([...curves, '--engine', 'spark', '--out', out], { env: { SHOAL_SPARK: cluster.address } });
  await wait(randomFrom('moments').fork(String(moment)).unit() * longest);
  kill(victims());
  const { code, stderr } = await ended;
  return { code, stderr, published: existsSync(place.path(out)) ? place.read(out, 'naive_anonymized.csv') : undefined };
}

describe('a cluster of which something is killed', () => {
  let cluster: OwnCluster;
  beforeAll(async () => {
    cluster = await startCluster();
    const begun = performance.now();
    const far = await place.shoal([...curves, '--engine', 'spark', '--out', 'whole'], { env: { SHOAL_SPARK: cluster.address } });
    expect(far.code, far.stderr).toBe(0);
    longest = performance.now() - begun;
  });
  afterAll(() => stopCluster(cluster));

  const owes = ({ code, stderr, published }: Awaited<ReturnType<typeof runAndKill>>) => {
    expect(code === 0 || /spark\//.test(stderr), stderr).toBe(true);
    expect(published).toBe(code === 0 ? near : undefined);
    expect(stderr).not.toMatch(/\bs\d+\b|\d\.125/);
  };

  it.each(moments)('publishes the same rows, or nothing: an executor, moment %i', async (moment) => {
    owes(await runAndKill(cluster, moment, () => below(cluster.pids.w1, /CoarseGrained/)));
  });
  it.each(moments)('publishes the same rows, or nothing: a worker, moment %i', async (moment) => {
    const own = moment === 0 ? cluster : await startCluster();
    owes(await runAndKill(own, moment + 50, () => below(own.pids.w1)));
    if (own !== cluster) await stopCluster(own);
  });
  it.each(moments)('publishes the same rows, or nothing: the Connect server, moment %i', async (moment) => {
    const own = moment === 0 ? cluster : await startCluster();
    owes(await runAndKill(own, moment + 100, () => below(own.pids.connect)));
    if (own !== cluster) await stopCluster(own);
  });
});

it('keeps no folder of a run whose server was killed as soon as there was one', async () => {
  const own = await startCluster();
  const { ended } = place.start([...events, '--engine', 'spark', '--out', 'early'], { env: { SHOAL_SPARK: own.address } });
  for (let tries = 0; tries < 60_000 && workFolders(own).length === 0; tries++) await wait(2);
  kill(below(own.pids.connect));
  expect((await ended).stderr).toMatch(/spark\//);
  expect(workFolders(own)).toHaveLength(1);
  const again = await revive(own, 'connect');
  const next = await place.shoal([...events, '--engine', 'spark', '--out', 'next-early'], {
    env: { SHOAL_SPARK: again.address },
  });
  expect(next.code, next.stderr).toBe(0);
  expect(workFolders(own)).toEqual([]);
  await stopCluster(again);
});

it('keeps nothing of a run whose server forgot it: the next run on a server that came up again removes its files', async () => {
  const own = await startCluster();
  const { ended } = place.start([...events, '--engine', 'spark', '--out', 'forgotten'], { env: { SHOAL_SPARK: own.address } });
  for (let tries = 0; tries < 2400 && !workFolders(own).some((name) => filesIn(own, name).length > 0); tries++) await wait(50);
  kill(below(own.pids.connect));
  expect((await ended).stderr).toMatch(/spark\//);
  expect(workFolders(own)).toHaveLength(1);
  const again = await revive(own, 'connect');
  const next = await place.shoal([...events, '--engine', 'spark', '--out', 'next'], { env: { SHOAL_SPARK: again.address } });
  expect(next.code, next.stderr).toBe(0);
  expect(workFolders(own)).toEqual([]);
  await stopCluster(again);
});
