import type { AnyKernel } from '../base/pool.ts';

/** Where threads find each kernel: by its name in a module that exports it under that name. They load what they are asked for, and no more. */
export const kernels = {
  alikeKernel: () => import('../clusters/alike-rows.ts'),
  blocksKernel: () => import('../clusters/blocks-kernel.ts'),
  boxBlocksKernel: () => import('../families/series/kapra/kapra.ts'),
  categoriesKernel: () => import('../clusters/blocks-kernel.ts'),
  codeLinesKernel: () => import('../formats/coded-lines.ts'),
  clusterKernel: () => import('../clusters/cluster-kernel.ts'),
  countRowsKernel: () => import('../families/events/row-kernels.ts'),
  countPolishKernel: () => import('../families/series/prism/count-polish.ts'),
  curveErrors: () => import('../measure/series/curve-error.ts'),
  diverseKernel: () => import('../families/series/diverse.ts'),
  envelopesKernel: () => import('../families/series/kapra/kapra.ts'),
  estimates: () => import('../measure/series/query-estimates.ts'),
  hashKernel: () => import('../formats/hash-kernel.ts'),
  kapraPartsKernel: () => import('../families/series/kapra/kapra.ts'),
  leafFidelities: () => import('../measure/series/fidelity.ts'),
  linkKernel: () => import('../families/events/link-kernel.ts'),
  mergeKernel: () => import('../families/series/kapra/kapra.ts'),
  naiveKernel: () => import('../families/series/naive/naive.ts'),
  numberLotsKernel: () => import('../families/events/lot-kernels.ts'),
  partsKernel: () => import('../clusters/cluster-kernel.ts'),
  packedRowsKernel: () => import('../formats/packed-words.ts'),
  patternLosses: () => import('../measure/series/pattern-loss.ts'),
  placeRowsKernel: () => import('../families/events/row-kernels.ts'),
  plainCellsKernel: () => import('../formats/plain-cells.ts'),
  prismBlocksKernel: () => import('../families/series/prism/prism.ts'),
  prismFormKernel: () => import('../families/series/prism/prism.ts'),
  prismPatternsKernel: () => import('../families/series/prism/prism-patterns.ts'),
  prismPolishKernel: () => import('../families/series/prism/prism-polish.ts'),
  prismSearchKernel: () => import('../families/series/prism/prism.ts'),
  publishedLosses: () => import('../families/series/prism/published-losses.ts'),
  quantilesKernel: () => import('../families/series/kapra/kapra.ts'),
  recordsKernel: () => import('../families/series/prism/prism-points.ts'),
  rowBytesKernel: () => import('../families/events/row-bytes.ts'),
  seriesHeadsKernel: () => import('../families/series/series-texts.ts'),
  seriesTailsKernel: () => import('../families/series/series-texts.ts'),
  sortRowsKernel: () => import('../families/events/row-kernels.ts'),
  spreads: () => import('../measure/series/query-spreads.ts'),
  subgroupsKernel: () => import('../families/series/kapra/kapra.ts'),
  trueCounts: () => import('../measure/series/query-counts.ts'),
  turnLotsKernel: () => import('../families/events/lot-kernels.ts'),
  valueGroupsKernel: () => import('../families/series/value-groups.ts'),
} as const;

export type KernelName = keyof typeof kernels;

type Registry = { readonly [Name in KernelName]: () => Promise<{ readonly [Exported in Name]: AnyKernel }> };
kernels satisfies Registry;

export const isKernelName = (name: string): name is KernelName => Object.hasOwn(kernels, name);
