import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cutRun } from '../campaign/parts/lost-connections.ts';
import { lendPostgres } from '../lent-postgres.ts';
import type { TestServer } from '../postgres.ts';
import { daysCsv, naiveRoles } from './days.ts';
import { openPlace, type Place } from './shoal-process.ts';

let server: TestServer;
let place: Place;
beforeAll(async () => {
  server = await lendPostgres();
  await server.sql(
    "CREATE SCHEMA kept; CREATE ROLE reader LOGIN PASSWORD 'reader'; CREATE TABLE other AS SELECT 1 AS one; CREATE VIEW seen AS SELECT 1 AS one",
  );
});
afterAll(() => server?.stop());
beforeEach(() => {
  place = openPlace();
  place.write('days.csv', daysCsv(300));
});
afterEach(() => place.remove());

const call = (table: string, ...more: readonly string[]) =>
  place.call(
    [
      'run',
      'days.csv',
      ...naiveRoles,
      '--seed',
      '1',
      '--out',
      'out',
      '--progress',
      'none',
      '--out-table',
      server.url(`table=${table}`),
      ...more,
    ],
    {
      env: { PGPASSWORD: server.password },
    },
  );
const codeIn = (stderr: string): string | undefined => /^ {2}code {3}(\S+)$/m.exec(stderr)?.[1];
const typesOf = (table: string) =>
  server.sql(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum > 0 ORDER BY attnum`,
  );

describe('a table of the release', () => {
  it('holds the rows of its data file, cell for cell and in their order', async () => {
    expect((await call('kept.days')).code).toBe(0);
    expect(await server.csv('SELECT * FROM kept.days')).toBe(place.read('out/naive_anonymized.csv'));
    expect((await typesOf('kept.days')).map(({ type }) => type)).toEqual([
      'bigint',
      ...Array(8).fill('text'),
      'text',
      'text',
      'bigint',
    ]);
    expect(JSON.stringify([place.read('out/manifest.json'), place.read('out/report.json')])).not.toContain('postgres');
  });

  it('has bounds and curves as numbers', async () => {
    expect((await call('numbers', '--intervals', 'columns', '--reconstruct')).code).toBe(0);
    const types = Object.fromEntries((await typesOf('numbers')).map(({ name, type }) => [name, type]));
    expect(types).toMatchObject({
      GroupID: 'bigint',
      H1_min: 'numeric',
      H8_max: 'numeric',
      H1_curve: 'numeric',
      Pattern: 'text',
      Level: 'bigint',
    });
    expect(await server.sql('SELECT bool_and("H1_min" <= "H1_max") AS sound FROM numbers')).toEqual([{ sound: true }]);
    expect(await server.csv('SELECT * FROM numbers')).toBe(place.read('out/naive_anonymized.csv'));
  });

  it('is the same from Parquet', async () => {
    expect((await call('from_csv')).code).toBe(0);
    expect((await call('from_parquet', '--format', 'parquet', '--force')).code).toBe(0);
    expect(await server.csv('SELECT * FROM from_parquet')).toBe(await server.csv('SELECT * FROM from_csv'));
  });

  it('keeps quotes, breaks and empty texts', async () => {
    const odd = ['""', '"a ""quoted"" cell"', '"line\nbreak; and, comma"', ' ž🐟 ', '\\.', 'NULL'];
    place.write(
      'days.csv',
      daysCsv(300, (cells, row) => cells.with(-1, odd[row % odd.length])),
    );
    expect((await call('texts')).code).toBe(0);
    const kept = await server.sql('SELECT DISTINCT "Tag" AS tag FROM texts ORDER BY 1');
    expect(kept.map(({ tag }) => tag).toSorted()).toEqual(
      ['', 'a "quoted" cell', 'line\nbreak; and, comma', ' ž🐟 ', '\\.', 'NULL'].toSorted(),
    );
  });

  it('holds events too', async () => {
    const words = ['generate', 'events', '--rows', '5000', '--seed', '1', '--out', 'log.csv'];
    expect((await place.call(words)).code).toBe(0);
    const told = await place.call(
      ['run', 'log.csv', '--method', 'events', '--out', 'events', '--out-table', server.url('table=log')],
      {
        env: { PGPASSWORD: server.password },
      },
    );
    expect(told.code).toBe(0);
    expect(told.stderr).toMatch(/^table {4}/m);
    expect((await server.csv('SELECT * FROM log')).replaceAll(',', ';')).toBe(place.read('events/anonymized_events.csv'));
    expect((await typesOf('log'))[0]).toEqual({ name: 'GUID', type: 'bigint' });
  });

  it('holds counts and means of transactions too', async () => {
    expect((await place.call(['generate', 'tolls', '--rows', '3000', '--seed', '1', '--out', 'tolls.csv'])).code).toBe(0);
    const quasi = [
      '--subject',
      'vehicle_id',
      '--quasi',
      'section_id:prefix,exit_time:time',
      '--aggregate',
      'count,avg:toll_money',
    ];
    const words = ['run', 'tolls.csv', '--method', 'kaca', ...quasi, '--out', 'flow', '--out-table', server.url('table=flow')];
    expect((await place.call(words, { env: { PGPASSWORD: server.password } })).code).toBe(0);
    expect(await server.csv('SELECT * FROM flow')).toBe(place.read('flow/kaca_anonymized.csv'));
    expect((await typesOf('flow')).map(({ type }) => type)).toEqual(['text', 'text', 'bigint', 'numeric']);
  });

  it('holds the counts with their noise, and is entered in a ledger or not written', async () => {
    const exits = Array.from({ length: 200 }, (_, i) => `v${i},G${(i * 37) % 11},2023-01-02T${10 + ((i * 53) % 9)}:00:00`);
    place.write('exits.csv', `vehicle,section,time\n${exits.join('\n')}\n`);
    place.write('noise.key', '7c0a91e5d3b84f26aa1837e09bd45c62\n');
    const countBy = (quasi: string, dropped: string, out: string) => {
      const words = `run exits.csv --subject vehicle --quasi ${quasi} --drop ${dropped} --aggregate count -k 5 --noise 3,2 --noise-key noise.key --ledger l.ledger`;
      return place.call(
        [...words.split(' '), '--out', out, '--progress', 'none', '--out-table', server.url(`table=kept.${out}`)],
        {
          env: { PGPASSWORD: server.password },
        },
      );
    };
    expect((await countBy('section:prefix', 'time', 'noisy')).code).toBe(0);
    expect(await server.csv('SELECT * FROM kept.noisy')).toBe(place.read('noisy/kaca_anonymized.csv'));
    const again = await countBy('time:hour', 'section', 'again');
    expect([again.code, codeIn(again.stderr)]).toEqual([6, 'ledger/crowd-below-k']);
    expect(existsSync(place.path('again'))).toBe(false);
    expect(await server.sql("SELECT 1 FROM pg_tables WHERE schemaname = 'kept' AND tablename = 'again'")).toEqual([]);
  });
});

describe('a table that is there already', () => {
  it('is refused before any work, and replaced by --force', async () => {
    expect((await call('again')).code).toBe(0);
    const first = await server.csv('SELECT * FROM again');
    const before = place.listing();
    const refused = await call('again', '--out', 'second');
    expect([refused.code, codeIn(refused.stderr)]).toEqual([8, 'output/table-exists']);
    expect(place.listing()).toEqual(before);
    expect((await call('again', '--force', '-k', '10')).code).toBe(0);
    expect(await server.csv('SELECT * FROM again')).toBe(place.read('out/naive_anonymized.csv'));
    expect(await server.csv('SELECT * FROM again')).not.toBe(first);
  });

  it.each(['other', 'seen'])('and is no release stays, even by --force: %s', async (table) => {
    const { code, stderr } = await call(table, '--force');
    expect([code, codeIn(stderr)]).toEqual([8, 'output/not-a-release-table']);
    expect(await server.sql(`SELECT * FROM ${table}`)).toEqual([{ one: 1 }]);
    expect(existsSync(place.path('out'))).toBe(false);
  });
});

describe('a table that cannot be written', () => {
  const faults: readonly (readonly [string, string, Record<string, string>])[] = [
    ['no right to create it', 'postgres://reader@127.0.0.1:PORT/postgres?table=kept.mine', { PGPASSWORD: 'reader' }],
    ['wrong password', 'postgres://reader@127.0.0.1:PORT/postgres?table=mine', { PGPASSWORD: 'wrong' }],
    ['no such schema', 'postgres://keeper@127.0.0.1:PORT/postgres?table=none.mine', {}],
    ['nobody listens', 'postgres://keeper@127.0.0.1:1/postgres?table=mine', {}],
  ];
  it.each(faults)('%s: neither table nor folder', async (_, address, env) => {
    const before = place.listing();
    const words = [
      'run',
      'days.csv',
      ...naiveRoles,
      '--out',
      'out',
      '--out-table',
      address.replace('PORT/postgres', `${server.port}/${server.database}`),
    ];
    const { code, stdout, stderr } = await place.call(words, { env: { PGPASSWORD: server.password, ...env } });
    expect([code, stdout, codeIn(stderr)]).toEqual([8, '', 'output/table-unwritable']);
    expect(stderr).not.toMatch(/reader|keeper/);
    expect(place.listing()).toEqual(before);
  });

  it('after the release was made leaves no folder, no table, and of a replaced one the old rows', async () => {
    expect((await call('strict')).code).toBe(0);
    const old = await server.csv('SELECT * FROM strict');
    const before = place.listing();
    await server.sql(`CREATE FUNCTION no_more() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'Zz7' USING ERRCODE = '53100'; END $$;
      CREATE EVENT TRIGGER no_more ON ddl_command_end WHEN TAG IN ('COMMENT') EXECUTE FUNCTION no_more()`);
    try {
      const forced = await call('strict', '--force', '-k', '10');
      expect([forced.code, codeIn(forced.stderr)]).toEqual([8, 'output/table-unwritable']);
      expect(forced.stderr).not.toContain('Zz7');
      expect((await call('fresh', '--out', 'fresh')).code).toBe(8);
    } finally {
      await server.sql('DROP EVENT TRIGGER no_more');
    }
    expect(place.listing()).toEqual(before);
    expect(await server.csv('SELECT * FROM strict')).toBe(old);
    expect(await server.sql("SELECT to_regclass('fresh') AS fresh")).toEqual([{ fresh: null }]);
  });

  it('because a view stands on the old one keeps both', async () => {
    expect((await call('watched')).code).toBe(0);
    await server.sql('CREATE VIEW watching AS SELECT count(*)::int AS rows FROM watched');
    const before = place.listing();
    const { code, stderr } = await call('watched', '--force');
    expect([code, codeIn(stderr), stderr]).toEqual([
      8,
      'output/table-unwritable',
      expect.stringContaining('depend on the table'),
    ]);
    expect(await server.sql('SELECT rows FROM watching')).toEqual([{ rows: 300 }]);
    expect(place.listing()).toEqual(before);
  });

  it('because a name would be cut is refused', async () => {
    const long = 'H'.repeat(64);
    place.write('days.csv', daysCsv(300).replace('H8', long));
    const words = [
      'run',
      'days.csv',
      '--method',
      'naive',
      '--subject',
      'ID',
      '--drop',
      'Name',
      '--series',
      `H1..${long}`,
      '--sensitive',
      'Tag',
      '--out',
      'out',
    ];
    const { code, stderr } = await place.call([...words, '--out-table', server.url('table=cut')], {
      env: { PGPASSWORD: server.password },
    });
    expect([code, codeIn(stderr)]).toEqual([8, 'output/table-unwritable']);
    expect(existsSync(place.path('out'))).toBe(false);
  });
});

it('says so where the table was written and the folder could not be moved into place', async () => {
  await server.sql(`CREATE FUNCTION seize() RETURNS event_trigger LANGUAGE plpgsql AS $$
    BEGIN WHILE NOT EXISTS (SELECT 1 FROM pg_class WHERE relname = 'seized') LOOP PERFORM pg_sleep(0.05); END LOOP; END $$;
    CREATE EVENT TRIGGER seize ON ddl_command_end WHEN TAG IN ('COMMENT') EXECUTE FUNCTION seize()`);
  try {
    const running = place.shoal(['run', 'days.csv', ...naiveRoles, '--out', 'out', '--out-table', server.url('table=alone')], {
      env: { PGPASSWORD: server.password },
    });
    const asleep = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()";
    const sleeping = () => server.sql(asleep).then((rows) => rows.length);
    await expect.poll(sleeping, { timeout: 90_000, interval: 20 }).toBe(1);
    mkdirSync(place.path('out')); // somebody takes its place while the table is being written
    chmodSync(place.path('out'), 0o755);
    await server.sql('CREATE TABLE seized ()'); // a row of a catalogue: what is asked by a name alone is kept by the session
    const { code, stderr } = await running;
    expect(code).toBe(8);
    expect([...stderr.matchAll(/^ {2}code {3}(\S+)$/gm)].map(([, found]) => found)).toEqual([
      'output/exists',
      'output/table-without-folder',
    ]);
    expect(await server.sql('SELECT count(*)::int AS rows FROM alone')).toEqual([{ rows: 300 }]);
  } finally {
    await server.sql('DROP EVENT TRIGGER seize');
  }
});

describe('a connection that is lost in the middle of COMMIT', () => {
  it.each([
    { arrives: true, returns: true, ends: 'written' },
    { arrives: false, returns: true, ends: 'table-unwritable' },
    { arrives: true, returns: false, ends: 'table-unknown' },
  ])('is asked about over another one: $ends', async ({ ends, ...cut }) => {
    expect(await cutRun(server, { at: 'commit', before: true, ...cut })).toBe(ends);
  });
});
