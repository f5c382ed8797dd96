import type { Partition } from '../frame/partition.ts';
import { cellOf } from './cell-order.ts';
import { classesOf } from './classes.ts';
import type { ClusterTask } from './cluster-task.ts';
import type { Tally } from './crowd.ts';
import { type LossSpace, type Tree, treeLoss } from './loss-space.ts';
import { leastBetween } from './range-least.ts';

/** What becomes of branches with fewer than k subjects: they hold their siblings together, or they are left out where that loses less. */
export type Residue = 'generic' | 'suppress';

/**
 * Groups of which no two overlap: the table is cut along the next level of one tree after the other, and into all its children at once, so that
 * whatever is told of one child has nothing in common with what is told of another. Of all ways to cut so it is the one that loses least. Boxes that are
 * reached in several ways are looked at once: dynamic programming over pairs, triples and so on of tree nodes. A record that is left out loses everything.
 */
export function disjointCuts({ space, tally, k }: ClusterTask, input: Uint32Array, residue: Residue): Partition {
  const trees = space.attributes.filter((attribute) => attribute.kind === 'tree');
  const ground: Ground = {
    ...tuplesOf(space, input),
    trees,
    tally,
    k,
    leftOut: residue === 'generic' ? Number.POSITIVE_INFINITY : trees.reduce((sum, { weight }) => sum + weight, 0),
    known: [],
    codes: trees.map(() => new Map()),
    visits: 0,
  };
  const all = Uint32Array.from({ length: ground.starts.length - 1 }, (_, tuple) => tuple);
  settle(ground, all, 0);
  const rows = new Uint32Array(input.length);
  const starts = [0];
  let at = 0;
  const open: Uint32Array[] = [all];
  while (open.length > 0) {
    const tuples = open.pop() as Uint32Array;
    const along = ground.known[boxCode(ground, tuples)]?.along ?? -1;
    if (along >= 0) {
      open.push(...childrenOf(ground, tuples, along).reverse());
      continue;
    }
    for (const tuple of tuples) {
      const own = ground.rows.subarray(ground.starts[tuple], ground.starts[tuple + 1]);
      rows.set(own, at);
      at += own.length;
    }
    starts.push(at);
  }
  return { rows, starts: Uint32Array.from(starts) };
}

/** The cheapest way found for a box, and the attribute it is cut along; -1 where it stays whole or is left out. */
interface Settled {
  readonly cost: number;
  readonly along: number;
}

interface Ground {
  /** Rows of the same leaves end to end, where each tuple begins, and its leaf in each tree: leaves[a][tuple]. */
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
  readonly leaves: readonly Uint32Array[];
  readonly trees: readonly Tree[];
  readonly tally: Tally;
  readonly k: number;
  /** What a record costs that is left out. */
  readonly leftOut: number;
  /** By the code of a box. */
  readonly known: (Settled | undefined)[];
  /** Ends of a box become one number, tree by tree, so that no key outgrows a number. */
  readonly codes: readonly Map<number, number>[];
  visits: number;
}

/** Tuples looked at before only the best next cut is followed; a few seconds, and more than tables with a handful of columns need. */
const mostVisits = 40_000_000;
/** Codes may be prefixes of each other thousands of times over; calls within calls may not. */
const deepest = 1000;

function tuplesOf(space: LossSpace, input: Uint32Array): Pick<Ground, 'rows' | 'starts' | 'leaves'> {
  const { rows, starts } = classesOf(space, input);
  const leaves = space.attributes.map((_, a) =>
    Uint32Array.from({ length: starts.length - 1 }, (_, tuple) => cellOf(space, a, rows[starts[tuple]])),
  );
  return { rows, starts, leaves };
}

function settle(ground: Ground, tuples: Uint32Array, depth: number): Settled {
  const code = boxCode(ground, tuples);
  const before = ground.known[code];
  if (before !== undefined) return before;
  let best: Settled = { cost: costOf(ground, tuples), along: -1 };
  if (isCrowd(ground, tuples) && depth < deepest) {
    const greedy = ground.visits > mostVisits;
    for (let a = 0; a < ground.trees.length; a++) {
      const parts = childrenOf(ground, tuples, a);
      if (parts.length < 2) continue;
      let cost = 0;
      for (const part of parts) {
        cost += greedy ? costOf(ground, part) : settle(ground, part, depth + 1).cost;
        if (!(cost < best.cost - slip)) break;
      }
      if (cost < best.cost - slip) best = { cost, along: a };
    }
    if (greedy && best.along >= 0)
      best = {
        cost: childrenOf(ground, tuples, best.along).reduce((sum, part) => sum + settle(ground, part, depth + 1).cost, 0),
        along: best.along,
      };
  }
  ground.known[code] = best;
  return best;
}

