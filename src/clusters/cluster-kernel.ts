import type { Kernel } from '../base/pool.ts';
import { randomFrom } from '../base/random.ts';
import { blockOf } from '../frame/matrix.ts';
import { isCut, ownRows, rowsBack } from '../frame/own-rows.ts';
import { endToEnd, groups, oneGroup, type Partition } from '../frame/partition.ts';
import { alongHierarchies, betterCuts } from './along-hierarchies.ts';
import type { ClusterTask } from './cluster-task.ts';
import { type Crowd, crowdOfRows, tallyOf } from './crowd.ts';
import { disjointCuts, type Residue } from './disjoint-cuts.ts';
import { halveBlocks } from './halve.ts';
import { hierarchyCuts } from './hierarchy-cuts.ts';
import { kMeans } from './k-means.ts';
import { type Effort, localRecoding } from './local-recoding.ts';
import type { LossSpace } from './loss-space.ts';
import { mergeClasses } from './merge-classes.ts';
import { mergeLacking } from './merge-lacking.ts';
import { type Owed, owedByBlocks, owedByRows } from './value-models.ts';
import { withoutOutliers } from './without-outliers.ts';

export type Clustering = 'local' | 'hierarchy' | 'kmeans' | 'merge' | 'disjoint';

export interface ClusterInput {
  readonly space: LossSpace;
  readonly crowd: Crowd;
  readonly rows: Uint32Array;
  readonly k: number;
  readonly owed?: Owed | undefined;
  readonly clustering: Clustering;
  /** Of `local`. */
  readonly effort: Effort;
  /** Of `disjoint`. */
  readonly residue: Residue;
  /** Of `local` and `hierarchy`: the share of rows that may be left out where the others then lose less by more than those do. */
  readonly leaveOut: number;
  /** Rows of the largest block that is clustered at once. */
  readonly blockRows: number;
  readonly seed: string;
  /** What rows are called in the whole table, where that is not their number here. */
  readonly names?: Uint32Array | undefined;
}

/** Clusters of a part of a table, block by block. A block, and what becomes of it, does not depend on the part it came in. */
export const clusterKernel = {
  name: 'clusterKernel',
  perform({ space, crowd, rows, k, owed, blockRows, clustering, ...how }) {
    const task = { space, tally: tallyOf(crowd), k, owed };
    const blocks = cutsFor(clustering)({ ...task, owed: owedByBlocks(owed) }, rows, blockRows);
    const most = clustering === 'local' ? 4 * blockRows : blockRows; // what few subjects hold cannot always be halved
    const clusters: Partition[] = [];
    for (const block of groups(blocks))
      clusters.push(block.length > most ? oneGroup(block) : clusterBlock(task, block, { clustering, ...how })); // no cut improves a larger one
    return endToEnd(clusters);
  },
  carriage: {
    pack(input) {
      if (input.clustering === 'disjoint') return undefined; // in one piece, as its cuts go through the whole table
      const { sorted, places } = ownRows(input.rows);
      const space = { ...input.space, matrix: blockOf(input.space.matrix, sorted) };
      return {
        ...input,
        space,
        crowd: crowdOfRows(input.crowd, sorted),
        rows: places,
        owed: owedByRows(input.owed, sorted),
        names: sorted,
      };
    },
    unpack({ rows, starts }, { rows: own }) {
      const back = rowsBack(rows, ownRows(own).sorted);
      return back === undefined || !isCut(starts, own.length) ? undefined : { rows: back, starts };
    },
  },
} satisfies Kernel<ClusterInput, Partition>;

/** What only some ways of clustering ask. */
type Choice = 'effort' | 'residue' | 'leaveOut';

/** A search needs company to choose from; the others cut where it gains. */
const cutsFor = (clustering: Clustering) =>
  clustering === 'local' ? halveBlocks : clustering === 'hierarchy' ? betterCuts : hierarchyCuts;

function clusterBlock(
  task: ClusterTask,
  rows: Uint32Array,
  { clustering, effort, residue, leaveOut: share, seed, names }: Pick<ClusterInput, 'clustering' | 'seed' | 'names' | Choice>,
): Partition {
  const random = () => randomFrom(seed).fork(`block of row ${nameOf(leastOf(rows), names)}`);
  const leaveOut = Math.max(0, Math.min(Math.floor(share * rows.length), rows.length - task.k)); // or nothing would be left
  switch (clustering) {
    case 'local':
      return localRecoding(task, rows, { effort, leaveOut }, random());
    case 'kmeans':
      return mergeLacking(task, kMeans(task, rows, random()));
    case 'hierarchy':
      return withoutOutliers(task, rows, leaveOut, (some) => alongHierarchies(task, some));
    case 'merge':
      return mergeLacking(task, mergeClasses(task, rows));
    case 'disjoint':
      return disjointCuts(task, rows, residue);
    default:
      return clustering satisfies never;
  }
}

const nameOf = (row: number, names: Uint32Array | undefined): number => names?.[row] ?? row;

const leastOf = (rows: Uint32Array): number => rows.reduce((least, row) => Math.min(least, row));

interface PartInput extends Omit<ClusterInput, Choice | 'seed' | 'blockRows' | 'names'> {
  readonly largest: number;
}

/** The first cuts of a table, into parts that threads can finish. */
export const partsKernel = {
  name: 'partsKernel',
  perform: ({ space, crowd, rows, k, owed, clustering, largest }) =>
    cutsFor(clustering)({ space, tally: tallyOf(crowd), k, owed: owedByBlocks(owed) }, rows, largest),
} satisfies Kernel<PartInput, Partition>;
