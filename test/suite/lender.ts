import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresAddress, startPostgres, type TestServer } from '../postgres.ts';

/** What is started once for all workers of a run, when the first of them asks at a socket. */
export interface Lender {
  readonly socket: string;
  close(): Promise<void>;
}

/** Lends one PostgreSQL to whoever connects: the answer is its address, as JSON. */
export async function openLender(): Promise<Lender> {
  const folder = mkdtempSync(join(tmpdir(), 'shoal-lender-'));
  const socket = join(folder, 'socket');
  let started: Promise<TestServer> | undefined;
  const door = createServer(async (asking) => {
    asking.on('error', () => {});
    started ??= startPostgres();
    const address = await started.then(
      ({ port, password, pid }): PostgresAddress => ({ port, password, pid }),
      (error: unknown) => ({ fault: String(error) }),
    );
    asking.end(JSON.stringify(address));
  });
  await new Promise<void>((resolve) => door.listen(socket, resolve));
  return {
    socket,
    async close() {
      door.close();
      await (await started)?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
