import { parentPort } from 'node:worker_threads';
import type { AnyKernel } from './pool.ts';

/** Nobody reads faster than so many milliseconds. */
const tellingPause = 100;

/** What a thread of the pool does: each ticket names a kernel, brings an input and is owed an output. */
export function answerTickets(find: (name: string) => Promise<AnyKernel>): void {
  parentPort?.on('message', async ({ ticket, name, input }: { ticket: number; name: string; input: never }) => {
    try {
      const kernel = await find(name);
      let told = Date.now();
      const output = kernel.perform(input, Date.now, (share) => {
        if (Date.now() - told < tellingPause) return;
        told = Date.now();
        parentPort?.postMessage({ ticket, share });
      }); // the pool vouches: it sends a kernel its own input
      parentPort?.postMessage({ ticket, output }, buffersOf(output));
    } catch (error) {
      parentPort?.postMessage({ ticket, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}

/** The memory an output owns alone: handed over instead of copied. */
function buffersOf(output: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const value of Object.values(output ?? {}))
    if (ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
  return [...buffers];
}
