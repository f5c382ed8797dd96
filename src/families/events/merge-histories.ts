import { createPairHeap, type PairHeap } from './pair-heap.ts';
import { createPairTable, type PairTable } from './pair-table.ts';
import {
  type Candidates,
  createSegments,
  forgetOwners,
  giveFirst,
  type Histories,
  isLastAt,
  joinParts,
  type Segments,
  takeOne,
  unionOf,
} from './segments.ts';
import { whoMerges } from './who-merges.ts';

export interface LinkRules {
  readonly k: number;
  readonly stages: readonly ('part' | 'window')[];
  /** The greatest share of those with one event of whom it may tell another; any, where it is left out. */
  readonly confidence?: number | undefined;
}

/** Set i is of subjects[i] and of a kind, and holds the combinations from starts[i] on, before starts[i + 1]. Those of a subject stand together. */
export interface LinkedSets {
  readonly subjects: Uint32Array;
  readonly kinds: Uint32Array;
  readonly starts: Uint32Array;
  readonly combinations: Uint32Array;
}

/**
 * Links events only where k subjects or more carry the very same linked set, each at most once.
 *
 * Byte-pair merging of histories: of all pairs of sets that k subjects have, the one that links most (subjects x sizes) is merged, again and
 * again. A set is carried by nobody or by at least k before and after each merge, so that one may stop at any moment. Everything is decided
 * by what is published and by who shares it; ties fall by the order of text and the secret order of subjects.
 */
export function mergeHistories(histories: Histories, { k, stages, confidence }: LinkRules): LinkedSets {
  let segments = createSegments(histories, { confidence, inParts: stages[0] === 'part' });
  for (const stage of stages) {
    if (stage === 'window') segments = joinParts(segments);
    mergeStage({ k, segments, pairs: createPairTable() });
  }
  return linkedSets(segments);
}

interface Stage {
  readonly k: number;
  readonly segments: Segments;
  /** How many have both of two disjoint kinds, of all pairs that were open. */
  readonly pairs: PairTable;
}

const mostPasses = 12;
const worthwhile = 25; // a pass that adds less than one in so many is the last: each reads all histories again
const many = 1 << 18; // after so many merges a second pass changes one link in three thousand, and takes an eighth of the time

/** Merges pairs until a pass over all of them merges next to nothing. */
function mergeStage(stage: Stage): void {
  let total = 0;
  for (let pass = 0; pass < mostPasses; pass++) {
    const merged = mergePass(stage);
    total += merged;
    if (merged * worthwhile <= total || total >= many) return;
  }
}

/** How many sets were merged into others. */
function mergePass(stage: Stage): number {
  const { k, segments, pairs } = stage;
  const { firsts, seconds, counts, looks } = pairs;
  const heap = createPairHeap(firsts, seconds);
  for (let pair = 0; pair < counts.length; pair++) counts[pair] = 0;
  for (let kind = 0; kind < segments.sizes.length; kind++) if (segments.sizes[kind] > 0) countPairs(stage, kind, heap);
  let merged = 0;
  for (let pair = heap.pop(); pair >= 0; pair = heap.pop()) {
    const [a, b, both] = [firsts[pair], seconds[pair], counts[pair]];
    if (both === 0) continue;
    const gain = gainOf(segments, pairs, pair);
    if (gain < heap.gain) {
      if (isOpen(stage, a, b, both)) heap.push(gain, pair);
      continue;
    }
    const look = lookOf(segments, pairs, pair);
    if (looks[pair] === look) continue;
    const joining = whoMerges(segments, a, b, k);
    if (joining === undefined) {
      looks[pair] = look; // looked at again only when that has changed
      continue;
    }
    merged += joining.size;
    const union = mergePair(stage, pair, joining);
    if (joining.size >= k) countNewPairs(stage, union, heap); // a few who join a set that many have change little: the next pass counts them
  }
  return merged;
}

/** Events that a merge of all who have both would link. */
const gainOf = ({ kinds: { lengths } }: Segments, { firsts, seconds, counts }: PairTable, pair: number): number =>
  counts[pair] * lengths[firsts[pair]] * lengths[seconds[pair]];

/** What decides whether a pair can be merged. */
const lookOf = ({ sizes }: Segments, { firsts, seconds, counts }: PairTable, pair: number): number =>
  counts[pair] * 1e12 + sizes[firsts[pair]] * 1e6 + sizes[seconds[pair]];

/** Whether k have both; or some, who may join a set that k have already. */
const isOpen = ({ k, segments: { sizes, kinds } }: Stage, a: number, b: number, both: number): boolean =>
  both >= k || sizes[kinds.unionOf(a, b) ?? -1] >= k;

