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
  readonly message: { module: string; name: string; input: unknown };
  readonly resolve: (output: unknown) => void;
  readonly reject: (reason: Error) => void;
}

function poolOfWorkers(threads: number): Pool {
  const queue: Waiting[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, Waiting>();
  const workers: Worker[] = [];

  const next = (worker: Worker) => {
    const waiting = queue.shift();
    if (waiting === undefined) {
      idle.push(worker);
      return;
    }
    busy.set(worker, waiting);
    worker.postMessage(waiting.message);
  };
  const hire = (): void => {
    const worker = new Worker(new URL('./pool-worker.js', import.meta.url));
    worker.unref();
    workers.push(worker);
    worker.on('message', ({ output, fault }: { output?: unknown; fault?: string }) => {
      const waiting = busy.get(worker);
      busy.delete(worker);
      if (fault === undefined) waiting?.resolve(output);
      else waiting?.reject(new Bug(fault));
      next(worker);
    });
    worker.on('error', (error) => {
      const waiting = busy.get(worker);
      busy.delete(worker);
      waiting?.reject(error instanceof Error ? error : new Bug(String(error)));
    });
    next(worker);
  };
  const run = <Input, Output>({ module, name }: Kernel<Input, Output>, input: Input): Promise<Output> =>
    new Promise<Output>((resolve, reject) => {
      queue.push({ message: { module, name, input }, resolve: resolve as (output: unknown) => void, reject });
      const worker = idle.pop();
      if (worker !== undefined) next(worker);
      else if (workers.length < threads) hire();
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
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
