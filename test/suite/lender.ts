import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../postgres.ts';

/** What is started once for all workers of a run, when the first of them asks for it at its socket in a folder. */
export interface Lender {
  readonly folder: string;
  close(): Promise<void>;
}

/** Lends one PostgreSQL and one Chromium to whoever connects: the answer is its address, as JSON. */
export async function openLender(lasting: string): Promise<Lender> {
  const folder = mkdtempSync(join(tmpdir(), 'shoal-lender-'));
  const doors = [
    await openDoor(join(folder, 'postgres'), async () => {
      const { port, password, pid, stop } = await startPostgres();
      return { address: { port, password, pid }, stop };
    }),
    await openDoor(join(folder, 'chromium'), async () => {
      const { startChromium } = await import('../chromium.ts'); // loaded only where a test looks at pages
      const { address, stop } = await startChromium(lasting);
      return { address: { endpoint: address }, stop };
    }),
  ];
  return {
    folder,
    async close() {
      await Promise.all(doors.map((door) => door.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Lent {
  readonly address: object;
  stop(): Promise<void>;
}

async function openDoor(socket: string, start: () => Promise<Lent>): Promise<{ close(): Promise<void> }> {
  let started: Promise<Lent> | undefined;
  const door = createServer(async (asking) => {
    asking.on('error', () => {});
    started ??= start();
    const answer = await started.then(
      ({ address }) => address,
      (error: unknown) => ({ fault: String(error) }),
    );
    asking.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => door.listen(socket, resolve));
  return {
    async close() {
      door.close();
      await (await started?.catch(() => undefined))?.stop(); // who asked was told the fault
    },
  };
}
