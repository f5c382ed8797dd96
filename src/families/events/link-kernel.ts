import type { Kernel } from '../../base/pool.ts';
import { type LinkedSets, type LinkRules, mergeHistories } from './merge-histories.ts';

/** Who did what how often in one window, in the order of subjects, then of combinations. */
export interface Window {
  readonly subjects: Uint32Array;
  readonly combinations: Uint32Array;
  readonly counts: Uint32Array;
  /** The part of the window that each lies in. */
  readonly parts: Uint32Array;
  /** What each says that happened, whenever it was. */
  readonly happenings: Uint32Array;
  /** How many numbers may hold each and tell one more thing, where whole traces have spent some. */
  readonly room?: Uint32Array | undefined;
}

export interface LinkInput extends LinkRules {
  readonly window: Window;
}

/** Events under a number they share: whose, which combination, which of those that a subject has of it, and the number, from 0 in each window. */
export interface LinkedEvents {
  readonly subjects: Uint32Array;
  readonly combinations: Uint32Array;
  readonly copies: Uint32Array;
  readonly sets: Uint32Array;
  /** The kind of each set: those of one hold the same combinations. */
  readonly kinds: Uint32Array;
}

export const linkKernel = {
  name: 'linkKernel',
  perform({ window, ...rules }) {
    const { subjects, combinations, counts, parts, happenings, room } = window;
    const first = combinations.reduce((least, one) => Math.min(least, one), combinations[0] ?? 0); // those of a window are numbered one after the other
    const held = combinations.map((combination) => combination - first);
    const many = held.reduce((most, one) => Math.max(most, one + 1), 0);
    const [partOf, happeningOf] = [new Uint32Array(many), new Uint32Array(many)];
    const roomOf = room === undefined ? undefined : new Uint32Array(many);
    const starts: number[] = [];
    for (let i = 0; i < held.length; i++) {
      if (i === 0 || subjects[i] !== subjects[i - 1]) starts.push(i);
      partOf[held[i]] = parts[i];
      happeningOf[held[i]] = happenings[i];
      if (roomOf !== undefined) roomOf[held[i]] = room?.[i] ?? 0;
    }
    const who = starts.map((start) => subjects[start]);
    starts.push(held.length);
    const whole = { combinations: many, parts: partOf, happenings: happeningOf, room: roomOf };
    return spellOut(mergeHistories({ ...whole, starts, held, counts }, rules), { who, first, many });
  },
} satisfies Kernel<LinkInput, LinkedEvents>;

/** Which of its own events of a combination a set takes is all one: they are published alike. */
function spellOut(
  { subjects: whose, kinds, starts, combinations: held }: LinkedSets,
  { who, first, many }: { readonly who: readonly number[]; readonly first: number; readonly many: number },
): LinkedEvents {
  const [subjects, combinations, copies, sets] = Array.from({ length: 4 }, () => new Uint32Array(held.length));
  const taken = new Uint32Array(many);
  for (let set = 0, from = 0; set < whose.length; set++) {
    if (set > 0 && whose[set] !== whose[set - 1]) {
      for (let i = starts[from]; i < starts[set]; i++) taken[held[i]] = 0;
      from = set;
    }
    for (let i = starts[set]; i < starts[set + 1]; i++) {
      subjects[i] = who[whose[set]];
      combinations[i] = first + held[i];
      copies[i] = ++taken[held[i]];
      sets[i] = set;
    }
  }
  return { subjects, combinations, copies, sets, kinds };
}
