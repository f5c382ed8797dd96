import type { Carriage, Kernel, Pool } from '../../base/pool.ts';
import { invariant, Refusal } from '../../base/problem.ts';
import { packMessage, unpackMessage } from '../../formats/kernel-message.ts';
import { type CarriedTask, carryTasks } from './carry-tasks.ts';
import type { SparkSession } from './connect/session.ts';
import { kernelCommand } from './kernel-command.ts';
import { workerMisshapen } from './problems.ts';

export interface ClusterPoolOptions {
  /** Does what is not carried. */
  readonly threads: Pool;
  /** Called when the first task is carried; the pool closes what it answers. */
  readonly connect: () => Promise<SparkSession>;
  readonly signal: AbortSignal;
  readonly onStatement?: ((sql: string) => void) | undefined;
  /** Fewer tasks than these are done sooner by threads. */
  readonly leastTasks?: number | undefined;
  /** Bytes of tasks that travel in one statement. */
  readonly batchBytes?: number | undefined;
  readonly command?: string | undefined;
}

/** Statements at a time: one travels while others are worked on. */
const atOnce = 3;

type Carried<Input, Output> = Pick<Kernel<Input, Output>, 'name'> & { readonly carriage: Carriage<Input, Output> };

/**
 * A pool whose threads are the executors of a cluster, for kernels that have a carriage. A task goes there with its own rows alone, and its answer is the
 * one that it would get here, so that a release does not hang on where it was made. What comes back is compared with what was sent, task by task and row
 * by row.
 */
export function openClusterPool(options: ClusterPoolOptions): Pool {
  const { threads, connect, signal, onStatement, leastTasks = 8, batchBytes = 16 * 2 ** 20 } = options;
  let session: Promise<SparkSession> | undefined;
  let command = options.command;
  let views = 0;

  const carryAll = async <Input, Output>(
    { name: kernel, carriage }: Carried<Input, Output>,
    inputs: readonly Input[],
    done: (count: number) => void,
  ): Promise<Output[]> => {
    const outputs = new Array<Output>(inputs.length);
    let next = 0;
    let finished = 0;
    let hasFailed = false;
    const nextTasks = (): CarriedTask[] => {
      const tasks: CarriedTask[] = [];
      for (let size = 0; next < inputs.length && size < batchBytes; next++) {
        const packed = carriage.pack(inputs[next]);
        invariant(packed !== undefined, 'tasks of one kernel are carried, all or none');
        const message = packMessage(packed);
        tasks.push({ ticket: next, kernel, message });
        size += message.length;
      }
      return tasks;
    };
    const carrySome = async (): Promise<void> => {
      for (let tasks = nextTasks(); tasks.length > 0 && !hasFailed; tasks = nextTasks()) {
        session ??= connect();
        command ??= kernelCommand();
        const open = await session;
        const request = { view: `shoal_tasks_${++views}`, tasks, command, onStatement };
        const onAnswer = (ticket: number, message: Buffer) => {
          const answer = carriage.unpack(unpackMessage(message) as Output, inputs[ticket]); // its checksum vouches for the form, and its rows are compared
          if (answer === undefined) throw new Refusal(workerMisshapen(open.name));
          outputs[ticket] = answer;
          done(++finished);
        };
        await carryTasks(open, request, onAnswer, { signal });
      }
    };
    const runs = Array.from({ length: atOnce }, () =>
      carrySome().catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    );
    await Promise.allSettled(runs); // whoever closes the session next must not cut what is still under way
    await Promise.all(runs);
    return outputs;
  };

  return {
    threads: threads.threads,
    now: threads.now,
    run: threads.run,
    async map(kernel, inputs, done = () => {}) {
      const { name, carriage } = kernel;
      if (carriage === undefined || inputs.length < leastTasks || carriage.pack(inputs[0]) === undefined)
        return threads.map(kernel, inputs, done);
      return carryAll({ name, carriage }, inputs, done);
    },
    async close() {
      await threads.close();
      await (await session?.catch(() => undefined))?.close();
    },
  };
}
