import { parentPort, receiveMessageOnPort } from 'node:worker_threads';
import type { AnyKernel, TicketMessage } from './pool.ts';

/** Nobody reads faster than so many milliseconds. */
const tellingPause = 100;

/** What a thread of the pool does: each ticket names a kernel, brings an input and is owed an output. Urgent ones go first. */
export function answerTickets(find: (name: string) => Promise<AnyKernel>): void {
  const waiting: TicketMessage[] = [];
  let answering = false;
  parentPort?.on('message', async (message: TicketMessage) => {
    waiting.push(message);
    if (answering) return;
    answering = true;
    for (let next = nextOf(waiting); next !== undefined; next = nextOf(waiting)) await answer(next, find);
    answering = false;
  });
}

/** The next one of all that have arrived. */
function nextOf(waiting: TicketMessage[]): TicketMessage | undefined {
  if (parentPort !== null)
    for (let more = receiveMessageOnPort(parentPort); more !== undefined; more = receiveMessageOnPort(parentPort))
      waiting.push(more.message);
  const urgent = waiting.findIndex((message) => message.urgent);
  return waiting.splice(Math.max(0, urgent), 1)[0];
}

async function answer({ ticket, name, input }: TicketMessage, find: (name: string) => Promise<AnyKernel>): Promise<void> {
  try {
    const kernel = await find(name);
    let told = Date.now();
    const output = kernel.perform(input as never, Date.now, (share) => {
      if (Date.now() - told < tellingPause) return;
      told = Date.now();
      parentPort?.postMessage({ ticket, share });
    }); // the pool vouches: it sends a kernel its own input
    parentPort?.postMessage({ ticket, output }, buffersOf(output));
  } catch (error) {
    parentPort?.postMessage({ ticket, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** The memory an output owns alone: handed over instead of copied. */
function buffersOf(output: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const value of Object.values(output ?? {}))
    if (ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
  return [...buffers];
}
