import { Worker } from 'node:worker_threads';
import { ownProgram } from './own-files.ts';
import { Bug } from './problem.ts';

/** Milliseconds of the clock. */
export type Clock = () => number;

/** How much of its input a kernel has done, 0 to 1. */
export type OnShare = (share: number) => void;

/**
 * A pure function that may run on another thread, where src/kernels/registry.ts finds it by its name. Inputs travel by structured clone, so
 * large arrays belong in shared memory; outputs are handed over, not copied. A kernel that has to end in time reads the clock it is given; one
 * that works long says how far it is.
 */
export interface Kernel<Input, Output> {
  readonly name: string;
  readonly perform: (input: Input, now: Clock, onShare?: OnShare) => Output;
  /** Of a kernel that other machines may run. */
  readonly carriage?: Carriage<Input, Output>;
  /** Whether somebody cannot go on without the answer: a thread takes it before all else that waits. */
  readonly urgent?: boolean;
}

/** A kernel that is only asked by its name. */
export type AnyKernel = Pick<Kernel<never, unknown>, 'name' | 'perform'>;

/** How a task goes to another machine, which knows nothing of the table: with its own rows alone. The answer is the one that it gets here. */
export interface Carriage<Input, Output> {
  /** The same task over a table of its own rows, numbered from 0 on; undefined where it has to be done here. */
  readonly pack: (input: Input) => Input | undefined;
  /** The answer in the row numbers of the whole table; undefined where it is no answer to that task. */
  readonly unpack: (output: Output, input: Input) => Output | undefined;
}

export interface Pool {
  readonly threads: number;
  /** The clock that kernels are given, on whichever thread. */
  readonly now: Clock;
  run<Input, Output>(kernel: Kernel<Input, Output>, input: Input): Promise<Output>;
  /** All outputs in the order of the inputs, whichever thread was faster; `done` counts finished ones, and of others the share that is done. */
  map<Input, Output>(kernel: Kernel<Input, Output>, inputs: readonly Input[], done?: (count: number) => void): Promise<Output[]>;
  /** Ends every thread, whatever it is at: what is not answered yet is rejected. May be called again. */
  close(): Promise<void>;
}

interface PoolOptions {
  /** Once it is aborted no kernel begins. */
  readonly signal?: AbortSignal | undefined;
  /** What a thread runs: a program that finds kernels by their names. */
  readonly program?: string;
}

/** With no threads kernels run in place: the same code, the same bytes. */
export function createPool(threads: number, { signal, program = ownProgram('kernels/worker.js') }: PoolOptions = {}): Pool {
  return threads < 1 ? createPoolInPlace(Date.now, signal) : createPoolOfWorkers(threads, program);
}

export function createPoolInPlace(now: Clock, signal?: AbortSignal): Pool {
  const breathe = () => new Promise<void>((resolve) => setImmediate(resolve)); // an interrupt must get through between two kernels
  return {
    threads: 0,
    now,
    async run(kernel, input) {
      signal?.throwIfAborted();
      return kernel.perform(input, now);
    },
    async map(kernel, inputs, done) {
      const outputs = [];
      for (const input of inputs) {
        signal?.throwIfAborted();
        outputs.push(kernel.perform(input, now, (share) => done?.(outputs.length + begunShare(share))));
        done?.(outputs.length);
        await breathe();
      }
      return outputs;
    },
    async close() {},
  };
}

/** Whoever is not finished is not counted as one. */
const begunShare = (share: number): number => Math.min(share, 0.999);

/** What is sent to a thread. */
export interface TicketMessage {
  readonly ticket: number;
  readonly name: string;
  readonly input: unknown;
  readonly urgent: boolean;
}

/** A piece of work and whom it is owed to. */
interface Ticket {
  readonly message: TicketMessage;
  readonly resolve: (output: unknown) => void;
  readonly reject: (reason: Error) => void;
  readonly onShare?: OnShare | undefined;
}

