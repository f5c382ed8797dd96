import { connect, createServer, type Server } from 'node:net';
import { verify } from 'shoal';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '../postgres.ts';
import { type Outcome, openPlace, type Place } from './shoal-process.ts';

let server: TestServer;
let place: Place;
beforeAll(async () => {
  server = await startPostgres();
  await server.sql(
    `CREATE TABLE walks AS SELECT i AS id, ${[1, 2, 3, 4].map((h) => `(i * ${h}) % 97 AS h${h}`).join(', ')} FROM generate_series(1, 400000) AS i`,
  );
});
afterAll(() => server?.stop());
beforeEach(() => {
  place = openPlace();
});
afterEach(() => place.remove());

const roles = ['--subject', 'id', '--series', 'h1..h4', '--out', 'out'];
const env = () => ({ PGPASSWORD: server.password });

/** A slow way to the server, which can be cut. */
async function slowWay(bytesAtATime: number): Promise<{ port: number; passed: () => number; cut: () => void; way: Server }> {
  let passed = 0;
  const open = new Set<{ destroy(): void }>();
  const way = createServer((near) => {
    const far = connect(server.port, '127.0.0.1');
    for (const end of [near, far]) {
      open.add(end);
      end.on('error', () => {});
      end.on('close', () => (end === near ? far : near).destroy());
    }
    near.pipe(far);
    far.on('data', (piece) => {
      passed += piece.length;
      near.write(piece);
      if (piece.length < bytesAtATime) return;
      far.pause();
      setTimeout(() => far.resume(), 20);
    });
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const address = way.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const cut = () => {
    for (const end of open) end.destroy();
  };
  return { port, passed: () => passed, way, cut };
}

/** Runs over a slow way and does something once a megabyte has come; answers how the run ended. */
async function disturbed(
  words: readonly string[],
  disturb: (cut: () => void, kill: (signal: NodeJS.Signals) => void) => unknown,
): Promise<Outcome> {
  const { port, passed, cut, way } = await slowWay(10_000);
  try {
    const url = `postgres://keeper@127.0.0.1:${port}/postgres?table=walks&sslmode=disable`;
    const { child, ended } = place.start(['run', url, ...roles, ...words], { env: env() });
    while (passed() < 1_000_000 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(child.exitCode).toBeNull();
    await disturb(cut, (signal) => child.kill(signal));
    return await ended;
  } finally {
    cut();
    way.close();
  }
}

const backend = async (): Promise<{ pid?: number; query?: string }> =>
  (await server.sql("SELECT pid, query FROM pg_stat_activity WHERE application_name = 'shoal' AND state = 'active'"))[0] ?? {};

describe('a connection that breaks while rows come', () => {
  const disturbances: readonly (readonly [string, (cut: () => void) => unknown])[] = [
    ['the network goes', (cut) => cut()],
    ['an administrator ends the session', async () => server.sql('SELECT pg_terminate_backend($1)', [(await backend()).pid])],
    ['the server process is killed', async () => process.kill((await backend()).pid ?? 0, 'SIGKILL')],
  ];

  it.each(disturbances)('%s: said clearly, nothing published, nothing left', async (_, disturb) => {
    const before = place.listing();
    const { code, stdout, stderr } = await disturbed([], disturb);
    expect([code, stdout, /^ {2}code {3}(\S+)$/m.exec(stderr)?.[1]]).toEqual([7, '', 'resource/connection-lost']);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(place.listing()).toEqual(before);
    await expect.poll(() => server.sql('SELECT 1 AS up').catch(() => []), { timeout: 90_000 }).toEqual([{ up: 1 }]); // a crash restarts it
  });

  it('leaves a release that was there as it was', async () => {
    const url = server.url('table=walks&where=id <= 100');
    expect((await place.shoal(['run', url, ...roles], { env: env() })).code).toBe(0);
    const before = place.listing();
    expect((await disturbed(['--force'], (cut) => cut())).code).toBe(7);
    expect(place.listing()).toEqual(before);
    expect(await verify(place.path('out'))).toMatchObject({ ok: true, value: { holds: true } });
  });
});

describe('an interrupt', () => {
  it('while rows come leaves no trace', async () => {
    const before = place.listing();
    const { code, stdout, stderr } = await disturbed([], (_, kill) => kill('SIGINT'));
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).not.toContain('✗');
    expect(place.listing()).toEqual(before);
  });

  it.each(['run', 'plan', 'sweep'])('of %s cancels a query that has not sent a row yet', async (command) => {
    const url = server.url('query=SELECT i AS id, 1 AS h1 FROM generate_series(1, 3) AS i, pg_sleep(300)');
    const words = [command, url, '--subject', 'id', '--series', 'h1', '--segments', '1'];
    const { child, ended } = place.start(words, { env: env() });
    await expect.poll(async () => (await backend()).query, { timeout: 90_000 }).toContain('COPY');
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).not.toContain('✗');
    await expect.poll(backend, { timeout: 90_000 }).toEqual({});
    expect(place.listing()).toEqual({});
  });
});

it('gives up on a host that does not answer', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    const url = `postgres://keeper@127.0.0.1:${port}/postgres?table=walks&connect_timeout=1`;
    const { code, stderr } = await place.shoal(['run', url, ...roles], { env: env() });
    expect([code, stderr]).toEqual([7, expect.stringContaining('resource/database-timeout')]);
    expect(place.listing()).toEqual({});
  } finally {
    silent.close();
  }
});