/** Rounding must not make a cut look like a gain. */
const slip = 1e-9;

/** Of a box under one label, or left out where it has too few subjects. */
function costOf(ground: Ground, tuples: Uint32Array): number {
  const { starts, trees } = ground;
  let records = 0;
  for (const tuple of tuples) records += starts[tuple + 1] - starts[tuple];
  if (!isCrowd(ground, tuples)) return records * ground.leftOut;
  let loss = 0;
  for (let a = 0; a < trees.length; a++) loss += trees[a].weight * labelLoss(ground, tuples, a);
  return records * loss;
}

/** What the label of a box loses: of its ancestor, or of the list of its values where that may be the label. */
function labelLoss({ trees, leaves }: Ground, tuples: Uint32Array, a: number): number {
  const [first, last] = endsOf(leaves[a], tuples);
  const loss = treeLoss(trees[a], first, last);
  const { sets } = trees[a];
  if (sets === undefined || first === last) return loss;
  const different = new Set<number>();
  for (const tuple of tuples) {
    different.add(leaves[a][tuple]);
    if (different.size > sets.most) return loss;
  }
  return Math.min(loss, (different.size - 1) / Math.max(1, sets.values - 1));
}

function endsOf(leaves: Uint32Array, tuples: Uint32Array): readonly [first: number, last: number] {
  let first = leaves[tuples[0]];
  let last = first;
  for (const tuple of tuples) {
    const leaf = leaves[tuple];
    if (leaf < first) first = leaf;
    else if (leaf > last) last = leaf;
  }
  return [first, last];
}

function isCrowd({ tally, rows, starts, k }: Ground, tuples: Uint32Array): boolean {
  const { crowd, marks } = tally;
  const count = ++tally.counts;
  let met = 0;
  for (const tuple of tuples)
    for (let i = starts[tuple]; i < starts[tuple + 1]; i++) {
      const subject = crowd.subjects[rows[i]];
      if (marks[subject] === count) continue;
      marks[subject] = count;
      if (++met === k) return true;
    }
  return false;
}

/** One number for the ends of a box in every tree. Whoever lies between these is in it, whichever cuts led there. */
function boxCode(ground: Ground, tuples: Uint32Array): number {
  const { leaves, codes, trees } = ground;
  ground.visits += tuples.length * trees.length;
  let code = 0;
  for (let a = 0; a < trees.length; a++) {
    const many = trees[a].shared[0].length;
    const [first, last] = endsOf(leaves[a], tuples);
    code = numberOf(codes[a], code * many + first); // in two steps, as the two ends and the code before may be more than a number holds
    code = numberOf(codes[a], -1 - (code * many + last));
  }
  return code;
}

function numberOf(codes: Map<number, number>, key: number): number {
  const known = codes.get(key);
  if (known !== undefined) return known;
  codes.set(key, codes.size);
  return codes.size - 1;
}

/** The tuples below each child of the node that holds them all, in the order of the tree. */
function childrenOf({ trees, leaves }: Ground, tuples: Uint32Array, a: number): Uint32Array[] {
  const own = leaves[a];
  const { shared } = trees[a];
  const [first, last] = endsOf(own, tuples);
  if (first === last) return [tuples];
  const many = tuples.length;
  const keys = new Float64Array(many);
  for (let i = 0; i < many; i++) keys[i] = own[tuples[i]] * many + i;
  keys.sort();
  const ordered = Uint32Array.from(keys, (key) => tuples[key % many]);
  const level = leastBetween(shared, first + 1, last);
  const parts: Uint32Array[] = [];
  let from = 0;
  for (let i = 1; i <= many; i++) {
    const ends =
      i === many ||
      (own[ordered[i]] !== own[ordered[i - 1]] && leastBetween(shared, own[ordered[i - 1]] + 1, own[ordered[i]]) === level);
    if (!ends) continue;
    parts.push(ordered.subarray(from, i));
    from = i;
  }
  return parts;
}
