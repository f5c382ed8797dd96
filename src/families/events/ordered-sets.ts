import { findFinerKinds } from './finer-kinds.ts';
import { numberSequences, type Sequences, sequenceAt } from './sequences.ts';

/**
 * Of which linked sets the order is told, 1 for each: of those that k subjects have in the very same order. All others of a set are told without one, and are nobody or k
 * as well. A subject has a set once, so that sets are counted.
 */
export const findOrderedSets = (sets: Sequences, k: number, mayOrder: (combinations: Uint32Array) => boolean): Uint8Array =>
  findFinerKinds({
    fine: numberSequences(sets),
    coarse: numberSequences({ starts: sets.starts, items: sortRows(sets) }),
    mayTell: (row) => mayOrder(sequenceAt(sets, row)),
    leastOf: () => k,
  });

function sortRows({ items, starts }: Sequences): Uint32Array {
  const sorted = items.slice();
  for (let row = 0; row + 1 < starts.length; row++) sorted.subarray(starts[row], starts[row + 1]).sort();
  return sorted;
}
