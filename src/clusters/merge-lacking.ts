import type { Partition } from '../frame/partition.ts';
import type { ClusterTask } from './cluster-task.ts';
import { joinGroups } from './join-groups.ts';
import { boxSize, join, joinedLoss, lossOf, spanRows } from './loss-space.ts';
import { lackOfRows } from './value-models.ts';

/**
 * Merges groups until each keeps what it owes in sensitive columns: one that lacks something joins the one where the loss of all their records grows least, of
 * those that bring it nearer, or of all where none does. All together keep it. Of equal ones the lower.
 */
export function mergeLacking({ space, tally: { crowd }, owed }: ClusterTask, groups: Partition): Partition {
  if (owed === undefined) return groups;
  const lackIn = (rows: Uint32Array) => lackOfRows(owed, rows, crowd.subjects);
  const count = groups.starts.length - 1;
  const boxes = new Float64Array(count * boxSize(space));
  const losses = new Float64Array(count);
  const rowsOf = Array.from({ length: count }, (_, g) => groups.rows.subarray(groups.starts[g], groups.starts[g + 1]));
  for (let g = 0; g < count; g++) {
    spanRows(space, rowsOf[g], boxes, g);
    losses[g] = lossOf(space, boxes, g);
  }
  const home = Uint32Array.from(losses, (_, g) => g);
  const alive = new Set(home);
  const lackWith = (g: number, other: number) => lackIn(joinRows(rowsOf[g], rowsOf[other]));
  const lacking = Array.from(home).filter((g) => lackIn(rowsOf[g]) > 0);
  for (const guest of lacking) {
    for (let lack = lackIn(rowsOf[guest]); lack > 0 && alive.has(guest) && alive.size > 1; ) {
      const host = cheapestHost(guest, lack);
      join(space, boxes, guest, host);
      losses[guest] = lossOf(space, boxes, guest);
      rowsOf[guest] = joinRows(rowsOf[guest], rowsOf[host]);
      home[host] = guest;
      alive.delete(host);
      lack = lackIn(rowsOf[guest]);
    }
  }
  return joinGroups(groups, home);

  function cheapestHost(guest: number, lack: number): number {
    const own = rowsOf[guest].length;
    const priced: [cost: number, host: number][] = [];
    for (const other of alive) {
      if (other === guest) continue;
      const theirs = rowsOf[other].length;
      const before = own * losses[guest] + theirs * losses[other];
      priced.push([(own + theirs) * joinedLoss({ space, boxes }, guest, other) - before, other]);
    }
    priced.sort(([a, g], [b, h]) => a - b || g - h);
    const nearer = priced.slice(0, mostTried).find(([, other]) => lackWith(guest, other) < lack);
    return (nearer ?? priced[0])[1];
  }
}

/** Of more hosts none is asked whether it brings a group nearer: they cost more than several merges. */
const mostTried = 64;

function joinRows(some: Uint32Array, others: Uint32Array): Uint32Array {
  const all = new Uint32Array(some.length + others.length);
  all.set(some);
  all.set(others, some.length);
  return all;
}
