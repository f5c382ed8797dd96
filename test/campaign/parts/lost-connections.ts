import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { randomFrom } from '../../../src/base/random.ts';
import { daysCsv, naiveRoles } from '../../cli/days.ts';
import { openPlace, type Place } from '../../cli/shoal-process.ts';
import { type Cut, openCutWay } from '../../cut-way.ts';
import { startPostgres, type TestServer } from '../../postgres.ts';
import type { Part } from '../part.ts';

interface Case extends Cut {
  /** Whether table and folder of an earlier release are there. */
  readonly before: boolean;
}

/** Runs that write to a table of PostgreSQL over a connection that is cut: anywhere, and often in the middle of COMMIT. */
export const lostConnections: Part<Case> = {
  name: 'lost-connections',
  holds: 'a lost connection leaves table and folder old, new or not there, never half, and what the run says of them is so',
  goal: 1000,
  draw(seed, number) {
    const random = randomFrom(`lost connections ${seed} ${number}`);
    const at = random.below(2) === 0 ? 'commit' : random.below(14_000);
    return { at, arrives: random.below(2) === 0, returns: random.below(4) > 0, before: random.below(2) === 0 };
  },
  async attempt(one) {
    lent ??= startPostgres();
    return cutRun(await lent, one);
  },
  *smaller(one) {
    if (one.before) yield { ...one, before: false };
  },
};

let lent: Promise<TestServer> | undefined;

const words = ['run', 'days.csv', ...naiveRoles, '--queries', '0', '--threads', '1', '--out', 'out', '--progress', 'none'];

/** One run on a server, and what is left of it. */
export async function cutRun(server: Omit<TestServer, 'stop'>, { before, ...cut }: Case): Promise<string> {
  const place = openPlace();
  const env = { PGPASSWORD: server.password };
  const way = await openCutWay(server.port, cut);
  try {
    await server.sql('DROP TABLE IF EXISTS cut_days');
    place.write('days.csv', daysCsv(60));
    const table = (port: number) => server.url('table=cut_days&sslmode=disable').replace(`:${server.port}/`, `:${port}/`);
    if (before) assert.equal((await place.call([...words, '-k', '4', '--out-table', table(server.port)], { env })).code, 0);
    const force = before ? ['--force'] : [];
    const { code, stderr } = await place.call([...words, '-k', '5', '--out-table', table(way.port), ...force], { env });
    const left = { folder: folderIn(place), table: await tableOn(server) };
    const told = /^ {2}code {3}(\S+)$/m.exec(stderr)?.[1] ?? '';
    const old = before ? 'old' : 'none';
    if (code === 0) assert.deepEqual(left, { folder: 'new', table: 'new' });
    else if (told === 'output/table-unknown') {
      assert.ok(!cut.returns, 'a server that can be asked is asked');
      assert.equal(left.folder, old);
      assert.ok([old, 'new'].includes(left.table), `the table is ${left.table}`);
    } else {
      assert.match(
        told,
        /^(output\/table-unwritable|resource\/connection-lost|input\/connection-refused)$/,
        stderr.slice(0, 300),
      );
      assert.deepEqual(left, { folder: old, table: old });
    }
    assert.deepEqual(
      readdirSync(place.home).filter((name) => !['days.csv', 'out'].includes(name)),
      [],
    );
    assert.deepEqual(readdirSync(place.scratch), []);
    return code === 0 ? 'written' : `${told.split('/')[1]}`;
  } finally {
    await way.close();
    place.remove();
  }
}

function folderIn(place: Place): string {
  if (!existsSync(place.path('out'))) return 'none';
  return JSON.parse(place.read('out', 'manifest.json')).promises.k === 4 ? 'old' : 'new';
}

/** Which release is in the table, whole. */
async function tableOn(server: Omit<TestServer, 'stop'>): Promise<string> {
  const [there] = await server.sql("SELECT to_regclass('cut_days') AS it");
  if (there.it === null) return 'none';
  const [{ rows, least }] = await server.sql(
    'SELECT (SELECT count(*) FROM cut_days)::int AS rows, (SELECT min(n) FROM (SELECT count(*)::int AS n FROM cut_days GROUP BY "GroupID") AS g) AS least',
  );
  if (rows !== 60) return `${rows} rows`;
  return Number(least) === 4 ? 'old' : 'new';
}
