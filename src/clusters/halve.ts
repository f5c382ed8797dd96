import type { Partition } from '../frame/partition.ts';
import { inCellOrder } from './cell-order.ts';
import { type ClusterTask, isGroup } from './cluster-task.ts';
import { boxSize, type LossSpace, spanRows, weightedLoss } from './loss-space.ts';

/**
 * Cuts rows in two, near the middle and between two values, along the attribute whose own loss falls most, until no block has more than `largest`. Unlike
 * cuts along hierarchies it never leaves a block of few: what is grouped within a block needs company to choose from.
 */
export function halveBlocks(task: ClusterTask, input: Uint32Array, largest: number): Partition {
  const rows = input.slice();
  const starts: number[] = [];
  const open = [0, rows.length];
  while (open.length > 0) {
    const to = open.pop() as number;
    const from = open.pop() as number;
    const half = to - from > largest ? halve(task, rows.subarray(from, to), largest) : 0;
    if (half === 0) starts.push(from);
    else open.push(from + half, to, from, from + half); // the first on top, so starts stay sorted
  }
  return { rows, starts: Uint32Array.from([...starts, rows.length]) };
}

/** Reorders the rows and says where their second half begins; 0 where no border leaves k subjects on both sides. */
function halve(task: ClusterTask, rows: Uint32Array, largest: number): number {
  const { space } = task;
  const whole = new Float64Array(boxSize(space));
  spanRows(space, rows, whole, 0);
  let best = { gain: Number.NEGATIVE_INFINITY, far: true, half: 0, rows };
  for (let a = 0; a < space.attributes.length; a++) {
    const order = inCellOrder(space, a, rows);
    const half = middleBorder(order.cells);
    if (half === 0) continue;
    const gain =
      rows.length * lossAlong(space, a, whole) -
      half * lossOfRows(space, a, order.rows.subarray(0, half)) -
      (rows.length - half) * lossOfRows(space, a, order.rows.subarray(half));
    const far = Math.min(half, rows.length - half) < largest / 8; // a thin slice of few values is better company than half of a long range
    if (far === best.far ? gain <= best.gain : far) continue;
    if (isGroup(task, order.rows.subarray(0, half)) && isGroup(task, order.rows.subarray(half)))
      best = { gain, far, half, rows: order.rows };
  }
  if (best.half === 0) best = { ...best, ...dealt(task, rows) };
  if (best.half > 0) rows.set(best.rows);
  return best.half;
}

/** Where every border leaves a half whose sensitive values are too unlike those of all: every second row of those along the longest attribute. */
function dealt(task: ClusterTask, rows: Uint32Array): { readonly half: number; readonly rows: Uint32Array } {
  if (task.owed === undefined) return { half: 0, rows };
  const longest = task.space.attributes.reduce(
    (best, _, a) => {
      const { cells } = inCellOrder(task.space, a, rows);
      const different = cells.reduce((sum, cell, i) => (i > 0 && cell !== cells[i - 1] ? sum + 1 : sum), 0);
      return different > best.different ? { a, different } : best;
    },
    { a: 0, different: -1 },
  );
  const order = inCellOrder(task.space, longest.a, rows).rows;
  const even = order.filter((_, i) => i % 2 === 0);
  const odd = order.filter((_, i) => i % 2 === 1);
  if (!isGroup(task, even) || !isGroup(task, odd)) return { half: 0, rows };
  const both = new Uint32Array(order.length);
  both.set(even);
  both.set(odd, even.length);
  return { half: even.length, rows: both };
}

/** The border between two different cells that is nearest the middle; 0 where all are the same. */
function middleBorder(cells: Uint32Array): number {
  const middle = cells.length >>> 1;
  for (let far = 0; far < cells.length; far++)
    for (const at of [middle - far, middle + far]) if (at > 0 && at < cells.length && cells[at] !== cells[at - 1]) return at;
  return 0;
}

function lossOfRows(space: LossSpace, a: number, rows: Uint32Array): number {
  const box = new Float64Array(boxSize(space));
  spanRows(space, rows, box, 0);
  return lossAlong(space, a, box);
}

const lossAlong = ({ attributes }: LossSpace, a: number, box: Float64Array): number =>
  weightedLoss(attributes[a], box[2 * a], box[2 * a + 1]);
