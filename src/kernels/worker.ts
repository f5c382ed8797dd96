import { answerTickets } from '../base/answer-tickets.ts';
import type { AnyKernel } from '../base/pool.ts';
import { invariant } from '../base/problem.ts';
import { isKernelName, kernels } from './registry.ts';

// The outermost file of a thread of the pool.
answerTickets(async (name) => {
  invariant(isKernelName(name), `the kernel ${name} is in the registry`);
  const module: Readonly<Record<string, unknown>> = await kernels[name]();
  return module[name] as AnyKernel; // the registry vouches: it does not compile without
});
