import type { Kernel } from '../base/pool.ts';
import { invariant } from '../base/problem.ts';
import { randomFrom } from '../base/random.ts';
import type { Partition } from '../frame/partition.ts';
import { alongHierarchies } from './along-hierarchies.ts';
import { type Crowd, type Tally, tallyOf } from './crowd.ts';
import { hierarchyCuts } from './hierarchy-cuts.ts';
import { kMeans } from './k-means.ts';
import type { LossSpace } from './loss-space.ts';
import { mergeClasses } from './merge-classes.ts';

export type Clustering = 'kmeans' | 'hierarchy' | 'merge';

export interface ClusterInput {
  readonly space: LossSpace;
  readonly crowd: Crowd;
  readonly rows: Uint32Array;
  readonly k: number;
  readonly clustering: Clustering;
  /** Rows of the largest block that is clustered at once. */
  readonly blockRows: number;
  readonly seed: string;
}

/** Clusters of a part of a table, block by block. A block, and what becomes of it, does not depend on the part it came in. */
export const clusterKernel: Kernel<ClusterInput, Partition> = {
  module: import.meta.url,
  name: 'clusterKernel',
  perform({ space, crowd, rows, k, clustering, blockRows, seed }) {
    const tally = tallyOf(crowd);
    const blocks = hierarchyCuts(space, tally, rows, k, blockRows);
    const clusters = new Uint32Array(rows.length);
    const starts: number[] = [];
    for (let b = 0; b + 1 < blocks.starts.length; b++) {
      const from = blocks.starts[b];
      const block = blocks.rows.subarray(from, blocks.starts[b + 1]);
      const made = block.length > blockRows ? undefined : clustered(space, tally, block, k, clustering, seed); // no cut gains anything there
      clusters.set(made?.rows ?? block, from);
      for (let c = 0; c + 1 < (made?.starts.length ?? 2); c++) starts.push(from + (made?.starts[c] ?? 0));
    }
    return { rows: clusters, starts: Uint32Array.from([...starts, rows.length]) };
  },
};

function clustered(
  space: LossSpace,
  tally: Tally,
  rows: Uint32Array,
  k: number,
  clustering: Clustering,
  seed: string,
): Partition {
  invariant(rows.length > 0, 'a block has rows');
  switch (clustering) {
    case 'kmeans':
      return kMeans(space, tally.crowd, rows, k, randomFrom(seed).fork(`block of row ${leastOf(rows)}`));
    case 'hierarchy':
      return alongHierarchies(space, tally, rows, k);
    case 'merge':
      return mergeClasses(space, tally.crowd, rows, k);
    default:
      return clustering satisfies never;
  }
}

const leastOf = (rows: Uint32Array): number => rows.reduce((least, row) => Math.min(least, row));

interface PartInput extends Omit<ClusterInput, 'clustering' | 'seed' | 'blockRows'> {
  readonly largest: number;
}

/** The first cuts of a table, into parts that threads can finish. */
export const partsKernel: Kernel<PartInput, Partition> = {
  module: import.meta.url,
  name: 'partsKernel',
  perform: ({ space, crowd, rows, k, largest }) => hierarchyCuts(space, tallyOf(crowd), rows, k, largest),
};
