import type { Kernel, Pool } from './pool.ts';

/**
 * Outputs in the order of the inputs, each as soon as it is there, while threads work on the next ones. No more inputs are asked for than threads may hold, so that memory may be lent with them:
 * what was lent with one is free when the next output is asked for.
 */
export async function* runInOrder<Input, Output>(
  pool: Pool,
  kernel: Kernel<Input, Output>,
  inputs: Iterator<Input>,
): AsyncGenerator<readonly [Output, Input]> {
  const ahead: { readonly output: Promise<Output>; readonly input: Input }[] = [];
  let isLast = false;
  for (;;) {
    while (!isLast && ahead.length < 2 * pool.threads + 1) {
      const next = inputs.next();
      if (next.done === true) isLast = true;
      else {
        const output = pool.run(kernel, next.value);
        output.catch(() => {}); // heard when it is awaited
        ahead.push({ output, input: next.value });
      }
    }
    const first = ahead.shift();
    if (first === undefined) return;
    yield [await first.output, first.input];
    await new Promise<void>((resolve) => setImmediate(resolve)); // an interrupt must get through
  }
}
