import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { verify } from 'shoal';
import { randomFrom } from '../../../src/base/random.ts';
import { daysCsv, naiveRoles } from '../../cli/days.ts';
import { openPlace, type Place } from '../../cli/shoal-process.ts';
import { startPostgres, type TestServer } from '../../postgres.ts';
import type { Part } from '../part.ts';

interface Case {
  readonly command: 'run' | 'sweep';
  /** Where data comes from and goes to; a sweep writes no table. */
  readonly from: 'file' | 'table';
  readonly to: 'folder' | 'table';
  readonly before: boolean;
  /** When it is killed, as a share of the time that the command takes. */
  readonly moment: number;
}

/** Commands that read from PostgreSQL, or write to it, killed at a random moment. */
export const tableKills: Part<Case> = {
  name: 'table-kills',
  holds:
    'a command killed while it reads or writes PostgreSQL leaves table and folder old, new or not there; no other table, session or file stays',
  goal: 1000,
  batch: 4,
  draw(seed, number) {
    const random = randomFrom(`table kills ${seed} ${number}`);
    const command = random.below(5) === 0 ? 'sweep' : 'run';
    const ways = [
      { from: 'table', to: 'folder' },
      { from: 'table', to: 'table' },
      { from: 'file', to: 'table' },
    ] as const;
    const way = command === 'sweep' ? ways[0] : ways[random.below(3)];
    return { command, ...way, before: random.below(2) === 0, moment: random.unit() * 1.1 };
  },
  async attempt(one) {
    lent ??= startPostgres();
    return killedRun(await lent, one);
  },
  *smaller(one) {
    if (one.before) yield { ...one, before: false };
  },
};

let lent: Promise<TestServer> | undefined;
const times = new Map<string, number>();
const subjects = 600;

async function killedRun(server: Omit<TestServer, 'stop'>, one: Case): Promise<string> {
  const { command, from, to, before, moment } = one;
  const place = openPlace();
  const env = { PGPASSWORD: server.password };
  const wordsOf = (what: Case['command'], k: number, more: readonly string[] = []) => [
    what,
    from === 'table' ? server.url('table=kill_input&sslmode=disable') : 'days.csv',
    ...[...naiveRoles, '--queries', '0', '--threads', '1', '--progress', 'none', '--out', 'out'],
    ...(what === 'run' ? ['-k', String(k)] : ['--k', `${k},${k + 1}`, '--p', '2,3']),
    ...(to === 'table' ? ['--out-table', server.url('table=kill_days&sslmode=disable')] : []),
    ...more,
  ];
  try {
    place.write('days.csv', daysCsv(subjects));
    await fillInput(server);
    const kind = `${command} ${from} ${to}`;
    if (!times.has(kind)) {
      const begun = performance.now();
      assert.equal((await place.shoal(wordsOf(command, 5), { env })).code, 0);
      times.set(kind, performance.now() - begun);
    }
    await server.sql('DROP TABLE IF EXISTS kill_days');
    rmSync(place.path('out'), { recursive: true, force: true });
    if (before) assert.equal((await place.call(wordsOf('run', 4), { env })).code, 0);
    const { child, ended } = place.start(wordsOf(command, 5, before ? ['--force'] : []), { env });
    await wait(moment * (times.get(kind) ?? 0));
    child.kill('SIGKILL');
    const { code } = await ended;
    await noSessionIsLeft(server);
    assert.equal((await place.shoal(['--version'])).code, 0);
    const [folder, table] = [await folderIn(place), await tableOn(server)];
    const old = before ? 'old' : 'none';
    assert.ok([old, command === 'sweep' ? 'sweep' : 'new'].includes(folder), `the folder is ${folder}, it was ${old}`);
    assert.ok((to === 'table' ? [old, 'new'] : ['none']).includes(table), `the table is ${table}`);
    if (folder === 'new' && to === 'table') assert.equal(table, 'new', 'the folder came before its table');
    if (code === 0) assert.notEqual(folder, old, 'a command that ended well left nothing');
    assert.deepEqual(readdirSync(place.scratch), [], 'the next start left something in the temporary folder');
    const beside = readdirSync(place.home).filter((name) => name !== 'days.csv' && name !== 'out');
    assert.deepEqual(beside, [], 'the next start left something beside the target');
    const tables = await server.sql(
      "SELECT tablename FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    assert.deepEqual(
      tables.map(({ tablename }) => tablename).filter((name) => name !== 'kill_input' && name !== 'kill_days'),
      [],
      'a table is left',
    );
    if (code === 0) return `${command}: was over`;
    return `${command}: ${folder}${table === 'new' && folder !== 'new' ? ', its table is new' : ''}`;
  } finally {
    place.remove();
  }
}

async function fillInput(server: Omit<TestServer, 'stop'>): Promise<void> {
  const [there] = await server.sql("SELECT to_regclass('kill_input') AS it");
  if (there.it !== null) return;
  const [header, ...rows] = daysCsv(subjects).trim().split('\n');
  const columns = header.split(',').map((name) => `"${name}" ${/^H\d/.test(name) ? 'double precision' : 'text'}`);
  const cells = rows.map(
    (row) =>
      `(${row
        .split(',')
        .map((cell) => `'${cell}'`)
        .join(',')})`,
  );
  await server.sql(
    `BEGIN; CREATE TABLE kill_input (${columns.join(',')}); INSERT INTO kill_input VALUES ${cells.join(',')}; COMMIT`,
  );
}

/** The server notices a client that is gone when it next says something to it. */
async function noSessionIsLeft(server: Omit<TestServer, 'stop'>): Promise<void> {
  const others =
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
  for (let tries = 0; tries < 600; tries++) {
    if ((await server.sql(others))[0].n === 0) return;
    await wait(100);
  }
  throw new Error('a session is left on the server');
}

async function folderIn(place: Place): Promise<string> {
  if (!existsSync(place.path('out'))) return 'none';
  if (!existsSync(place.path('out', 'manifest.json'))) return 'sweep';
  const verified = await verify(place.path('out'));
  assert.ok(verified.ok && verified.value.holds, 'what is left does not hold');
  return JSON.parse(place.read('out', 'manifest.json')).promises.k === 4 ? 'old' : 'new';
}

/** Which release is in the table, whole. */
async function tableOn(server: Omit<TestServer, 'stop'>): Promise<string> {
  const [there] = await server.sql("SELECT to_regclass('kill_days') AS it");
  if (there.it === null) return 'none';
  const [{ rows, least }] = await server.sql(
    'SELECT (SELECT count(*) FROM kill_days)::int AS rows, (SELECT min(n) FROM (SELECT count(*)::int AS n FROM kill_days GROUP BY "GroupID") AS g) AS least',
  );
  if (rows !== subjects) return `${rows} rows`;
  return Number(least) === 4 ? 'old' : 'new';
}
