import type { Kernel } from '../../base/pool.ts';
import { type History, type LinkRules, mergeHistories } from './merge-histories.ts';

/** Who did what how often in one window, in the order of subjects, then of combinations. */
export interface Window {
  readonly subjects: Uint32Array;
  readonly combinations: Uint32Array;
  readonly counts: Uint32Array;
  /** The part of the window that each lies in. */
  readonly parts: Uint32Array;
  /** What each says that happened, whenever it was. */
  readonly happenings: Uint32Array;
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
  readonly setCount: number;
}

export const linkKernel = {
  name: 'linkKernel',
  perform({ window, ...rules }) {
    const { subjects, combinations, counts, parts, happenings } = window;
    const numbers = [...new Set(combinations)].sort((a, b) => a - b);
    const places = new Map(numbers.map((combination, place) => [combination, place]));
    const local = combinations.map((combination) => places.get(combination) ?? 0);
    const partOf = new Uint32Array(numbers.length);
    const happeningOf = new Uint32Array(numbers.length);
    for (let i = 0; i < local.length; i++) {
      partOf[local[i]] = parts[i];
      happeningOf[local[i]] = happenings[i];
    }
    const whole = { combinations: numbers.length, parts: partOf, happenings: happeningOf };
    const histories: History[] = [];
    const who: number[] = [];
    for (let from = 0, to = 0; from < subjects.length; from = to) {
      while (to < subjects.length && subjects[to] === subjects[from]) to++;
      histories.push({ combinations: local.subarray(from, to), counts: counts.subarray(from, to) });
      who.push(subjects[from]);
    }
    const sets = mergeHistories({ ...whole, subjects: histories }, rules);
    return spellOut(sets, { who, numbers });
  },
} satisfies Kernel<LinkInput, LinkedEvents>;

/** Which of its own events of a combination a set takes is all one: they are published alike. */
function spellOut(
  sets: ReturnType<typeof mergeHistories>,
  { who, numbers }: { readonly who: readonly number[]; readonly numbers: readonly number[] },
): LinkedEvents {
  const events = sets.reduce((sum, { combinations }) => sum + combinations.length, 0);
  const [subjects, combinations, copies, setOf] = Array.from({ length: 4 }, () => new Uint32Array(events));
  let at = 0;
  let taken = new Map<number, number>();
  for (const [set, { subject, combinations: own }] of sets.entries()) {
    if (set > 0 && sets[set - 1].subject !== subject) taken = new Map();
    for (const combination of own) {
      const copy = (taken.get(combination) ?? 0) + 1;
      taken.set(combination, copy);
      subjects[at] = who[subject];
      combinations[at] = numbers[combination];
      copies[at] = copy;
      setOf[at++] = set;
    }
  }
  return { subjects, combinations, copies, sets: setOf, setCount: sets.length };
}
