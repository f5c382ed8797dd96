import { endToEnd, groupsOfOne, type Partition } from '../frame/partition.ts';
import { blockCells } from './block-cells.ts';
import type { ClusterTask } from './cluster-task.ts';
import { distinctSubjects } from './crowd.ts';
import { totalLoss, wholeLoss } from './loss-space.ts';
import { nearTuples } from './near-tuples.ts';

/**
 * Clusters rows without up to `most` of them that lie farthest from k others, where the others then lose less by more than those do; who is left out is wholly
 * lost, and stands alone in a group of one. Which number pays is not known beforehand: all of them, halves of them and none are tried.
 */
export function withoutOutliers(
  task: ClusterTask,
  rows: Uint32Array,
  most: number,
  cluster: (rows: Uint32Array) => Partition,
): Partition {
  const { space, tally, k } = task;
  let best = cluster(rows);
  if (most === 0) return best;
  const cells = blockCells(space, rows, tally.crowd.subjects);
  const { reach } = nearTuples(cells, k, Math.min(48, 2 * k));
  const farthest = Uint32Array.from(rows, (_, i) => i).sort(
    (a, b) => reach[cells.tuple[b]] - reach[cells.tuple[a]] || rows[a] - rows[b],
  );
  let least = totalLoss(space, best);
  for (let count = most; count > 0; count >>= 1) {
    const out = farthest.subarray(0, count).map((i) => rows[i]);
    const gone = new Set(out);
    const rest = cluster(rows.filter((row) => !gone.has(row)));
    const loss = totalLoss(space, rest) + count * wholeLoss(space);
    if (loss >= least || distinctSubjects(tally, rest).some((company) => company < k)) continue;
    least = loss;
    best = endToEnd([rest, groupsOfOne(out)]);
  }
  return best;
}
