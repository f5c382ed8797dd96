import { countNumbers, numberSequences, type Sequences, sequenceAt } from './sequences.ts';
import { mostTold } from './tellings.ts';

export interface TraceRules {
  readonly k: number;
  /** Least number of subjects with the very same trace. */
  readonly least: number;
  /** Whether the order of these combinations may be told. */
  readonly mayOrder: (combinations: Uint32Array) => boolean;
  /** The greatest share of those with an event of whom a trace may tell another; any, where it is left out. */
  readonly telling?: TraceTelling | undefined;
}

export interface TraceTelling {
  readonly confidence: number;
  /** What each combination says that happened, whenever it was. */
  readonly happeningOf: (combination: number) => number;
}

export interface WholeTraces {
  /** 1 for each subject that is published whole. */
  readonly isWhole: Uint8Array;
  /** Of each combination the numbers that may hold it and still tell one more thing, where that is bounded. */
  readonly room: ReadonlyMap<number, number>;
}

/**
 * Which subjects are published whole: those whose trace, all that is published of them in its order, at least `least` have. All others must still have company:
 * where fewer than k of them, but somebody, are left with a combination, the rarest trace that holds it is given up, and its subjects join them. What a trace that is given up holds
 * has k subjects from then on, so it ends.
 *
 * Where it is bounded how surely an event tells another, traces are taken from the most common on, each of as many subjects as there is room for; k at least of those who are held back.
 */
export function findWholeTraces(traces: Sequences, { k, least, mayOrder, telling }: TraceRules): WholeTraces {
  const variants = numberSequences(traces);
  const counts = countNumbers(variants);
  const first = new Int32Array(counts.length).fill(-1);
  for (let subject = variants.length - 1; subject >= 0; subject--) first[variants[subject]] = subject;
  const heldBy = (variant: number): ReadonlySet<number> => new Set(sequenceAt(traces, first[variant]));
  const byRarity = Array.from(counts, (_, variant) => variant).sort((a, b) => counts[b] - counts[a] || b - a);
  const spending = telling === undefined ? undefined : createSpending(telling, subjectsOf(byRarity, counts, heldBy));
  const whole = new Uint32Array(counts.length); // subjects of each variant who are whole
  for (const variant of byRarity) {
    const trace = sequenceAt(traces, first[variant]);
    if (counts[variant] < least || !mayOrder(trace)) continue;
    const room = spending?.roomFor(trace) ?? counts[variant];
    const taken = room >= counts[variant] ? counts[variant] : Math.min(room, counts[variant] - k);
    if (taken < least) continue;
    whole[variant] = taken;
    spending?.spend(trace, taken);
  }
  const rarest = new Map<number, number>(); // of the whole variants with a combination
  const left = new Map<number, number>(); // subjects with a combination who are not whole
  for (const variant of byRarity)
    for (const combination of heldBy(variant)) {
      if (whole[variant] > 0) rarest.set(combination, variant);
      left.set(combination, (left.get(combination) ?? 0) + counts[variant] - whole[variant]);
    }
  for (const [combination, variant] of [...rarest].sort(([a], [b]) => a - b)) {
    const alone = left.get(combination) ?? 0;
    if (alone > 0 && alone < k) giveUp(variant); // some of it are whole: else its subjects would be among those left
  }
  const room = spending?.left() ?? new Map<number, number>();
  return { room, isWhole: Uint8Array.from(variants, (variant) => (whole[variant] === 0 ? 0 : Number(whole[variant]-- > 0))) };

  function giveUp(variant: number): void {
    const held = sequenceAt(traces, first[variant]);
    spending?.spend(held, -whole[variant]);
    for (const combination of new Set(held)) left.set(combination, (left.get(combination) ?? 0) + whole[variant]);
    whole[variant] = 0;
  }
}

/** How many subjects have each combination. */
function subjectsOf(
  variants: readonly number[],
  counts: Uint32Array,
  heldBy: (variant: number) => ReadonlySet<number>,
): ReadonlyMap<number, number> {
  const subjects = new Map<number, number>();
  for (const variant of variants)
    for (const combination of heldBy(variant)) subjects.set(combination, (subjects.get(combination) ?? 0) + counts[variant]);
  return subjects;
}

/** Numbers that hold a combination and tell another thing: its own text, where it is of the same class, or one more of the known one; else what happened. */
function createSpending({ confidence, happeningOf }: TraceTelling, subjects: ReadonlyMap<number, number>) {
  const most = new Map([...subjects].map(([combination, count]) => [combination, mostTold(confidence, count)]));
  const told = new Map<number, Map<number, number>>(); // by the known combination, then by what it tells: a text, or below 0 what happened
  const eachTelling = (trace: Uint32Array, use: (known: number, other: number) => void): void => {
    const times = new Map<number, number>();
    for (const one of trace) times.set(one, (times.get(one) ?? 0) + 1);
    for (const known of times.keys()) {
      const others = new Set<number>();
      for (const [other, count] of times)
        if (happeningOf(known) !== happeningOf(other)) others.add(-1 - happeningOf(other));
        else if (other !== known || count > 1) others.add(other);
      for (const other of others) use(known, other);
    }
  };
  return {
    roomFor(trace: Uint32Array): number {
      let room = Number.POSITIVE_INFINITY;
      eachTelling(trace, (known, other) => {
        room = Math.min(room, (most.get(known) ?? 0) - (told.get(known)?.get(other) ?? 0));
      });
      return room;
    },
    spend(trace: Uint32Array, numbers: number): void {
      eachTelling(trace, (known, other) => {
        const own = told.get(known) ?? new Map<number, number>();
        told.set(known, own.set(other, (own.get(other) ?? 0) + numbers));
      });
    },
    left: (): ReadonlyMap<number, number> =>
      new Map([...most].map(([known, numbers]) => [known, numbers - Math.max(0, ...(told.get(known)?.values() ?? []))])),
  };
}