/** Counts the pairs of a kind with those after it, and puts those that are open on the heap. One kind at a time: what is counted fits into the processor's own memory. */
function countPairs(stage: Stage, a: number, heap: PairHeap): void {
  const { segments, pairs } = stage;
  const { found } = segments;
  const many = countBeside(stage, a, a + 1);
  for (let i = 0; i < many; i++) {
    const b = found[i];
    const both = segments.tally[b];
    segments.tally[b] = 0;
    if (!isOpen(stage, a, b, both) || !segments.kinds.areDisjoint(a, b)) continue;
    const pair = pairs.claim(a, b);
    pairs.counts[pair] = both;
    if (pairs.looks[pair] !== lookOf(segments, pairs, pair)) heap.push(gainOf(segments, pairs, pair), pair);
  }
}

/** The same of a kind that has more owners now, with all others. */
function countNewPairs(stage: Stage, kind: number, heap: PairHeap): void {
  const { segments, pairs } = stage;
  const { found } = segments;
  const many = countBeside(stage, kind, 0);
  for (let i = 0; i < many; i++) {
    const other = found[i];
    const both = segments.tally[other];
    segments.tally[other] = 0;
    if (other === kind || !isOpen(stage, kind, other, both) || !segments.kinds.areDisjoint(kind, other)) continue;
    const pair = pairs.claim(kind, other);
    pairs.counts[pair] = both;
    heap.push(gainOf(segments, pairs, pair), pair);
  }
}

/** Puts into `found` the kinds from a number on that some have besides a kind, and answers how many they are; how many have each is in `tally`. */
function countBeside({ segments }: Stage, kind: number, from: number): number {
  const { owners, starts, lengths, held, tally, found } = segments;
  let many = 0;
  for (const subject of owners[kind])
    for (let i = starts[subject], end = i + lengths[subject]; i < end; i++) {
      const other = held[i];
      if (other < from) continue;
      if (tally[other]++ === 0) found[many++] = other;
    }
  return many;
}

/** Gives all who join one of the union for one of each, and answers that kind. */
function mergePair({ segments, pairs }: Stage, pair: number, { subjects, placesA, placesB, size }: Candidates): number {
  const { kinds, starts, lengths, held, tally, secondTally, found, marks } = segments;
  const [a, b] = [pairs.firsts[pair], pairs.seconds[pair]];
  const union = unionOf(segments, a, b);
  segments.tellings?.join(kinds.items[a], kinds.items[b], size);
  const [lostA, lostB, lostBoth] = [1, 2, 3].map((lost) => segments.lastMark + lost);
  segments.lastMark = lostBoth;
  let many = 0;
  for (let i = 0; i < size; i++) {
    const subject = subjects[i];
    const placeA = placesA[i];
    const placeB = placesB[i];
    const goneA = Number(isLastAt(segments, placeA));
    const goneB = Number(isLastAt(segments, placeB));
    if (goneA + goneB > 0) {
      marks[subject] = goneB === 0 ? lostA : goneA === 0 ? lostB : lostBoth;
      pairs.counts[pair]--;
      for (let at = starts[subject], end = at + lengths[subject]; at < end; at++) {
        const other = held[at];
        if (other === a || other === b) continue;
        if (tally[other] + secondTally[other] === 0) found[many++] = other;
        tally[other] += goneA;
        secondTally[other] += goneB;
      }
    }
    takeOne(segments, subject, Math.max(placeA, placeB)); // the last of a list may take its place, so the later one goes first
    takeOne(segments, subject, Math.min(placeA, placeB));
    giveFirst(segments, subject, union);
  }
  forgetOwners(segments, a, lostA, lostBoth);
  forgetOwners(segments, b, lostB, lostBoth);
  for (let i = 0; i < many; i++) {
    const other = found[i];
    if (tally[other] > 0) takeMany(pairs, pairs.find(a, other), tally[other]);
    if (secondTally[other] > 0) takeMany(pairs, pairs.find(b, other), secondTally[other]);
    tally[other] = secondTally[other] = 0;
  }
  return union;
}

function takeMany({ counts }: PairTable, pair: number, many: number): void {
  if (pair >= 0) counts[pair] = Math.max(0, counts[pair] - many);
}

function linkedSets({ kinds: { items }, subjects: whose, starts, lengths, held }: Segments): LinkedSets {
  const [subjects, ends, chosen]: number[][] = [[], [0], []];
  for (let list = 0; list < lengths.length; list++)
    for (let i = starts[list]; i < starts[list] + lengths[list]; i++) {
      const { length } = items[held[i]];
      if (length < 2) continue;
      subjects.push(whose[list]);
      ends.push((ends.at(-1) ?? 0) + length);
      chosen.push(held[i]);
    }
  const combinations = new Uint32Array(ends.at(-1) ?? 0);
  for (const [set, kind] of chosen.entries()) combinations.set(items[kind], ends[set]);
  return { subjects: Uint32Array.from(subjects), kinds: Uint32Array.from(chosen), starts: Uint32Array.from(ends), combinations };
}
