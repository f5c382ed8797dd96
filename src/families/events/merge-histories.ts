import { createKinds, type Kinds } from './kinds.ts';
import { createPairCounts, firstOf, type PairCounts, pairOf, secondOf } from './pair-counts.ts';
import { createPairHeap } from './pair-heap.ts';
import { createTellings, type Tellings } from './tellings.ts';

/** What each subject did in one window: its combinations, numbered from 0 in the order of their text, and how often. Subjects stand in a secret order. */
export interface Histories {
  readonly combinations: number;
  /** Part of the window that each combination lies in; those of a part are linked first. */
  readonly parts: ArrayLike<number>;
  /** What each combination says that happened, whenever it was. */
  readonly happenings: ArrayLike<number>;
  readonly subjects: readonly History[];
}

export interface History {
  readonly combinations: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

export interface LinkRules {
  readonly k: number;
  readonly stages: readonly ('part' | 'window')[];
  /** The greatest share of those with one event of whom it may tell another; any, where it is left out. */
  readonly confidence?: number | undefined;
}

/** Combinations of one subject that are published under one number. */
export interface LinkedSet {
  readonly subject: number;
  readonly combinations: Uint32Array;
}

/**
 * Links events only where k subjects or more carry the very same linked set, each at most once.
 *
 * Byte-pair merging of histories: of all pairs of sets that k subjects have, the one that links most (subjects x sizes) is merged, again and
 * again. A set is carried by nobody or by at least k before and after each merge, so that one may stop at any moment. Everything is decided
 * by what is published and by who shares it; ties fall by the order of text and the secret order of subjects.
 */
export function mergeHistories(histories: Histories, { k, stages, confidence }: LinkRules): readonly LinkedSet[] {
  const state = createState(histories, k, confidence);
  for (const stage of stages) mergeStage(state, stage === 'part' ? state.parts : undefined);
  return linkedSets(state);
}

interface State {
  readonly k: number;
  readonly kinds: Kinds;
  /** The part of each kind; -1 where it spans several. */
  readonly parts: number[];
  /** Kinds that each subject has, and how often. */
  readonly held: number[][];
  readonly counts: number[][];
  /** Who has a kind, with some who had it before; `sizes` counts those who do. */
  readonly owners: number[][];
  readonly sizes: number[];
  /** What one event tells of another, where that is bounded. */
  readonly tellings: Tellings | undefined;
}

function createState(histories: Histories, k: number, confidence: number | undefined): State {
  const { combinations, parts, happenings, subjects } = histories;
  const owners: number[][] = Array.from({ length: combinations }, () => []);
  for (const [subject, history] of subjects.entries())
    for (let i = 0; i < history.combinations.length; i++) owners[history.combinations[i]].push(subject);
  const sizes = owners.map(({ length }) => length);
  return {
    k,
    kinds: createKinds(combinations),
    parts: Array.from(parts),
    held: subjects.map((history) => Array.from(history.combinations)),
    counts: subjects.map((history) => Array.from(history.counts)),
    owners,
    sizes,
    tellings: confidence === undefined ? undefined : createTellings(happenings, sizes, confidence),
  };
}

const mostPasses = 12;
const worthwhile = 100; // a pass that adds less than a hundredth is the last: each reads all histories again

/** Merges pairs, of one part where parts are given, until a pass over all of them merges nothing. */
function mergeStage(state: State, parts: readonly number[] | undefined): void {
  const refused = new Map<number, number>(); // pairs as they looked when nobody could merge them: looked at again only when that has changed
  let total = 0;
  for (let pass = 0; pass < mostPasses; pass++) {
    const merged = mergePass(state, parts, refused);
    total += merged;
    if (merged * worthwhile <= total) return;
  }
}

/** How many sets were merged into others. */
function mergePass(state: State, parts: readonly number[] | undefined, refused: Map<number, number>): number {
  const { kinds, sizes } = state;
  const pairs = openPairs(state, parts);
  const heap = createPairHeap();
  const gainOf = (a: number, b: number, both: number) => both * kinds.items[a].length * kinds.items[b].length;
  const lookOf = (a: number, b: number, both: number) => both * 1e12 + sizes[a] * 1e6 + sizes[b];
  pairs.each((pair, both) => {
    const [a, b] = [firstOf(pair), secondOf(pair)];
    if (refused.get(pair) !== lookOf(a, b, both)) heap.push(gainOf(a, b, both), pair);
  });
  let merged = 0;
  for (let next = heap.pop(); next !== undefined; next = heap.pop()) {
    const { gain, pair } = next;
    const both = pairs.of(pair);
    if (both === 0) continue;
    const [a, b] = [firstOf(pair), secondOf(pair)];
    const now = gainOf(a, b, both);
    if (now < gain) {
      if (isOpen(state, a, b, both)) heap.push(now, pair);
      continue;
    }
    const look = lookOf(a, b, both);
    if (refused.get(pair) === look) continue;
    const joining = whoMerges(state, a, b);
    if (joining === undefined) {
      refused.set(pair, look);
      continue;
    }
    merged += joining.length;
    for (const other of mergePair(state, { a, b, joining, pairs, parts }))
      heap.push(gainOf(firstOf(other), secondOf(other), pairs.of(other)), other);
  }
  return merged;
}

/** Whether k have both; or some, who may join a set that k have already. */
const isOpen = ({ k, sizes, kinds }: State, a: number, b: number, both: number): boolean =>
  both >= k || sizes[kinds.unionOf(a, b) ?? -1] >= k;

const mostBuckets = 2 ** 22;

/**
 * Subjects with both of two disjoint kinds, for every pair of one part that is open. Most pairs have few subjects: a first count in buckets, which
 * several pairs may share, rules them out before they are counted one by one (Park, Chen and Yu, SIGMOD 1995).
 */
function openPairs(state: State, parts: readonly number[] | undefined): PairCounts {
  const { k, kinds } = state;
  const most = state.held.reduce((sum, { length }) => sum + length ** 2, 64);
  const crowds = new Uint8Array(Math.min(mostBuckets, 2 ** Math.ceil(Math.log2(most))));
  const bucketOf = (a: number, b: number): number => {
    const bits = Math.imul(a < b ? a : b, 0x9e3779b1) + Math.imul(a < b ? b : a, 0x85ebca6b);
    return (bits ^ (bits >>> 15)) & (crowds.length - 1);
  };
  eachPair(state, parts, (a, b) => {
    const bucket = bucketOf(a, b);
    if (crowds[bucket] < 255) crowds[bucket]++;
  });
  const least = Math.min(k, 255);
  const all = createPairCounts();
  eachPair(state, parts, (a, b) => {
    if (crowds[bucketOf(a, b)] >= least || kinds.mayHaveUnion(a, b)) all.add(pairOf(a, b), 1);
  });
  const open = createPairCounts();
  all.each((pair, both) => {
    const [a, b] = [firstOf(pair), secondOf(pair)];
    if (isOpen(state, a, b, both) && kinds.areDisjoint(a, b)) open.add(pair, both);
  });
  return open;
}

/** Every pair of kinds that a subject has, once for each subject. */
function eachPair({ held }: State, parts: readonly number[] | undefined, use: (a: number, b: number) => void): void {
  for (const own of held)
    for (let i = 0; i < own.length; i++)
      for (let j = i + 1; j < own.length; j++) if (areNear(parts, own[i], own[j])) use(own[i], own[j]);
}

const areNear = (parts: readonly number[] | undefined, a: number, b: number): boolean =>
  parts === undefined || (parts[a] === parts[b] && parts[a] >= 0);

/**
 * Who of those with A and B merges them, so that A alone, B alone and both together are left with nobody or with at least k; nobody twice.
 * Somebody held back for the sake of A leaves a B apart as well, so both rests are counted anew until each holds. It ends, as those who
 * merge only become fewer.
 */
function whoMerges(state: State, a: number, b: number): readonly number[] | undefined {
  const { k, kinds, held, sizes } = state;
  const union = kinds.unionOf(a, b);
  const there = union === undefined ? 0 : sizes[union];
  const [few, many] = sizes[a] <= sizes[b] ? [a, b] : [b, a];
  const able = ownersOf(state, few).filter(
    (subject) => countOf(state, subject, many) > 0 && (union === undefined || countOf(state, subject, union) === 0),
  );
  let joining = fitInto(state, able, state.tellings?.roomFor(kinds.items[a], kinds.items[b]));
  const isLast = (kind: number) => (subject: number) => countOf(state, subject, kind) === 1;
  const [lastOfA, lastOfB] = [isLast(a), isLast(b)];
  for (;;) {
    if (joining.length === 0 || (joining.length < k && there < k)) return undefined;
    let needA = missingTo(k, sizes[a] - joining.filter(lastOfA).length);
    let needB = missingTo(k, sizes[b] - joining.filter(lastOfB).length);
    if (needA === 0 && needB === 0) return joining;
    const servesOf = (subject: number) => Number(needA > 0 && lastOfA(subject)) + Number(needB > 0 && lastOfB(subject));
    const candidates = joining
      .map((subject) => ({ subject, serves: servesOf(subject) }))
      .filter(({ serves }) => serves > 0)
      .sort((x, y) => y.serves - x.serves || held[x.subject].length - held[y.subject].length || x.subject - y.subject);
    const back = new Set<number>();
    for (const { subject } of candidates) {
      if (needA <= 0 && needB <= 0) break;
      const [forA, forB] = [lastOfA(subject), lastOfB(subject)];
      if (!((needA > 0 && forA) || (needB > 0 && forB))) continue;
      back.add(subject);
      if (forA) needA--;
      if (forB) needB--;
    }
    if (needA > 0 || needB > 0) return undefined;
    joining = joining.filter((subject) => !back.has(subject));
  }
}

/** As many as there is room for: those with the fewest sets are held back first. */
function fitInto({ held }: State, able: readonly number[], room = able.length): readonly number[] {
  if (room >= able.length) return able;
  const order = [...able].sort((x, y) => held[x].length - held[y].length || x - y);
  const back = new Set(order.slice(0, able.length - room));
  return able.filter((subject) => !back.has(subject));
}

/** How many a rest of somebody, but fewer than k, lacks. */
const missingTo = (k: number, rest: number): number => (rest > 0 && rest < k ? k - rest : 0);

/** Those who have a kind, each once; who had it before is forgotten. */
function ownersOf(state: State, kind: number): readonly number[] {
  if (state.owners[kind].length > state.sizes[kind])
    state.owners[kind] = [...new Set(state.owners[kind])].filter((subject) => countOf(state, subject, kind) > 0);
  return state.owners[kind];
}

function countOf({ held, counts }: State, subject: number, kind: number): number {
  const place = held[subject].indexOf(kind);
  return place < 0 ? 0 : counts[subject][place];
}

interface Merge {
  readonly a: number;
  readonly b: number;
  readonly joining: readonly number[];
  readonly pairs: PairCounts;
  readonly parts: readonly number[] | undefined;
}

/** Gives all who join one of the union for one of each, and answers the pairs with it that are open now. */
function mergePair(state: State, { a, b, joining, pairs, parts }: Merge): readonly number[] {
  const { kinds, held, owners, sizes } = state;
  const union = kinds.makeUnion(a, b);
  state.tellings?.join(kinds.items[a], kinds.items[b], joining.length);
  if (union === owners.length) {
    owners.push([]);
    sizes.push(0);
    state.parts.push(state.parts[a] === state.parts[b] ? state.parts[a] : -1);
  }
  for (const subject of joining) {
    const goneA = takeOne(state, subject, a);
    const goneB = takeOne(state, subject, b);
    if (goneA || goneB) pairs.takeOne(pairOf(a, b));
    for (const other of held[subject]) {
      if (other === a || other === b || !areNear(parts, a, other)) continue;
      if (goneA) pairs.takeOne(pairOf(a, other));
      if (goneB) pairs.takeOne(pairOf(b, other));
    }
    held[subject].push(union);
    state.counts[subject].push(1);
    owners[union].push(subject);
    sizes[union]++;
  }
  return pairsWith(state, union, pairs, parts);
}

/** Counts the pairs of a kind anew, as it has more owners now. */
function pairsWith(state: State, kind: number, pairs: PairCounts, parts: readonly number[] | undefined): readonly number[] {
  const counts = new Map<number, number>();
  for (const subject of ownersOf(state, kind))
    for (const other of state.held[subject])
      if (other !== kind && areNear(parts, kind, other)) counts.set(other, (counts.get(other) ?? 0) + 1);
  const open: number[] = [];
  for (const [other, both] of counts) {
    if (!isOpen(state, kind, other, both) || !state.kinds.areDisjoint(kind, other)) continue;
    const pair = pairOf(kind, other);
    pairs.set(pair, both);
    open.push(pair);
  }
  return open;
}

/** Whether it was the last one. */
function takeOne({ held, counts, sizes }: State, subject: number, kind: number): boolean {
  const place = held[subject].indexOf(kind);
  if (counts[subject][place] > 1) {
    counts[subject][place]--;
    return false;
  }
  held[subject].splice(place, 1);
  counts[subject].splice(place, 1);
  sizes[kind]--;
  return true;
}

const linkedSets = ({ held, kinds }: State): readonly LinkedSet[] =>
  held.flatMap((own, subject) =>
    own.filter((kind) => kinds.items[kind].length > 1).map((kind) => ({ subject, combinations: kinds.items[kind] })),
  );
