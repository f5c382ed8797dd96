import type { Partition } from '../frame/partition.ts';
import { classesOf } from './classes.ts';
import type { ClusterTask } from './cluster-task.ts';
import { companyOf, fewest } from './company.ts';
import { joinGroups } from './join-groups.ts';
import { type BoxedSpace, boxSize, join, joinedLoss, lossOf, spanRows } from './loss-space.ts';

/**
 * KACA as published (Li, Wong, Fu and Pei, DaWaK 2006): from equivalence classes on, the smallest class of fewer than k subjects is merged into
 * the class where the loss of all their records grows least, until every class has k. Quadratic in the number of classes.
 */
export const mergeClasses = (task: ClusterTask, rows: Uint32Array): Partition => mergeSmall(task, classesOf(task.space, rows));

/** The same from any groups on; of equal ones the lower. */
export function mergeSmall({ space, tally: { crowd }, k }: ClusterTask, groups: Partition): Partition {
  const count = groups.starts.length - 1;
  const boxes = new Float64Array(count * boxSize(space));
  const sizes = new Float64Array(count);
  const losses = new Float64Array(count);
  const company = companyOf(groups, crowd.subjects, k);
  for (let g = 0; g < count; g++) {
    const [from, to] = [groups.starts[g], groups.starts[g + 1]];
    spanRows(space, groups.rows.subarray(from, to), boxes, g);
    sizes[g] = to - from;
    losses[g] = lossOf(space, boxes, g);
  }
  const priced = { space, boxes, sizes, losses };
  const home = Uint32Array.from(sizes, (_, g) => g);
  const alive = Array.from(home);
  const small = new Set(alive.filter((g) => company[g].size < k));
  while (small.size > 0 && alive.length > 1) {
    const guest = fewest(small, company);
    const host = cheapestHost(priced, alive, guest);
    join(space, boxes, host, guest);
    losses[host] = lossOf(space, boxes, host);
    sizes[host] += sizes[guest];
    for (const subject of company[guest]) company[host].add(subject);
    home[guest] = host;
    small.delete(guest);
    alive.splice(alive.indexOf(guest), 1);
    if (company[host].size >= k) small.delete(host);
  }
  return joinGroups(groups, home);
}

/** Groups, and what each of them loses. */
interface Priced extends BoxedSpace {
  readonly sizes: Float64Array;
  readonly losses: Float64Array;
}

function cheapestHost(groups: Priced, alive: readonly number[], guest: number): number {
  const { sizes, losses } = groups;
  let host = -1;
  let cost = Number.POSITIVE_INFINITY;
  for (const other of alive) {
    if (other === guest) continue;
    const before = sizes[guest] * losses[guest] + sizes[other] * losses[other];
    const together = sizes[guest] + sizes[other];
    const added = together * joinedLoss(groups, guest, other, (cost + before) / together) - before;
    if (added < cost || host < 0) {
      cost = added;
      host = other;
    }
  }
  return host;
}
