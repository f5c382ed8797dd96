import { isCrowd, type Tally } from './crowd.ts';
import type { LossSpace } from './loss-space.ts';
import { lackOfRows, type Owed } from './value-models.ts';

/** What clusters are made by: what their labels lose, who stands in each row, and how many subjects each of them owes. */
export interface ClusterTask {
  readonly space: LossSpace;
  readonly tally: Tally;
  readonly k: number;
  /** What each of them owes in sensitive columns, where it owes something. */
  readonly owed?: Owed | undefined;
}

/** Whether a group of these rows would be of k subjects, and keep what it owes. */
export const isGroup = ({ tally, k, owed }: Omit<ClusterTask, 'space'>, rows: Uint32Array): boolean =>
  isCrowd(tally, rows, k) && (owed === undefined || lackOfRows(owed, rows, tally.crowd.subjects) === 0);
