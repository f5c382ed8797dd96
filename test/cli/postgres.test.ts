import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lendPostgres } from '../lent-postgres.ts';
import { freePort, type TestServer } from '../postgres.ts';
import { secret } from './days.ts';
import { openPlace, type Place } from './shoal-process.ts';

let server: TestServer;
let place: Place;
beforeAll(async () => {
  server = await lendPostgres();
  await server.sql(`
    CREATE SCHEMA "Odd.Schema";
    CREATE TABLE "Odd.Schema"."a ""table"", odd" AS
      SELECT md5(CAST(i AS text))::uuid AS "the Subject", '${secret}name' || i AS "Name, full",
        (i * 7) % 51 + 0.25::numeric(6, 3) AS "T1", (i * 3) % 51 AS "T2", CAST((i * 5) % 51 AS double precision) / 4 AS "T3",
        CAST((i * 11) % 51 AS real) / 8 AS "T4", CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'naïve; "quoted"' ELSE '東京' END AS job,
        i % 9 + 20 AS age, E'line\\nbreak, "quote" ' || i || E'\\r\\n\\t ž🐟 ' AS note, i % 3 = 0 AS flag,
        CASE WHEN i % 5 > 0 THEN timestamp '2024-02-28 23:59:59.5' + i * interval '1 hour' END AS at,
        timestamptz '2024-03-31 01:30:00+02' + i * interval '1 minute' AS zoned, date '2024-01-01' + i AS day, '{1,2}'::int[] AS list, '\\x00ff'::bytea AS bytes
      FROM generate_series(1, 2400) AS i;
    CREATE TABLE log AS
      SELECT timestamp '2024-03-01' + i * interval '11 minutes' AS "OD_ISO", 'home-' || i % 40 AS "GUID",
        (ARRAY['FALL_DETECTOR.FALL', 'SMOKE_DETECTOR.SMOKE', 'PULL_CORD.PULLED'])[1 + i % 3] AS dogodek, '${secret}' AS comment
      FROM generate_series(1, 5000) AS i;
    CREATE TABLE readings AS
      SELECT 'p' || s AS person, h AS hour, (s * 7 + h * 3) % 50 AS kwh, s % 2 AS flat FROM generate_series(1, 60) AS s, generate_series(1, 8) AS h;
    CREATE ROLE clerk LOGIN PASSWORD 'clerk'; CREATE ROLE stranger LOGIN PASSWORD 'stranger';
    GRANT SELECT ("GUID", "OD_ISO", dogodek) ON log TO clerk;
  `);
});
afterAll(() => server?.stop());
beforeEach(() => {
  place = openPlace();
});
afterEach(() => place.remove());

const odd = `table=${encodeURIComponent('"Odd.Schema"."a ""table"", odd"')}`;
const oddSql = '"Odd.Schema"."a ""table"", odd"';
const oddRoles = [
  '--subject',
  'the Subject',
  '--series',
  'T1..T4',
  '--quasi',
  'job,age',
  '--sensitive',
  'note,flag,at,zoned,day',
];
const call = (words: readonly string[], env: Record<string, string> = {}) =>
  place.call(words, { env: { PGPASSWORD: server.password, ...env } });
const same = ['--seed', '7', '--threads', '2', '--progress', 'none'];

/** The files of a release that may leave, as text by name. */
const publicFiles = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(place.path(folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, place.read(folder, name)]),
  );

