import type { Partition } from '../frame/partition.ts';
import { cellOf, inCellOrder } from './cell-order.ts';
import type { LossSpace } from './loss-space.ts';

/** Equivalence classes: rows of the same leaves, hours and numbers, which no label could tell apart. */
export function classesOf(space: LossSpace, input: Uint32Array): Partition {
  let rows = input;
  for (let a = space.attributes.length - 1; a >= 0; a--) rows = inCellOrder(space, a, rows).rows; // stable, so earlier orders stay within later ones
  const starts = [0];
  for (let i = 1; i < rows.length; i++) if (!alike(space, rows[i - 1], rows[i])) starts.push(i);
  return { rows, starts: Uint32Array.from([...starts, rows.length]) };
}

function alike(space: LossSpace, one: number, other: number): boolean {
  for (let a = 0; a < space.attributes.length; a++) if (cellOf(space, a, one) !== cellOf(space, a, other)) return false;
  return true;
}
