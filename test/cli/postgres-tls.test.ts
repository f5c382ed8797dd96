import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPostgres, type TestServer } from '../postgres.ts';
import { openPlace, type Place } from './shoal-process.ts';

const openssl = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!openssl)('a server that admits only encrypted connections (needs openssl to make its certificate)', () => {
  let server: TestServer;
  let place: Place;
  beforeAll(async () => {
    place = openPlace();
    server = await startPostgres();
    await encrypt(server, place);
    await server.sql(
      'CREATE TABLE log AS SELECT now()::timestamp AS "OD_ISO", \'home-\' || i AS "GUID", \'FALL_DETECTOR.FALL\' AS dogodek FROM generate_series(1, 50) AS i',
    );
    await server.sql("CREATE ROLE outsider LOGIN PASSWORD 'outsider'; GRANT SELECT ON log TO outsider");
  });
  afterAll(async () => {
    await server?.stop();
    place?.remove();
  });

  const modes: readonly (readonly [string, string, string, string | undefined])[] = [
    ['when left to itself', '', '127.0.0.1', undefined],
    ['with require', '&sslmode=require', '127.0.0.1', undefined],
    ['with verify-ca and the authority that signed', '&sslmode=verify-ca&sslrootcert=server.crt', '127.0.0.1', undefined],
    ['with verify-full and the name it was signed for', '&sslmode=verify-full&sslrootcert=server.crt', 'localhost', undefined],
    ['with verify-full and another name: not', '&sslmode=verify-full&sslrootcert=server.crt', '127.0.0.1', 'input/tls'],
    ['with verify-full and no authority: not', '&sslmode=verify-full', 'localhost', 'input/tls'],
    ['with disable: not', '&sslmode=disable', '127.0.0.1', 'input/database-login'],
  ];

  it.each(modes)('is read %s', async (_, more, host, code) => {
    const url = server.url(`table=log${more}`, 'outsider', host);
    const told = await place.call(['plan', url, '--method', 'events', '-k', '2'], { env: { PGPASSWORD: 'outsider' } });
    expect([told.code, /^ {2}code {3}(\S+)$/m.exec(told.stderr)?.[1]]).toEqual([code === undefined ? 0 : 3, code]);
  });
});

/** A certificate for localhost, signed by itself; all but the superuser, whom the test itself uses, must encrypt. */
async function encrypt(server: TestServer, place: Place): Promise<void> {
  const made = spawnSync(
    'openssl',
    `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout server.key -out server.crt`.split(
      ' ',
    ),
    { cwd: place.home },
  );
  expect(made.status, String(made.stderr)).toBe(0);
  const [{ data_directory: folder }] = await server.sql('SHOW data_directory');
  const { uid, gid } = statSync(String(folder));
  for (const name of ['server.key', 'server.crt']) {
    const path = join(String(folder), name);
    writeFileSync(path, readFileSync(place.path(name)));
    chmodSync(path, 0o600);
    chownSync(path, uid, gid);
  }
  writeFileSync(join(String(folder), 'pg_hba.conf'), 'host all keeper all scram-sha-256\nhostssl all all all scram-sha-256\n');
  await server.sql('ALTER SYSTEM SET ssl TO on');
  await server.sql('SELECT pg_reload_conf()');
  await vi.waitFor(async () => expect(await server.sql('SHOW ssl')).toEqual([{ ssl: 'on' }]));
}
