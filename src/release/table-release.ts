import type { Partition } from '../frame/partition.ts';
import type { GroupLabels } from './series-release.ts';

/** Transactions as they are to be published: records of equal labels are one group, whatever clusters they came from. */
export interface TableRelease {
  /** Row numbers of the records that leave. */
  readonly groups: Partition;
  /** The label of each group, for each quasi-identifier. */
  readonly labels: readonly GroupLabels[];
  /** Different subjects of each group. */
  readonly subjects: Uint32Array;
  /** Clusters before equal labels were added up. */
  readonly clusters: number;
}
