import type { Partition } from '../frame/partition.ts';
import { cellOf, countCells, inCellOrder } from './cell-order.ts';
import { type ClusterTask, isGroup } from './cluster-task.ts';
import { type Attribute, boxSize, type LossSpace, spanRows, weightedLoss } from './loss-space.ts';

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
  const borders: Border[] = [];
  for (let attribute = 0; attribute < space.attributes.length; attribute++) {
    const border = middleBorder(space, attribute, rows, whole);
    if (border === undefined) continue;
    const far = Math.min(border.half, rows.length - border.half) < largest / 8; // a thin slice of few values is better company than half of a long range
    borders.push({ ...border, far });
  }
  borders.sort((a, b) => Number(a.far) - Number(b.far) || b.gain - a.gain || a.attribute - b.attribute);
  for (const { attribute, cell, half } of borders) {
    const parted = partAt(space, attribute, rows, cell);
    if (!isGroup(task, parted.subarray(0, half)) || !isGroup(task, parted.subarray(half))) continue;
    rows.set(parted);
    return half;
  }
  const { half, rows: both } = dealt(task, rows);
  if (half > 0) rows.set(both);
  return half;
}

/** Where an attribute may be cut: before which of its cells, how many rows that leaves on the first side, and by how much its own loss falls. */
interface Border {
  readonly attribute: number;
  readonly cell: number;
  readonly half: number;
  readonly gain: number;
  /** Whether it lies far from the middle. */
  readonly far: boolean;
}

/** The border between two different cells that is nearest the middle; none where all are the same. */
function middleBorder(
  space: LossSpace,
  attribute: number,
  rows: Uint32Array,
  whole: Float64Array,
): Omit<Border, 'far'> | undefined {
  const { cells, counts } = countCells(space, attribute, rows);
  let half = 0;
  let at = 0; // how many of the cells lie before the border
  for (let i = 1, before = counts[0]; i < cells.length; before += counts[i++])
    if (half === 0 || Math.abs(2 * before - rows.length) < Math.abs(2 * half - rows.length)) {
      half = before;
      at = i;
    }
  if (half === 0) return undefined;
  const lossWithin = (from: number, to: number) => lossOfCells(space.attributes[attribute], cells.subarray(from, to));
  const all = weightedLoss(space.attributes[attribute], whole[2 * attribute], whole[2 * attribute + 1]);
  const gain = rows.length * all - half * lossWithin(0, at) - (rows.length - half) * lossWithin(at, cells.length);
  return { attribute, cell: cells[at], half, gain };
}

/** Ascending cells of one attribute under one label. */
function lossOfCells(attribute: Attribute, cells: Uint32Array): number {
  if (attribute.kind !== 'circle') return weightedLoss(attribute, cells[0], cells[cells.length - 1]);
  let hours = 0;
  for (const hour of cells) hours |= 1 << hour;
  return weightedLoss(attribute, hours, 0);
}

/** Rows with lower cells first, each side in the order it had. */
function partAt(space: LossSpace, attribute: number, rows: Uint32Array, cell: number): Uint32Array {
  const parted = new Uint32Array(rows.length);
  let at = 0;
  for (let i = 0; i < rows.length; i++) if (cellOf(space, attribute, rows[i]) < cell) parted[at++] = rows[i];
  for (let i = 0; i < rows.length; i++) if (cellOf(space, attribute, rows[i]) >= cell) parted[at++] = rows[i];
  return parted;
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
