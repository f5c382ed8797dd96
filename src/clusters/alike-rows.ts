import type { Kernel } from '../base/pool.ts';
import { groups, type Partition } from '../frame/partition.ts';
import { cellOf } from './cell-order.ts';
import { type Crowd, isCrowd, type Tally, tallyOf } from './crowd.ts';
import { boxSize, join, type LossSpace, lossOf, spanRows } from './loss-space.ts';

/** Rows of which k subjects or more are alike in every attribute, each lot a group that loses nothing, and the others. */
export interface AlikeRows {
  readonly crowds: Partition;
  readonly others: Uint32Array;
}

/**
 * In large tables most records are like k others already, and need not be compared with any. Crowds stand in the order in which their first row does; the
 * others keep their order. Others of fewer than k subjects could form no group: the crowd that loses least with them joins them.
 */
export function alikeRows(space: LossSpace, tally: Tally, rows: Uint32Array, k: number): AlikeRows {
  const alike = groupAlike(space, rows);
  const isMet = Uint8Array.from(groups(alike), (group) => (isCrowd(tally, group, k) ? 1 : 0));
  const made = partRows(alike, isMet, rows);
  if (made.others.length === 0 || isCrowd(tally, made.others, k)) return made;
  const host = cheapestHost(space, alike, isMet, made.others);
  if (host >= 0) isMet[host] = 0; // else there are fewer than k subjects in all
  return partRows(alike, isMet, rows);
}

/** Groups of rows with the same cells, by their first row; rows of a group in their order. */
function groupAlike(space: LossSpace, rows: Uint32Array): Partition {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * rows.length + 2))); // the number of a group and one, or 0 where a slot is free
  const groupOf = new Uint32Array(rows.length);
  const firsts = new Uint32Array(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    let slot = hashOf(space, rows[i]) & (slots.length - 1);
    while (slots[slot] !== 0 && !isAlike(space, firsts[slots[slot] - 1], rows[i])) slot = (slot + 1) & (slots.length - 1);
    if (slots[slot] === 0) {
      firsts[count++] = rows[i];
      slots[slot] = count;
    }
    groupOf[i] = slots[slot] - 1;
  }
  const starts = new Uint32Array(count + 1);
  for (let i = 0; i < rows.length; i++) starts[groupOf[i] + 1]++;
  for (let g = 0; g < count; g++) starts[g + 1] += starts[g];
  const next = starts.slice();
  const together = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) together[next[groupOf[i]]++] = rows[i];
  return { rows: together, starts };
}

function hashOf(space: LossSpace, row: number): number {
  let hash = 0;
  for (let a = 0; a < space.attributes.length; a++) {
    hash = Math.imul(hash ^ cellOf(space, a, row), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

function isAlike(space: LossSpace, one: number, other: number): boolean {
  for (let a = 0; a < space.attributes.length; a++) if (cellOf(space, a, one) !== cellOf(space, a, other)) return false;
  return true;
}

/** Groups that are met by themselves, and the rows of all others in the order they had. */
function partRows(alike: Partition, isMet: Uint8Array, order: Uint32Array): AlikeRows {
  const { rows, starts } = alike;
  const begun = [0];
  const together = new Uint32Array(rows.length);
  let at = 0;
  const isLeft = new Uint8Array(rows.reduce((most, row) => Math.max(most, row), 0) + 1);
  for (let g = 0; g < isMet.length; g++) {
    const group = rows.subarray(starts[g], starts[g + 1]);
    if (isMet[g] === 0) for (const row of group) isLeft[row] = 1;
    else {
      together.set(group, at);
      at += group.length;
      begun.push(at);
    }
  }
  const crowds = { rows: together.subarray(0, at), starts: Uint32Array.from(begun) };
  return { crowds, others: order.filter((row) => isLeft[row] === 1) };
}

/** The crowd whose rows and the others lose least under one label, of equals the first; -1 where there is none. */
function cheapestHost(space: LossSpace, { rows, starts }: Partition, isMet: Uint8Array, others: Uint32Array): number {
  const boxes = new Float64Array(2 * boxSize(space));
  spanRows(space, others, boxes, 1);
  let host = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let g = 0; g < isMet.length; g++) {
    if (isMet[g] === 0) continue;
    spanRows(space, rows.subarray(starts[g], starts[g + 1]), boxes, 0);
    join(space, boxes, 0, 1);
    const loss = (others.length + starts[g + 1] - starts[g]) * lossOf(space, boxes, 0);
    if (loss >= least) continue;
    least = loss;
    host = g;
  }
  return host;
}

export const alikeKernel = {
  name: 'alikeKernel',
  perform: ({ space, crowd, rows, k }) => alikeRows(space, tallyOf(crowd), rows, k),
} satisfies Kernel<AlikeInput, AlikeRows>;

interface AlikeInput {
  readonly space: LossSpace;
  readonly crowd: Crowd;
  readonly rows: Uint32Array;
  readonly k: number;
}
