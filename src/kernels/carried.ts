import type { AnyKernel } from '../base/pool.ts';
import { clusterKernel } from '../clusters/cluster-kernel.ts';
import { kapraPartsKernel, mergeKernel } from '../families/series/kapra/kapra.ts';
import { naiveKernel } from '../families/series/naive/naive.ts';
import { prismFormKernel, prismSearchKernel } from '../families/series/prism/prism.ts';

/** Kernels that other machines may run: each has a carriage, and all of them travel together in one program. */
export const carriedKernels: readonly AnyKernel[] = [
  clusterKernel,
  kapraPartsKernel,
  mergeKernel,
  naiveKernel,
  prismFormKernel,
  prismSearchKernel,
];