interface Answer {
  readonly ticket: number;
  readonly output?: unknown;
  readonly fault?: string;
  /** Instead of an answer: how far it is. */
  readonly share?: number;
}

interface BusyWorker {
  readonly worker: Worker;
  /** Sent and not yet answered. */
  readonly tickets: Map<number, Ticket>;
}

/** Inputs a worker holds ahead, so that it goes on while the main thread is busy writing. */
const ahead = 16;

function createPoolOfWorkers(threads: number, program: string): Pool {
  const queue: Ticket[] = [];
  const workers: BusyWorker[] = [];
  let issued = 0;
  let closed = false;

  const idlestWorker = (): BusyWorker => {
    if (workers.length < threads && workers.every(({ tickets }) => tickets.size > 0)) workers.push(startWorker());
    return workers.reduce((a, b) => (b.tickets.size < a.tickets.size ? b : a));
  };
  const sendTicket = (to: BusyWorker, ticket: Ticket): void => {
    to.tickets.set(ticket.message.ticket, ticket);
    to.worker.postMessage(ticket.message);
  };
  const sendTickets = (): void => {
    while (queue.length > 0) {
      const idlest = idlestWorker();
      const next = idlest.tickets.size < ahead ? queue.shift() : undefined;
      if (next === undefined) return;
      sendTicket(idlest, next);
    }
  };
  const startWorker = (): BusyWorker => {
    const worker = new Worker(program, { execArgv: [] }); // of the process's own flags, --input-type would stop it
    const started: BusyWorker = { worker, tickets: new Map() };
    worker.on('message', ({ ticket, output, fault, share }: Answer) => {
      const answered = started.tickets.get(ticket);
      if (share !== undefined) {
        answered?.onShare?.(share);
        return;
      }
      started.tickets.delete(ticket);
      if (fault === undefined) answered?.resolve(output);
      else answered?.reject(new Bug(fault));
      sendTickets();
    });
    worker.on('error', (error) => replaceWorker(started, error instanceof Error ? error : new Bug(String(error))));
    worker.on('exit', (code) => replaceWorker(started, new Bug(`A worker thread ended, with code ${code}, before it answered.`)));
    return started;
  };
  /** What a dead worker held is not tried again, as it might kill the next one too; what is queued goes to a fresh worker. */
  const replaceWorker = (dead: BusyWorker, reason: Error): void => {
    const place = workers.indexOf(dead);
    if (closed || place < 0) return;
    workers.splice(place, 1);
    for (const { reject } of dead.tickets.values()) reject(reason);
    sendTickets();
  };
  const run = <Input, Output>(
    { name, urgent = false }: Kernel<Input, Output>,
    input: Input,
    onShare?: OnShare,
  ): Promise<Output> =>
    new Promise<Output>((resolve, reject) => {
      if (closed) throw new Bug(`The kernel ${name} came to a pool that is closed.`);
      const message = { ticket: issued++, name, input, urgent };
      const ticket = { message, resolve: resolve as (output: unknown) => void, reject, onShare };
      if (urgent) sendTicket(idlestWorker(), ticket);
      else {
        queue.push(ticket);
        sendTickets();
      }
    });
  return {
    threads,
    now: Date.now,
    run,
    map(kernel, inputs, done) {
      let finished = 0;
      const begun = new Map<number, number>();
      const tellDone = () => done?.([...begun.values()].reduce((sum, share) => sum + share, finished));
      const one = async (input: (typeof inputs)[number], i: number) => {
        const output = await run(kernel, input, (share) => {
          begun.set(i, begunShare(share));
          tellDone();
        });
        begun.delete(i);
        finished++;
        tellDone();
        return output;
      };
      return Promise.all(inputs.map(one));
    },
    async close() {
      closed = true;
      const owed = [...queue.splice(0), ...workers.flatMap(({ tickets }) => [...tickets.values()])];
      for (const { reject } of owed) reject(new Bug('A pool was closed before all that it was given was done.'));
      await Promise.all(workers.map(({ worker }) => worker.terminate()));
    },
  };
}
