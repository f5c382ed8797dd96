import type { Partition } from '../frame/partition.ts';
import { classesOf } from './classes.ts';
import { companyOf, fewest } from './company.ts';
import type { Crowd } from './crowd.ts';
import { boxSize, join, joinedLoss, type LossSpace, lossOf, spanRows } from './loss-space.ts';
import { regrouped } from './regrouped.ts';

/**
 * KACA as published (Li, Wong, Fu and Pei, DaWaK 2006): from equivalence classes on, the smallest class of fewer than k subjects is merged into
 * the class where the loss of all their records grows least, until every class has k. Quadratic in the number of classes.
 */
export const mergeClasses = (space: LossSpace, crowd: Crowd, rows: Uint32Array, k: number): Partition =>
  mergeSmall(space, crowd, classesOf(space, rows), k);

/** The same from any groups on; of equal ones the lower. */
export function mergeSmall(space: LossSpace, { subjects }: Crowd, groups: Partition, k: number): Partition {
  const count = groups.starts.length - 1;
  const boxes = new Float64Array(count * boxSize(space));
  const sizes = new Float64Array(count);
  const losses = new Float64Array(count);
  const company = companyOf(groups, subjects, k);
  for (let g = 0; g < count; g++) {
    const [from, to] = [groups.starts[g], groups.starts[g + 1]];
    spanRows(space, groups.rows, from, to, boxes, g);
    sizes[g] = to - from;
    losses[g] = lossOf(space, boxes, g);
  }
  const home = Uint32Array.from(sizes, (_, g) => g);
  const alive = Array.from(home);
  const small = new Set(alive.filter((g) => company[g].size < k));
  while (small.size > 0 && alive.length > 1) {
    const guest = fewest(small, company);
    const host = cheapestHost(space, boxes, sizes, losses, alive, guest);
    join(space, boxes, host, guest);
    losses[host] = lossOf(space, boxes, host);
    sizes[host] += sizes[guest];
    for (const subject of company[guest]) company[host].add(subject);
    home[guest] = host;
    small.delete(guest);
    alive.splice(alive.indexOf(guest), 1);
    if (company[host].size >= k) small.delete(host);
  }
  return regrouped(groups, home);
}

function cheapestHost(
  space: LossSpace,
  boxes: Float64Array,
  sizes: Float64Array,
  losses: Float64Array,
  alive: readonly number[],
  guest: number,
): number {
  let host = -1;
  let cost = Number.POSITIVE_INFINITY;
  for (const other of alive) {
    if (other === guest) continue;
    const before = sizes[guest] * losses[guest] + sizes[other] * losses[other];
    const together = sizes[guest] + sizes[other];
    const added = together * joinedLoss(space, boxes, guest, other, (cost + before) / together) - before;
    if (added < cost || host < 0) {
      cost = added;
      host = other;
    }
  }
  return host;
}
