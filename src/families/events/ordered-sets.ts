import { countNumbers, numberSequences, type Sequences, sequenceAt } from './sequences.ts';

/**
 * Of which linked sets the order is told, 1 for each: of those that k subjects have in the very same order. All others of a set are told without one, and must be nobody or k
 * as well: where they are fewer, the rarest orders of the set are given up, until they are enough. The last one gives k at least, so it ends. A subject has a set once, so that sets are counted.
 */
export function findOrderedSets(sets: Sequences, k: number, mayOrder: (combinations: Uint32Array) => boolean): Uint8Array {
  const rows = sets.starts.length - 1;
  const orders = numberSequences(sets);
  const kinds = numberSequences({ starts: sets.starts, items: sortRows(sets) });
  const counts = countNumbers(orders);
  const isTold = counts.map((count) => Number(count >= k));
  const left = new Uint32Array(rows); // sets of each kind that are told without an order
  const ordersOf: number[][] = [];
  const seen = new Uint8Array(counts.length);
  for (let row = 0; row < rows; row++) {
    const [order, kind] = [orders[row], kinds[row]];
    if (seen[order] === 0) {
      seen[order] = 1;
      if (!mayOrder(sequenceAt(sets, row))) isTold[order] = 0;
      (ordersOf[kind] ??= []).push(order);
    }
    left[kind] += 1 - isTold[order];
  }
  for (const [kind, own] of ordersOf.entries())
    for (const order of own.filter((one) => isTold[one] === 1).sort((a, b) => counts[a] - counts[b] || a - b)) {
      if (left[kind] === 0 || left[kind] >= k) break;
      isTold[order] = 0;
      left[kind] += counts[order];
    }
  return Uint8Array.from(orders, (order) => isTold[order]);
}

function sortRows({ items, starts }: Sequences): Uint32Array {
  const sorted = items.slice();
  for (let row = 0; row + 1 < starts.length; row++) sorted.subarray(starts[row], starts[row + 1]).sort();
  return sorted;
}
