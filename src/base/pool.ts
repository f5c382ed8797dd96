import { Worker } from 'node:worker_threads';
import { Bug } from './problem.ts';

/**
 * A pure function that may run on another thread: `module` must export it under `name`. Inputs travel by structured clone, so large
 * arrays belong in shared memory; outputs are handed over, not copied.
 */
export interface Kernel<Input, Output> {
  readonly module: string;
  readonly name: string;
  readonly perform: (input: Input) => Output;
}

export interface Pool {
  readonly threads: number;
  run<Input, Output>(kernel: Kernel<Input, Output>, input: Input): Promise<Output>;
  /** All outputs in the order of the inputs, whichever thread was faster; `done` counts finished ones. */
  map<Input, Output>(kernel: Kernel<Input, Output>, inputs: readonly Input[], done?: (count: number) => void): Promise<Output[]>;
  close(): Promise<void>;
}

/** With no threads kernels run in place: the same code, the same bytes. */
export function createPool(threads: number): Pool {
  return threads < 1 ? poolInPlace() : poolOfWorkers(threads);
}

function poolInPlace(): Pool {
  const breathe = () => new Promise<void>((resolve) => setImmediate(resolve)); // an interrupt must get through between two kernels
  return {
    threads: 0,
    async run(kernel, input) {
      return kernel.perform(input);
    },
    async map(kernel, inputs, done) {
      const outputs = [];
      for (const input of inputs) {
        outputs.push(kernel.perform(input));
        done?.(outputs.length);
        await breathe();
      }
      return outputs;
    },
    async close() {},
  };
}

interface Waiting {
  readonly message: { ticket: number; module: string; name: string; input: unknown };
  readonly resolve: (output: unknown) => void;
  readonly reject: (reason: Error) => void;
}

interface Hired {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

/** Inputs a worker holds ahead, so that it goes on while the main thread is busy writing. */
const ahead = 16;

function poolOfWorkers(threads: number): Pool {
  const queue: Waiting[] = [];
  const hired: Hired[] = [];
  let tickets = 0;

  const hand = (): void => {
    while (queue.length > 0) {
      if (hired.length < threads && hired.every(({ waiting }) => waiting.size > 0)) hired.push(hire());
      const idlest = hired.reduce((a, b) => (b.waiting.size < a.waiting.size ? b : a));
      const next = idlest.waiting.size < ahead ? queue.shift() : undefined;
      if (next === undefined) return;
      idlest.waiting.set(next.message.ticket, next);
      idlest.worker.postMessage(next.message);
    }
  };
  const hire = (): Hired => {
    const worker = new Worker(new URL('./pool-worker.js', import.meta.url), { execArgv: [] }); // of the process's own flags, --input-type would stop it
    const one: Hired = { worker, waiting: new Map() };
    one.worker.on('message', ({ ticket, output, fault }: { ticket: number; output?: unknown; fault?: string }) => {
      const waiting = one.waiting.get(ticket);
      one.waiting.delete(ticket);
      if (fault === undefined) waiting?.resolve(output);
      else waiting?.reject(new Bug(fault));
      hand();
    });
    one.worker.on('error', (error) => {
      for (const { reject } of one.waiting.values()) reject(error instanceof Error ? error : new Bug(String(error)));
    });
    return one;
  };
  const run = <Input, Output>({ module, name }: Kernel<Input, Output>, input: Input): Promise<Output> =>
    new Promise<Output>((resolve, reject) => {
      queue.push({ message: { ticket: tickets++, module, name, input }, resolve: resolve as (output: unknown) => void, reject });
      hand();
    });
  return {
    threads,
    run,
    map(kernel, inputs, done) {
      let finished = 0;
      const one = async (input: (typeof inputs)[number]) => {
        const output = await run(kernel, input);
        done?.(++finished);
        return output;
      };
      return Promise.all(inputs.map(one));
    },
    async close() {
      await Promise.all(hired.map(({ worker }) => worker.terminate()));
    },
  };
}
