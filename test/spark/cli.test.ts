import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { openPlace, type Place } from '../cli/shoal-process.ts';
import { openSession, unwrap } from './cluster.ts';

const address = process.env.SHOAL_SPARK ?? '';
const seed = 424242;

let place: Place;
beforeAll(() => {
  place = openPlace();
  const rows = Array.from({ length: 400 }, (_, i) => {
    const time = new Date(Date.UTC(2024, 2, 1 + (i % 14), (i * 7) % 24, 3)).toISOString().slice(0, 19);
    return `${time};ZAUPNI-ključ-${i % 11};SEKRET_${i % 3}`;
  });
  place.write('log.csv', `time;who;what\n${rows.join('\n')}\n`);
});
afterAll(() => place.remove());

const words = ['run', 'log.csv', '--family', 'events', '--subject', 'who', '--time', 'time', '--event', 'what', '-k', '3'];
const onSpark = [...words, '--seed', String(seed), '--engine', 'spark'];
const env = { SHOAL_SPARK: address };

const workDatabases = async (): Promise<readonly string[]> => {
  const session = await openSession();
  const { columns } = unwrap(await session.query("SHOW DATABASES LIKE 'shoal_work_*'"));
  await session.close();
  return Array.from(columns[0]?.values ?? [], String);
};

/** Databases that this process or one it started has made. */
const ownDatabases = async (pid: number | undefined) => (await workDatabases()).filter((name) => name.includes(`_${pid}_`));

/** Waits until a program has got so far that the cluster works for it. */
async function untilAtWork(pid: number | undefined): Promise<void> {
  for (let tries = 0; tries < 300 && (await ownDatabases(pid)).length === 0; tries++) await wait(100);
  expect(await ownDatabases(pid)).toHaveLength(1);
}

