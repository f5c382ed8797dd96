import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { ConnectionOptions } from 'node:tls';
import type { Client } from 'pg';
import { Refusal } from '../../base/problem.ts';
import type { Workspace } from '../../base/workspace.ts';
import { isPort, type PostgresAddress, type SslMode, sslModes } from '../../policy/postgres-address.ts';
import { badAddress } from '../../policy/problems.ts';
import { passwordFor, type Server } from './password.ts';
import { tlsFailed } from './problems.ts';

/** Connects, lends the client, and closes it whatever happens. An interrupt cancels what the server is doing for it. */
export async function withClient<Answer>(
  address: PostgresAddress,
  workspace: Workspace,
  work: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const client = await connectUnlessAborted(address, workspace.signal);
  let stopWatching = () => {};
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    stopWatching = workspace.attend(() => Promise.race([cancelQuery(address, rows[0].pid), wait(patience)]));
    return await work(client);
  } finally {
    stopWatching();
    await client.end().catch(() => {}); // it may be broken already
  }
}

/** A server that does not answer is waited for by nobody once the signal is aborted. */
async function connectUnlessAborted(address: PostgresAddress, signal: AbortSignal): Promise<Client> {
  signal.throwIfAborted();
  const connecting = connect(address);
  let giveUp = () => {};
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
  });
  signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([connecting, aborted]);
  } catch (error) {
    void connecting.then((client) => client.end()).catch(() => {});
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** How long an interrupted person waits for the server to hear of it, in milliseconds. */
const patience = 2000;

/** Without this a long sort goes on for nobody: a server notices a closed connection only when it has something to send. */
async function cancelQuery(address: PostgresAddress, pid: number): Promise<void> {
  try {
    const client = await connect(address);
    await client.query('SELECT pg_cancel_backend($1)', [pid]);
    await client.end();
  } catch {} // it went away by itself
}

async function connect(address: PostgresAddress): Promise<Client> {
  const mode = address.sslmode ?? sslModeOf(process.env.PGSSLMODE);
  const server = serverOf(address);
  if (mode === 'disable' || server.host.startsWith('/')) return tryConnection(address, server, false);
  try {
    return await tryConnection(address, server, tlsOf(mode, address));
  } catch (error) {
    const plain = error instanceof Error && error.message === 'The server does not support SSL connections';
    if (plain && mode === 'prefer') return tryConnection(address, server, false);
    throw error;
  }
}

/** Not understood is not `prefer`: whoever set it may have meant more. */
function sslModeOf(text: string | undefined): SslMode {
  const mode = sslModes.find((known) => known === (text || 'prefer'));
  if (mode === undefined) throw new Refusal(badAddress(`PGSSLMODE is not one of ${sslModes.join(', ')}.`));
  return mode;
}

function serverOf({ host, port, user, database }: PostgresAddress): Server {
  const { PGHOST, PGPORT, PGUSER, PGDATABASE } = process.env;
  if (port === undefined && PGPORT && !isPort(PGPORT)) throw new Refusal(badAddress('PGPORT is not the number of a port.'));
  const login = user ?? (PGUSER || userInfo().username);
  return {
    host: host ?? (PGHOST || 'localhost'),
    port: port ?? Number(PGPORT || 5432),
    user: login,
    database: database ?? (PGDATABASE || login),
  };
}

/** As libpq does: only the two `verify` modes ask who answers, and only `verify-full` whether it is the host that was named. */
function tlsOf(mode: SslMode, { sslrootcert }: PostgresAddress): ConnectionOptions {
  if (mode === 'prefer' || mode === 'require') return { rejectUnauthorized: false };
  const trusted = sslrootcert === undefined ? {} : { ca: certificates(sslrootcert) };
  return { ...trusted, rejectUnauthorized: true, ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}) };
}

function certificates(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new Refusal(tlsFailed(file, 'The file named by sslrootcert is not there, or you may not read it.'));
  }
}

async function tryConnection(address: PostgresAddress, server: Server, ssl: ConnectionOptions | false): Promise<Client> {
  const { default: pg } = await import('pg');
  const password = passwordFor(server, address);
  const client = new pg.Client({
    ...server,
    password: () => password ?? '', // a function, so that the client looks nowhere else
    ssl,
    application_name: 'shoal',
    client_encoding: 'UTF8',
    keepAlive: true,
    connectionTimeoutMillis: 1000 * (address.connectTimeout ?? 10),
  });
  client.on('error', () => {}); // whoever waits for an answer is told as well
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
