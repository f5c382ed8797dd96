import type { Problem } from '../../base/problem.ts';
import { repeatedSubject } from '../../formats/input-problems.ts';

/**
 * Whether a subject stands in two rows, by 64-bit keys in open addressing: a set of a million strings would cost ten times as much.
 * Two subjects with one key, once in ten million tables of a million, would be refused, never let through.
 */
export function repeatedSubjects(column: string, low: Uint32Array, high: Uint32Array): Problem[] {
  if (isAscending(low, high)) return []; // ids that were counted through
  const size = 2 ** Math.ceil(Math.log2(2 * low.length + 2));
  const slots = new Int32Array(size).fill(-1);
  const repeated = new Set<number>();
  let rows = 0;
  let first = -1;
  for (let row = 0; row < low.length; row++) {
    let slot = (low[row] ^ Math.imul(high[row], 0x9e3779b1)) & (size - 1);
    while (slots[slot] >= 0 && (low[slots[slot]] !== low[row] || high[slots[slot]] !== high[row])) slot = (slot + 1) & (size - 1);
    if (slots[slot] < 0) slots[slot] = row;
    else {
      if (first < 0) first = row;
      rows += repeated.has(slots[slot]) ? 1 : 2;
      repeated.add(slots[slot]);
    }
  }
  return first < 0 ? [] : [repeatedSubject(column, repeated.size, rows, first + 1)];
}

function isAscending(low: Uint32Array, high: Uint32Array): boolean {
  let row = 1;
  while (row < low.length && (high[row] > high[row - 1] || (high[row] === high[row - 1] && low[row] > low[row - 1]))) row++;
  return row >= low.length;
}
