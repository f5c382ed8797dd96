import { parentPort } from 'node:worker_threads';
import type { Kernel } from './pool.ts';

parentPort?.on(
  'message',
  async ({ ticket, module, name, input }: { ticket: number; module: string; name: string; input: unknown }) => {
    try {
      const kernel = (await import(module))[name] as Kernel<unknown, unknown>; // the pool vouches: it sends only what a Kernel declares
      const output = kernel.perform(input, Date.now);
      parentPort?.postMessage({ ticket, output }, buffersOf(output));
    } catch (error) {
      parentPort?.postMessage({ ticket, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  },
);

/** The memory an output owns alone: handed over instead of copied. */
function buffersOf(output: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const value of Object.values(output ?? {}))
    if (ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
  return [...buffers];
}