/** Runs the same settings on a table and on its CSV; every byte that may leave must be the same. Answers the release's manifest, kept inside. */
async function expectEqualReleases(rest: string, csv: string, words: readonly string[]) {
  place.write('export.csv', csv);
  const fromFile = await call(['run', 'export.csv', ...words, ...same, '--out', 'from-file']);
  const fromTable = await call(['run', server.url(rest), ...words, ...same, '--out', 'from-table']);
  expect([fromFile, fromTable].map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  expect(publicFiles('from-table')).toEqual(publicFiles('from-file'));
  return JSON.parse(place.read('from-table', 'internal/manifest.json')).internal;
}

describe('a table gives the release that its CSV gives, byte for byte', () => {
  it.each(['naive', 'kapra'])('%s: quotes, breaks, letters, empty and missing cells, numbers and times', async (method) => {
    const columns = await server.csv(`SELECT * FROM ${oddSql}`);
    const words = ['--method', method, ...oddRoles, '--drop', 'Name\\, full,list,bytes', '--queries', '50'];
    await expectEqualReleases(odd, columns, words);
  });

  it('events, read from three columns only', async () => {
    const csv = await server.csv('SELECT * FROM log');
    const { inputSha256 } = await expectEqualReleases('table=log', csv, ['--method', 'events', '--remove-classes', 'none']);
    const read = await server.csv('SELECT "OD_ISO", "GUID", dogodek FROM log');
    expect(inputSha256).toBe(createHash('sha256').update(read).digest('hex'));
  });

  it('transactions, read from the columns that have a role', async () => {
    const csv = await server.csv('SELECT * FROM log');
    const quasi = ['--subject', 'GUID', '--quasi', 'dogodek:category,OD_ISO:time', '--aggregate', 'count'];
    const { inputSha256 } = await expectEqualReleases('table=log', csv, ['--method', 'kaca', ...quasi]);
    const read = await server.csv('SELECT "OD_ISO", "GUID", dogodek FROM log');
    expect(inputSha256).toBe(createHash('sha256').update(read).digest('hex'));
  });

  it.each(['naive', 'prism'])('%s: a long table', async (method) => {
    const csv = await server.csv('SELECT * FROM readings');
    const long = ['--method', method, '--long', 'person,hour,kwh', '--quasi', 'flat:category'];
    const { inputSha256 } = await expectEqualReleases('table=public.readings', csv, long);
    expect(inputSha256).toBe(createHash('sha256').update(csv).digest('hex'));
  });

  it('proves a release against the table it was made from, and says so where that has changed', async () => {
    await server.sql('CREATE TABLE moved AS SELECT * FROM log LIMIT 900');
    const url = server.url('table=moved');
    const proved = async (folder: string) => {
      const { code, stderr } = await call(['verify', folder, '--original', url, '--progress', 'none']);
      return [code, /^ {2}code +(.*)$/m.exec(stderr)?.[1]];
    };
    const log = ['--method', 'events', '--remove-classes', 'none'];
    const counts = ['--subject', 'GUID', '--quasi', 'dogodek:category,OD_ISO:hour', '--aggregate', 'count'];
    expect((await call(['run', url, ...log, ...same, '--out', 'log'])).code).toBe(0);
    expect((await call(['run', url, ...counts, ...same, '--out', 'counts'])).code).toBe(0);
    expect([await proved('log'), await proved('counts')]).toEqual([
      [0, undefined],
      [0, undefined],
    ]);
    await server.sql(`UPDATE moved SET "GUID" = 'home-x' WHERE "GUID" = 'home-1'`);
    expect(await proved('counts')).toEqual([3, 'verify/not-the-original']);
  });

  it('a query, a condition and a choice of columns', async () => {
    const where = encodeURIComponent(`age < 24 AND job LIKE '%"quoted"' -- those`);
    const csv = await server.csv(`SELECT "the Subject", "T2", "T3", "T4" FROM ${oddSql} WHERE age < 24 AND job LIKE '%"quoted"'`);
    const words = ['--subject', 'the Subject', '--series', 'T2..T4', '--segments', '3', '--effort', 'fast'];
    await expectEqualReleases(`${odd}&where=${where}&columns=the Subject,T2,T3,T4`, csv, words);
    const query = encodeURIComponent(
      `SELECT "the Subject", "T2", "T3", "T4" FROM ${oddSql} WHERE age < 24 AND job LIKE '%"quoted"' -- those`,
    );
    expect((await call(['run', server.url(`query=${query}`), ...words, ...same, '--out', 'from-query'])).code).toBe(0);
    expect(publicFiles('from-query')).toEqual(publicFiles('from-table'));
  });
});

describe('what the server sends', () => {
  it('is only the columns that are needed, so rights on those are enough', async () => {
    const words = ['--method', 'events', '--remove-classes', 'none', ...same];
    const url = server.url('table=log', 'clerk');
    expect((await call(['run', url, ...words], { PGPASSWORD: 'clerk' })).code).toBe(0);
  });

  it('is nothing where a column has no role', async () => {
    await server.sql('SELECT pg_stat_reset()');
    const read = async () =>
      Number((await server.sql(`SELECT sum(seq_tup_read) AS read FROM pg_stat_user_tables WHERE relname LIKE 'a %'`))[0].read);
    const { code, stderr } = await call(['run', server.url(odd), ...oddRoles, ...same]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('policy/column-without-role')]);
    expect(await read()).toBe(0);
    expect((await call(['plan', server.url(odd), ...oddRoles, '--drop', 'Name\\, full,list,bytes'])).code).toBe(0);
    await expect.poll(read).toBe(2400);
  });

  it('is told while it comes', async () => {
    const { stderr } = await call(['plan', server.url(odd), ...oddRoles, '--drop', 'Name\\, full,list,bytes']);
    expect(stderr).toBe('');
    const ran = await call([
      'run',
      server.url('table=log'),
      '--method',
      'events',
      '--remove-classes',
      'none',
      '--progress',
      'json',
    ]);
    const fetched = ran.stderr.split('\n').filter((line) => line.includes('"fetch"'));
    expect(JSON.parse(fetched.at(-1) ?? '')).toMatchObject({
      phase: 'fetch',
      done: 5000,
      total: 5000,
      unit: 'rows',
      finished: true,
    });
  });

  it('leaves the database as it is, whatever the query tries', async () => {
    for (const query of [
      'DELETE FROM log RETURNING *',
      'SELECT 1 AS a) TO STDOUT; DROP TABLE log; COPY (SELECT 1',
      "SELECT 1)) TO PROGRAM 'touch /tmp/shoal-was-here' --",
      'SELECT 1; DROP TABLE log',
      'SELECT 1;',
      'SELECT $1',
      'WITH gone AS (DELETE FROM log RETURNING *) SELECT * FROM gone',
      "SELECT setval('none', 1)",
    ]) {
      const { code, stderr } = await call([
        'plan',
        server.url(`query=${encodeURIComponent(query)}`),
        '--subject',
        'row',
        '--series',
        '/./',
      ]);
      expect([code, stderr], query).toEqual([3, expect.stringMatching(/input\/(bad-query|missing-table)/)]);
    }
    const where = encodeURIComponent("true)) TO PROGRAM 'touch /tmp/shoal-was-here' --");
    expect((await call(['plan', server.url(`table=log&where=${where}`), '--method', 'events'])).code).toBe(3);
    expect(existsSync('/tmp/shoal-was-here')).toBe(false);
    expect(await server.sql('SELECT count(*)::int AS rows FROM log')).toEqual([{ rows: 5000 }]);
  });
});

