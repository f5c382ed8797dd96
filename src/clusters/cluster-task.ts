import type { Tally } from './crowd.ts';
import type { LossSpace } from './loss-space.ts';

/** What clusters are made by: what their labels lose, who stands in each row, and how many subjects each of them owes. */
export interface ClusterTask {
  readonly space: LossSpace;
  readonly tally: Tally;
  readonly k: number;
}