describe('shoal run --engine spark', () => {
  it('makes the release that one machine makes, and tells the cluster no key, no seed and no cell', async () => {
    const near = await place.call([...words, '--seed', String(seed), '--out', 'near']);
    expect(near.code, near.stderr).toBe(0);
    const far = await place.shoal([...onSpark, '--out', 'far', '--write-sql', 'sent.sql', '--json'], { env });
    expect(far.code, far.stderr).toBe(0);
    expect(place.read('far', 'anonymized_events.csv')).toBe(place.read('near', 'anonymized_events.csv'));
    expect(JSON.parse(far.stdout)).toMatchObject({ method: 'events', verdict: { holds: true } });
    expect((await place.call(['verify', 'far'])).code).toBe(0);
    const keys = ['ids', 'rotating ids', 'shared numbers', 'row order'].map((name) =>
      Array.from({ length: 8 }, bitsOf(name)).join(''),
    );
    const secrets = new RegExp(['ZAUPNI', 'SEKRET', 'zaupni', String(seed), ...keys].join('|'));
    const sent = place.read('sent.sql');
    expect(sent).toContain('CREATE TABLE');
    expect(sent).not.toMatch(secrets);
    expect(far.stderr).not.toMatch(secrets);
    const { SHOAL_SPARK_CLUSTER: cluster } = process.env;
    if (cluster !== undefined) {
      const { events } = JSON.parse(readFileSync(cluster, 'utf8')) as { events: string };
      const log = readdirSync(events, { recursive: true, encoding: 'utf8' }).map((name) => join(events, name));
      const said = log.filter((path) => !path.endsWith('crc')).map((path) => readIfFile(path));
      expect(said.join('')).toContain('shoal_work_');
      expect(said.join('')).not.toMatch(secrets);
    }
    expect(execFileSync('ps', ['-ww', '-eo', 'args'], { encoding: 'utf8' })).not.toMatch(new RegExp(keys.join('|')));
  });

  it('ends within seconds of Ctrl-C, and leaves nothing here or there', async () => {
    const before = place.listing();
    const { child, ended } = place.start([...onSpark, '--out', 'stopped'], { env });
    await untilAtWork(child.pid);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(place.listing()).toEqual(before);
    expect(await ownDatabases(child.pid)).toEqual([]);
  });

  it('removes what a killed run left in the cluster', async () => {
    const { child, ended } = place.start([...onSpark, '--out', 'killed'], { env });
    await untilAtWork(child.pid);
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(place.path('killed'))).toBe(false);
    expect(await ownDatabases(child.pid)).toHaveLength(1);
    const { code } = await place.shoal(['plan', 'missing.parquet', ...onSpark.slice(2)], { env });
    expect(code).toBe(3);
    expect(await ownDatabases(child.pid)).toEqual([]);
  });

  it('reads a table of a catalogue by its whole name', async () => {
    const session = await openSession();
    const database = `shoal_test_cli_${process.pid}`;
    unwrap(await session.execute(`CREATE DATABASE ${database}`));
    try {
      const csv = `SELECT * FROM csv.\`${place.path('log.csv')}\``;
      const columns = '_c0 AS line';
      const cells = "split(line, ';')[0] AS time, split(line, ';')[1] AS who, split(line, ';')[2] AS what";
      const lines = `SELECT ${columns} FROM (${csv}) WHERE _c0 NOT LIKE 'time;%'`;
      unwrap(await session.execute(`CREATE TABLE ${database}.log USING orc AS SELECT ${cells} FROM (${lines})`));
      const input = `spark:spark_catalog.${database}.log`;
      const far = await place.shoal(['run', input, ...onSpark.slice(2), '--out', 'far-table'], { env });
      expect(far.code, far.stderr).toBe(0);
      expect((await place.call([...words, '--seed', String(seed), '--out', 'near-table'])).code).toBe(0);
      expect(place.read('far-table', 'anonymized_events.csv')).toBe(place.read('near-table', 'anonymized_events.csv'));
    } finally {
      await session.execute(`DROP DATABASE ${database} CASCADE`);
      await session.close();
    }
  });

  it('is not what a sweep does: that is refused before anything is read or written', async () => {
    const before = place.listing();
    for (const flags of [
      ['--engine', 'spark'],
      ['--spark', address],
      ['--kernels', 'driver'],
    ]) {
      const { code, stderr } = await place.call(['sweep', 'no-such-log.csv', ...words.slice(2), ...flags], { env });
      expect(stderr).toContain('usage/unknown-flag'); // and not that there is no such file
      expect(code).toBe(2);
    }
    expect(place.listing()).toEqual(before);
  });

  it.each([
    [['--engine', 'spark'], {}, 'spark/no-address', 2],
    [['--engine', 'sparkle'], env, 'usage/flag-value', 2],
    [['--spark', address, '--sql', 'SELECT 1'], env, 'spark/not-done', 2],
    [['--spark', 'sc://127.0.0.1:1'], env, 'spark/unreachable', 3],
  ] as const)('refuses %j', async (flags, environment, problem, exit) => {
    const { code, stderr } = await place.call([...words, ...flags, '--out', 'refused'], { env: environment });
    expect(stderr).toContain(problem);
    expect(code).toBe(exit);
    expect(existsSync(place.path('refused'))).toBe(false);
  });
});

it('groups curves in the cluster, and tells nobody a cell', async () => {
  const rows = Array.from(
    { length: 4200 },
    (_, i) => `ZAUPNI-${i},${[4, 7, 1, 9].map((n) => `77${((i * n) % 97) + 100}.125`).join(',')}`,
  );
  place.write('curves.csv', `who,t1,t2,t3,t4\n${rows.join('\n')}\n`);
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
    String(seed),
  ];
  expect((await place.call([...curves, '--out', 'near-curves'])).code).toBe(0);
  const far = await place.shoal([...curves, '--engine', 'spark', '--out', 'far-curves', '--write-sql', 'curves.sql'], { env });
  expect(far.code, far.stderr).toBe(0);
  expect(place.read('far-curves', 'naive_anonymized.csv')).toBe(place.read('near-curves', 'naive_anonymized.csv'));
  expect(place.read('curves.sql')).not.toMatch(/ZAUPNI|77\d{3}\.125/);
  expect((await place.call(['verify', 'far-curves', '--original', 'curves.csv'])).code).toBe(0);
});

/** The pieces of the secret key that a run of this seed draws for one purpose. */
const bitsOf = (name: string): (() => string) => {
  const stream = randomFrom(seed).fork('write').fork(name);
  return () => stream.bits().toString(16).padStart(8, '0');
};

function readIfFile(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // a folder
  }
}