describe('sweep', () => {
  it('reads a table once, and its commands show no condition', async () => {
    const url = server.url(`table=readings&where=${encodeURIComponent(`person <> '${secret}'`)}`);
    const words = [
      '--long',
      'person,hour,kwh',
      '--drop',
      'flat',
      '--k',
      '5',
      '--p',
      '2',
      '--max-level',
      '3,5',
      '--method',
      'naive',
    ];
    const { code, stderr } = await call(['sweep', url, ...words, '--progress', 'json']);
    expect(code).toBe(0);
    expect(stderr.match(/"phase":"fetch".*"finished":true/g)).toHaveLength(1);
    const told = `${place.read('sweep/sweep.json')}${place.read('sweep/sweep.html')}`;
    expect(told).toContain(`postgres://127.0.0.1:${server.port}/${server.database}?table=readings&where=…`);
    expect(told).not.toContain(secret);
  });
});

describe('a fault of the database', () => {
  const events = ['--method', 'events', '--progress', 'none'];
  const faults: readonly (readonly [string, () => string | Promise<string>, number, string, Record<string, string>])[] = [
    ['wrong password', () => server.url('table=log'), 3, 'input/database-login', { PGPASSWORD: `${secret}x` }],
    ['no password', () => server.url('table=log'), 3, 'input/database-login', { PGPASSWORD: '', HOME: '/nonexistent' }],
    ['unknown user', () => server.url('table=log', 'nobody-here'), 3, 'input/database-login', {}],
    [
      'no such database',
      () => server.url('table=log').replace(`/${server.database}?`, '/none?'),
      3,
      'input/missing-database',
      {},
    ],
    ['no such table', () => server.url('table=lög'), 3, 'input/missing-table', {}],
    ['no such schema', () => server.url('table=none.log'), 3, 'input/missing-table', {}],
    ['no such column', () => server.url('table=log&columns=GUID,none'), 3, 'input/missing-column', {}],
    ['capitals are not folded', () => server.url('table=LOG'), 3, 'input/missing-table', {}],
    ['no permission', () => server.url('table=log', 'stranger'), 3, 'input/no-permission', { PGPASSWORD: 'stranger' }],
    ['a condition that is no SQL', () => server.url(`table=log&where=comment = '${secret}`), 3, 'input/bad-query', {}],
    ['a cast that fails on a value', () => server.url('table=log&where=comment::int = 1'), 3, 'input/bad-query', {}],
    ['a name twice', () => server.url('query=SELECT 1 AS a, 2 AS a'), 3, 'input/duplicate-column', {}],
    [
      'bytes',
      () => server.url(`query=${encodeURIComponent(`SELECT bytes AS "GUID", at AS "OD_ISO", note AS dogodek FROM ${oddSql}`)}`),
      3,
      'input/unsupported-type',
      {},
    ],
    [
      'an array',
      () => server.url(`query=${encodeURIComponent(`SELECT list AS "GUID", at AS "OD_ISO", note AS dogodek FROM ${oddSql}`)}`),
      3,
      'input/unsupported-type',
      {},
    ],
    ['no rows', () => server.url('table=log&where=false'), 3, 'input/no-rows', {}],
    ['a missing column', () => server.url('table=log&columns=GUID,dogodek'), 3, 'input/missing-column', {}],
    [
      'nobody listens',
      async () => `postgres://keeper@127.0.0.1:${await freePort()}/postgres?table=log`,
      3,
      'input/connection-refused',
      {},
    ],
    ['no such port', () => 'postgres://keeper@127.0.0.1/postgres?table=log', 2, 'policy/bad-address', { PGPORT: '70000' }],
    ['a misspelt mode of encryption', () => server.url('table=log'), 2, 'policy/bad-address', { PGSSLMODE: 'verify-fll' }],
    ['no socket there', () => 'postgres://keeper@/postgres?table=log&host=/nonexistent', 3, 'input/connection-refused', {}],
    ['unknown host', () => server.url('table=log', 'keeper', 'no-such-host.invalid'), 3, 'input/unknown-host', {}],
    ['TLS asked of a server without it', () => server.url('table=log&sslmode=require'), 3, 'input/tls', {}],
    ['no such certificate file', () => server.url('table=log&sslmode=verify-full&sslrootcert=/none.pem'), 3, 'input/tls', {}],
    ['no such password file', () => server.url('table=log&passwordfile=/none'), 2, 'policy/password-file', {}],
    [
      'a password in the address',
      () => server.url('table=log').replace('keeper@', `keeper:${secret}@`),
      2,
      'policy/password-in-address',
      {},
    ],
    [
      'a statement that takes too long',
      () => server.url('query=SELECT pg_sleep(60)', 'hasty'),
      7,
      'resource/database-timeout',
      { PGPASSWORD: 'hasty' },
    ],
    ['too many connections', () => server.url('table=log', 'crowd'), 7, 'resource/database-busy', { PGPASSWORD: 'crowd' }],
  ];
  beforeAll(() =>
    server.sql(`
      CREATE ROLE hasty LOGIN PASSWORD 'hasty'; ALTER ROLE hasty SET statement_timeout TO '300ms';
      CREATE ROLE crowd LOGIN PASSWORD 'crowd' CONNECTION LIMIT 0;`),
  );

  it.each(faults)('%s: its own code, exit code and nothing written', async (name, address, exit, expected, env) => {
    const method =
      name === 'a statement that takes too long' ? ['--subject', 'row', '--series', '/./', '--segments', '1'] : events;
    const before = place.listing();
    const { code, stdout, stderr } = await call(['run', await address(), ...method], env);
    expect([code, stdout, /^ {2}code {3}(\S+)$/m.exec(stderr)?.[1]]).toEqual([exit, '', expected]);
    expect(stderr).not.toContain(secret);
    expect(stderr).not.toMatch(/ at .*\.js:|keeper|stranger/);
    expect(place.listing()).toEqual(before);
  });

  it('names the table that was meant', async () => {
    expect((await call(['plan', server.url('table=lgo'), ...events])).stderr).toContain('Did you mean "log"?');
  });

  it('tells rows, not lines, and no cell', async () => {
    const words = ['--subject', 'GUID', '--series', 'comment', '--segments', '1', '--drop', 'OD_ISO,dogodek', ...same];
    const { code, stderr } = await call(['run', server.url('table=log'), ...words]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('input/not-a-number')]);
    expect(stderr).not.toMatch(new RegExp(`line|${secret}`));
  });
});

