import { findFinerKinds } from './finer-kinds.ts';
import { numberSequences, type Sequences, sequenceAt } from './sequences.ts';

/** Linked sets and whole traces in their order, with the bin of the time before each event but the first, which has 0. */
export interface TimedSets {
  readonly combinations: Sequences;
  readonly bins: Uint32Array;
  /** Least number of subjects who share a row of a set, or of a trace, with its bins. */
  readonly leastOf: (row: number) => number;
  /** Whether the times between these combinations may be told. */
  readonly mayTime: (combinations: Uint32Array) => boolean;
}

/** Of which rows the bins are told, 1 for each: of those that enough subjects share as a whole, and all others of the same order are nobody or enough as well. */
export function findTimedSets({ combinations, bins, leastOf, mayTime }: TimedSets): Uint8Array {
  const { items, starts } = combinations;
  const paired = new Uint32Array(2 * items.length);
  for (let i = 0; i < items.length; i++) {
    paired[2 * i] = items[i];
    paired[2 * i + 1] = bins[i];
  }
  const kinds = numberSequences(combinations);
  return findFinerKinds({
    fine: splitBy(leastOf, numberSequences({ items: paired, starts: starts.map((start) => 2 * start) })),
    coarse: splitBy(leastOf, kinds),
    mayTell: (row) => starts[row + 1] - starts[row] === 1 || mayTime(sequenceAt(combinations, row)), // one event has no time before it
    leastOf,
  });
}

/** Numbers anew, so that rows of one number ask for one company: a set and a trace that read alike are counted apart. */
function splitBy(leastOf: TimedSets['leastOf'], numbers: Uint32Array): Uint32Array {
  const items = new Uint32Array(2 * numbers.length);
  for (let row = 0; row < numbers.length; row++) items.set([leastOf(row), numbers[row]], 2 * row);
  return numberSequences({ items, starts: Uint32Array.from({ length: numbers.length + 1 }, (_, row) => 2 * row) });
}
