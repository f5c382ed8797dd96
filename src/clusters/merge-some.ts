import type { Partition } from '../frame/partition.ts';
import { joinGroups } from './join-groups.ts';
import { boxSize, join, joinedLoss, type LossSpace, lossOf, spanRows } from './loss-space.ts';

/** Each of some groups joins the one where the loss of all their records grows least; of equal ones the lower. One that was joined meanwhile waits for the next round. */
export function mergeSome(space: LossSpace, groups: Partition, some: readonly number[]): Partition {
  const { rows, starts } = groups;
  const count = starts.length - 1;
  const boxes = new Float64Array(count * boxSize(space));
  const losses = new Float64Array(count);
  const sizes = Uint32Array.from(losses, (_, g) => starts[g + 1] - starts[g]);
  for (let g = 0; g < count; g++) {
    spanRows(space, rows.subarray(starts[g], starts[g + 1]), boxes, g);
    losses[g] = lossOf(space, boxes, g);
  }
  const home = Uint32Array.from(losses, (_, g) => g);
  const touched = new Uint8Array(count);
  for (const guest of some) {
    if (touched[guest] === 1) continue;
    const host = cheapestHost(guest);
    if (host < 0) break;
    join(space, boxes, host, guest);
    losses[host] = lossOf(space, boxes, host);
    sizes[host] += sizes[guest];
    home[guest] = host;
    touched[guest] = 1;
    touched[host] = 1;
  }
  return joinGroups(groups, home);

  function cheapestHost(guest: number): number {
    let [least, best] = [Number.POSITIVE_INFINITY, -1];
    for (let other = 0; other < count; other++) {
      if (other === guest || home[other] !== other) continue;
      const together = (sizes[guest] + sizes[other]) * joinedLoss({ space, boxes }, guest, other);
      const growth = together - sizes[guest] * losses[guest] - sizes[other] * losses[other];
      if (growth < least || best < 0) [least, best] = [growth, other];
    }
    return best;
  }
}
