import type { Partition } from '../frame/partition.ts';

/** Boxes to be merged into groups: lower and upper bound of box b, column c at [b * columns + c], and how many subjects each holds. */
export interface Boxes {
  readonly columns: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly sizes: Uint32Array;
  /** Width times scale is comparable between columns. */
  readonly scales: readonly number[];
}

/**
 * Groups of boxes with k subjects or more each, by least loss: a box of k is a group; else the tightest box left is joined, one after
 * another, by the box that widens it least; what is left over goes where the total loss grows least. Then boxes a group can spare
 * move to where the total loss falls.
 * KAPRA's group formation, Shou et al., TKDE 2013, §5.3: O(boxes²). Answers groups of box numbers; none when there are not k subjects.
 */
export function mergeBoxes(boxes: Boxes, k: number): Partition {
  const count = boxes.sizes.length;
  const losses = Float64Array.from({ length: count }, (_, b) => openGroup(boxes, b).loss);
  const groups: Group[] = [];
  const small: number[] = [];
  let left = 0;
  for (let b = 0; b < count; b++)
    if (boxes.sizes[b] >= k) groups.push(openGroup(boxes, b));
    else {
      small.push(b);
      left += boxes.sizes[b];
    }
  const bySeed = small.sort((a, b) => losses[a] - losses[b] || a - b);
  const waiting = Uint32Array.from(bySeed);
  let waitingCount = waiting.length;
  const taken = new Uint8Array(count);
  let next = 0;
  while (left >= k) {
    while (taken[bySeed[next]] === 1) next++;
    const group = openGroup(boxes, bySeed[next]);
    waitingCount = withdraw(waiting, waitingCount, taken, bySeed[next]);
    while (group.size < k) {
      const joined = tightest(boxes, group, waiting, waitingCount);
      join(boxes, group, joined);
      waitingCount = withdraw(waiting, waitingCount, taken, joined);
    }
    left -= group.size;
    groups.push(group);
  }
  if (groups.length > 0) for (let i = 0; i < waitingCount; i++) join(boxes, cheapest(boxes, groups, waiting[i]), waiting[i]);
  for (const group of groups) spare(boxes, groups, group, k);
  return partitionOf(groups);
}

interface Group {
  boxes: number[];
  lower: Float64Array;
  upper: Float64Array;
  size: number;
  /** Root of the sum of its squared scaled widths. */
  loss: number;
}

function openGroup({ columns, lower, upper, sizes, scales }: Boxes, box: number): Group {
  const at = box * columns;
  const group = {
    boxes: [box],
    lower: lower.slice(at, at + columns),
    upper: upper.slice(at, at + columns),
    size: sizes[box],
    loss: 0,
  };
  group.loss = lossOf(group, scales);
  return group;
}

function lossOf({ lower, upper }: Group, scales: readonly number[]): number {
  let sum = 0;
  for (let c = 0; c < lower.length; c++) sum += ((upper[c] - lower[c]) * scales[c]) ** 2;
  return Math.sqrt(sum);
}

function join({ columns, lower, upper, sizes, scales }: Boxes, group: Group, box: number): void {
  group.boxes.push(box);
  group.size += sizes[box];
  for (let c = 0, at = box * columns; c < columns; c++, at++) {
    if (lower[at] < group.lower[c]) group.lower[c] = lower[at];
    if (upper[at] > group.upper[c]) group.upper[c] = upper[at];
  }
  group.loss = lossOf(group, scales);
}

/** Takes a box out of those waiting, keeping the order of the others. */
function withdraw(waiting: Uint32Array, count: number, taken: Uint8Array, box: number): number {
  taken[box] = 1;
  const at = waiting.indexOf(box);
  waiting.copyWithin(at, at + 1, count);
  return count - 1;
}

/** The waiting box whose union with the group is smallest; the sum of squares is given up as soon as it passes the best. */
function tightest({ columns, lower, upper, scales }: Boxes, group: Group, waiting: Uint32Array, count: number): number {
  let best = waiting[0]; // the one taken where widths are beyond numbers: nobody may be lost over that
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const at = waiting[i] * columns;
    let sum = 0;
    for (let c = 0; c < columns && sum < least; c++) {
      const low = lower[at + c] < group.lower[c] ? lower[at + c] : group.lower[c];
      const high = upper[at + c] > group.upper[c] ? upper[at + c] : group.upper[c];
      const width = (high - low) * scales[c];
      sum += width * width;
    }
    if (sum < least) {
      least = sum;
      best = waiting[i];
    }
  }
  return best;
}

/** The group, other than `but`, whose loss over all members grows least by taking a box in. */
function cheapest(boxes: Boxes, groups: readonly Group[], box: number, but?: Group): Group {
  let best = groups[0] === but ? groups[1] : groups[0];
  let least = Number.POSITIVE_INFINITY;
  for (const group of groups) {
    if (group === but) continue;
    const growth = growthOf(boxes, group, box, least);
    if (growth < least) {
      least = growth;
      best = group;
    }
  }
  return best;
}

/** How much the loss over all members grows; given up as infinite once it must pass `limit`. */
function growthOf({ columns, lower, upper, sizes, scales }: Boxes, group: Group, box: number, limit: number): number {
  const size = group.size + sizes[box];
  const most = limit === Number.POSITIVE_INFINITY ? limit : ((limit + group.size * group.loss) / size) ** 2;
  let sum = 0;
  for (let c = 0, at = box * columns; c < columns; c++, at++) {
    const low = lower[at] < group.lower[c] ? lower[at] : group.lower[c];
    const high = upper[at] > group.upper[c] ? upper[at] : group.upper[c];
    const width = (high - low) * scales[c];
    sum += width * width;
    if (sum > most) return Number.POSITIVE_INFINITY;
  }
  return size * Math.sqrt(sum) - group.size * group.loss;
}

/** Gives boxes away while the group keeps k without them and the total loss falls. */
function spare(boxes: Boxes, groups: readonly Group[], group: Group, k: number): void {
  for (const box of [...group.boxes]) {
    if (group.boxes.length < 2 || groups.length < 2 || group.size - boxes.sizes[box] < k) continue;
    const without = groupWithout(boxes, group, box);
    const host = cheapest(boxes, groups, box, group);
    const gain = group.size * group.loss - without.size * without.loss;
    if (!(growthOf(boxes, host, box, Number.POSITIVE_INFINITY) < gain - 1e-12)) continue; // nor where it is not a number
    join(boxes, host, box);
    Object.assign(group, without);
  }
}

function groupWithout(boxes: Boxes, group: Group, box: number): Group {
  const [first, ...others] = group.boxes.filter((other) => other !== box);
  const left = openGroup(boxes, first);
  for (const other of others) join(boxes, left, other);
  return left;
}

function partitionOf(groups: readonly Group[]): Partition {
  const rows = Uint32Array.from(groups.flatMap(({ boxes }) => boxes));
  const starts = new Uint32Array(groups.length + 1);
  for (const [g, { boxes }] of groups.entries()) starts[g + 1] = starts[g] + boxes.length;
  return { rows, starts };
}
