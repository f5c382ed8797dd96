import { createKinds, type Kinds } from './kinds.ts';
import { createTellings, mostTold, type Tellings } from './tellings.ts';

/** What each subject did in one window. Combinations are numbered from 0 in the order of their text, subjects in a secret order. */
export interface Histories {
  readonly combinations: number;
  /** Part of the window that each combination lies in; those of a part are linked first. */
  readonly parts: ArrayLike<number>;
  /** What each combination says that happened, whenever it was. */
  readonly happenings: ArrayLike<number>;
  /** How many numbers may hold each combination and tell one more thing, where some are spent already. */
  readonly room?: ArrayLike<number> | undefined;
  /** Subject s has those from starts[s] on, before starts[s + 1], and each of them so often. */
  readonly starts: ArrayLike<number>;
  readonly held: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

/** The sets that subjects have while sets are merged. A kind is a set of combinations; all have it under one number. */
export interface Segments {
  readonly kinds: Kinds;
  /** The subject of each list: one of its lists holds all that it has, or all of one part. */
  readonly subjects: Uint32Array;
  /** List s holds the kinds from starts[s] on, lengths[s] of them, and so many of each that may be linked; besides, its subject keeps some of those that are marked with `more`. */
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  readonly held: Uint32Array;
  readonly counts: Uint32Array;
  /** The lists that hold a kind, and how many they are. No two are of one subject. */
  readonly owners: number[][];
  readonly sizes: number[];
  /** How many have a kind that they cannot link any more. */
  readonly alone: number[];
  /** Numbers for each kind and one for each list, lent to whoever counts; all of a kind are 0 again when they are given back. */
  readonly tally: number[];
  readonly secondTally: number[];
  /** Lent as well: kinds that were found, and those who could merge a pair. A list of its own for each pair took a sixth of the time. */
  readonly found: number[];
  readonly candidates: Candidates;
  readonly marks: Uint32Array;
  lastMark: number;
  /** What one event tells of another, where that is bounded. */
  readonly tellings: Tellings | undefined;
}

/** Lists that have A and B, so many of them: where each has them, and whether it has no other A (1) and no other B (2). */
export interface Candidates {
  readonly subjects: Uint32Array;
  readonly placesA: Uint32Array;
  readonly placesB: Uint32Array;
  readonly last: Uint8Array;
  size: number;
}

/** A subject links an event of one text so often at most, and keeps the others: one home may ring a thousand times a week, and would be searched for longer than all others. */
const mostCopies = 8;

/** Stands on a count of which some are kept. */
const more = 2 ** 31;

/** A list for each subject, or for each part in which it has something. */
export function createSegments(histories: Histories, { confidence, inParts }: SegmentRules): Segments {
  const { combinations, parts, happenings, room, starts: from } = histories;
  const owners: number[][] = Array.from({ length: combinations }, () => []);
  const all = from.length === 0 ? 0 : from[from.length - 1];
  let events = 0;
  for (let at = 0; at < all; at++) events += Math.min(histories.counts[at], mostCopies); // a list grows where a merge uses up neither side, and takes two
  const [subjects, starts, lengths] = [new Uint32Array(all), new Uint32Array(all), new Uint32Array(all)];
  const [held, counts] = [new Uint32Array(events), new Uint32Array(events)];
  let [lists, next, end] = [0, 0, 0];
  for (let subject = 0; subject + 1 < from.length; subject++) {
    const order = inParts ? orderByParts(histories, subject) : undefined;
    for (let i = from[subject], part = -1; i < from[subject + 1]; i++) {
      const at = order === undefined ? i : order[i - from[subject]];
      const combination = histories.held[at];
      if (i === from[subject] || (inParts && parts[combination] !== part)) {
        next = end;
        starts[lists] = next;
        subjects[lists++] = subject;
      }
      part = parts[combination];
      owners[combination].push(lists - 1);
      lengths[lists - 1]++;
      const many = histories.counts[at];
      held[next] = combination;
      counts[next++] = many > mostCopies ? mostCopies + more : many;
      end += Math.min(many, mostCopies);
    }
  }
  const sizes = owners.map(({ length }) => length);
  return {
    kinds: createKinds(combinations),
    subjects: subjects.slice(0, lists),
    starts: starts.slice(0, lists),
    lengths: lengths.slice(0, lists),
    held,
    counts,
    owners,
    sizes,
    alone: sizes.map(() => 0),
    tally: sizes.map(() => 0),
    secondTally: sizes.map(() => 0),
    found: [],
    candidates: {
      subjects: new Uint32Array(lists),
      placesA: new Uint32Array(lists),
      placesB: new Uint32Array(lists),
      last: new Uint8Array(lists),
      size: 0,
    },
    marks: new Uint32Array(lists),
    lastMark: 0,
    tellings:
      confidence === undefined ? undefined : createTellings(happenings, room ?? sizes.map((size) => mostTold(confidence, size))),
  };
}

/** What a subject has, by part, where it does not lie so already: texts are numbered part by part. */
function orderByParts({ parts, starts, held }: Histories, subject: number): readonly number[] | undefined {
  const [from, to] = [starts[subject], starts[subject + 1]];
  let at = from + 1;
  while (at < to && parts[held[at - 1]] <= parts[held[at]]) at++;
  if (at >= to) return undefined;
  return Array.from({ length: to - from }, (_, i) => from + i).sort((i, j) => parts[held[i]] - parts[held[j]]);
}

export interface SegmentRules {
  readonly confidence: number | undefined;
  readonly inParts: boolean;
}

/** The same with one list for each subject. Its lists stand one after the other, and so does the room that each has. */
export function joinParts(segments: Segments): Segments {
  const { subjects, starts, lengths, held, counts, owners } = segments;
  const joined = new Uint32Array(subjects.length);
  let lists = 0;
  for (let list = 0; list < subjects.length; list++) {
    if (list > 0 && subjects[list] === subjects[list - 1]) {
      const end = starts[lists - 1] + lengths[lists - 1];
      held.copyWithin(end, starts[list], starts[list] + lengths[list]);
      counts.copyWithin(end, starts[list], starts[list] + lengths[list]);
      lengths[lists - 1] += lengths[list];
    } else {
      [starts[lists], lengths[lists], subjects[lists]] = [starts[list], lengths[list], subjects[list]];
      lists++;
    }
    joined[list] = lists - 1;
  }
  for (const own of owners) for (let i = 0; i < own.length; i++) own[i] = joined[own[i]];
  const [whose, from, many] = [subjects, starts, lengths].map((all) => all.subarray(0, lists));
  return { ...segments, subjects: whose, starts: from, lengths: many };
}

/** The kind of the union of two, which nobody has yet where it is new. */
export function unionOf(segments: Segments, a: number, b: number): number {
  const { kinds, owners, sizes, alone, tally, secondTally } = segments;
  const union = kinds.makeUnion(a, b);
  if (union === owners.length) {
    owners.push([]);
    sizes.push(0);
    alone.push(0);
    tally.push(0);
    secondTally.push(0);
  }
  return union;
}

/** Whether a subject could link what stands at a place once more and then no more. */
export const isLastAt = ({ counts }: Segments, place: number): boolean => counts[place] % more === 1;

/** Takes one of a kind from a subject that has it. Who has none left is still among the owners. */
export function takeOne({ starts, lengths, held, counts, sizes, alone }: Segments, subject: number, place: number): void {
  if (counts[place] % more > 1) {
    counts[place]--;
    return;
  }
  const last = starts[subject] + --lengths[subject];
  sizes[held[place]]--;
  if (counts[place] > more) alone[held[place]]++;
  held[place] = held[last];
  counts[place] = counts[last];
}

/** Forgets owners of a kind who bear one of two marks. */
export function forgetOwners({ owners, marks }: Segments, kind: number, mark: number, orMark: number): void {
  const own = owners[kind];
  let kept = 0;
  for (let i = 0; i < own.length; i++) {
    const found = marks[own[i]];
    if (found !== mark && found !== orMark) own[kept++] = own[i];
  }
  own.length = kept;
}

/** Gives a subject the first one of a kind. */
export function giveFirst({ starts, lengths, held, counts, owners, sizes }: Segments, subject: number, kind: number): void {
  const place = starts[subject] + lengths[subject]++;
  held[place] = kind;
  counts[place] = 1;
  owners[kind].push(subject);
  sizes[kind]++;
}