describe('the password of a run', () => {
  it('comes from .pgpass, colons and backslashes escaped', async () => {
    const passfile = place.write(
      'passes',
      `127.0.0.1:${server.port}:${server.database}:keeper:${server.password.replace(/[\\:]/g, '\\$&')}\n`,
    );
    const words = ['plan', server.url('table=log'), '--method', 'events'];
    expect((await call(words, { PGPASSWORD: '', PGPASSFILE: passfile })).stderr).toContain('policy/password-file');
    await import('node:fs').then(({ chmodSync }) => chmodSync(passfile, 0o600));
    expect((await call(words, { PGPASSWORD: '', PGPASSFILE: passfile })).code).toBe(0);
  });

  it('is in no file of the release, nor is the user, nor a condition', async () => {
    const url = server.url(`table=log&where=${encodeURIComponent(`comment = '${secret}'`)}`);
    const told = await call(['run', url, '--method', 'events', '--remove-classes', 'none', '--out', 'out']);
    expect(told.code).toBe(0);
    const files = readdirSync(place.path('out'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const written = files.map((entry) => place.read('out', entry.parentPath.slice(place.path('out').length + 1), entry.name));
    expect([told.stdout, told.stderr, ...written].join('\n')).not.toMatch(new RegExp(`${secret}|keeper`));
    expect(place.read('out/internal/manifest.json')).toContain(`/${server.database}?table=log&where=…"`);
    expect(place.read('out/manifest.json')).not.toContain('postgres');
  });

  it('is found where a policy file names the table', async () => {
    place.write('shoal.yaml', `input: ${server.url('table=log')}\nmethod: events\nremoveClasses: none\n`);
    expect((await call(['run', '--out', 'out'])).code).toBe(0);
  });
});
