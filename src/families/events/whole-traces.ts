import { countNumbers, numberSequences, type Sequences, sequenceAt } from './sequences.ts';

export interface TraceRules {
  readonly k: number;
  /** Least number of subjects with the very same trace. */
  readonly least: number;
  /** Whether the order of these combinations may be told. */
  readonly mayOrder: (combinations: Uint32Array) => boolean;
}

/**
 * Which subjects are published whole, 1 for each: those whose trace, all that is published of them in its order, at least `least` have. All others must still have company:
 * where fewer than k of them, but somebody, are left with a combination, the rarest trace that holds it is given up, and its subjects join them. What a trace that is given up holds
 * has k subjects from then on, so it ends.
 */
export function findWholeTraces(traces: Sequences, { k, least, mayOrder }: TraceRules): Uint8Array {
  const variants = numberSequences(traces);
  const counts = countNumbers(variants);
  const first = new Int32Array(counts.length).fill(-1);
  for (let subject = variants.length - 1; subject >= 0; subject--) first[variants[subject]] = subject;
  const heldBy = (variant: number): ReadonlySet<number> => new Set(sequenceAt(traces, first[variant]));
  const isWhole = counts.map((count, variant) => Number(count >= least && mayOrder(sequenceAt(traces, first[variant]))));
  const rarest = new Map<number, number>(); // of the whole variants with a combination
  const left = new Map<number, number>(); // subjects with a combination who are not whole
  const byRarity = Array.from(counts, (_, variant) => variant).sort((a, b) => counts[b] - counts[a] || b - a);
  for (const variant of byRarity)
    for (const combination of heldBy(variant))
      if (isWhole[variant] === 1) rarest.set(combination, variant);
      else left.set(combination, (left.get(combination) ?? 0) + counts[variant]);
  for (const [combination, variant] of [...rarest].sort(([a], [b]) => a - b)) {
    const alone = left.get(combination) ?? 0;
    if (alone > 0 && alone < k) giveUp(variant); // it is whole: else its subjects would be among those left
  }
  return Uint8Array.from(variants, (variant) => isWhole[variant]);

  function giveUp(variant: number): void {
    isWhole[variant] = 0;
    for (const combination of heldBy(variant)) left.set(combination, (left.get(combination) ?? 0) + counts[variant]);
  }
}
