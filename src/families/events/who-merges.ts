import type { Candidates, Segments } from './segments.ts';

const [lastA, lastB] = [1, 2];

/**
 * Who of those with A and B merges them, so that A alone, B alone and both together are left with nobody or with at least k; nobody twice.
 * Somebody held back for the sake of A leaves a B apart as well, so both rests are counted anew until each holds. It ends, as those who
 * merge only become fewer. What is answered is lent until the next call.
 */
export function whoMerges(segments: Segments, a: number, b: number, k: number): Candidates | undefined {
  const { kinds, sizes, alone, tellings } = segments;
  const union = kinds.unionOf(a, b) ?? -1;
  const least = union >= 0 && sizes[union] >= k ? 1 : k;
  const joining = whoCan(segments, a, b, union);
  if (tellings !== undefined) fitInto(segments, joining, tellings.roomFor(kinds.items[a], kinds.items[b]));
  for (;;) {
    if (joining.size < least) return undefined;
    const needA = missingTo(k, sizes[a] + alone[a] - countLast(joining, lastA));
    const needB = missingTo(k, sizes[b] + alone[b] - countLast(joining, lastB));
    if (needA === 0 && needB === 0) return joining;
    const back = whoStays(segments, joining, needA, needB);
    if (back === undefined) return undefined;
    holdBack(segments, joining, back);
  }
}

/** All with A and B who have not both together already. A list is read only where it has both, and only as far as it has to be: this is where much of the time goes. */
function whoCan(segments: Segments, a: number, b: number, union: number): Candidates {
  const { owners, sizes, starts, lengths, held, counts, marks, candidates } = segments;
  const { subjects, placesA, placesB, last } = candidates;
  const mark = ++segments.lastMark;
  const some = owners[a];
  for (let i = 0; i < some.length; i++) marks[some[i]] = mark;
  const others = owners[b];
  const isNew = union < 0 || sizes[union] === 0; // then nobody has both together
  let size = 0;
  for (let i = 0; i < others.length; i++) {
    const subject = others[i];
    if (marks[subject] !== mark) continue;
    const end = starts[subject] + lengths[subject];
    let placeA = -1;
    let placeB = -1;
    let at = starts[subject];
    for (; at < end; at++) {
      const kind = held[at];
      if (kind === a) placeA = at;
      else if (kind === b) placeB = at;
      else if (kind !== union) continue;
      else break;
      if (isNew && placeA >= 0 && placeB >= 0) {
        at = end;
        break;
      }
    }
    if (at < end) continue;
    subjects[size] = subject;
    placesA[size] = placeA;
    placesB[size] = placeB;
    last[size++] = (counts[placeA] === 1 ? lastA : 0) | (counts[placeB] === 1 ? lastB : 0);
  }
  candidates.size = size;
  return candidates;
}

function countLast({ last, size }: Candidates, flag: number): number {
  let found = 0;
  for (let i = 0; i < size; i++) if ((last[i] & flag) !== 0) found++;
  return found;
}

/** How many a rest of somebody, but fewer than k, lacks. */
const missingTo = (k: number, rest: number): number => (rest > 0 && rest < k ? k - rest : 0);

/** As many as there is room for: those with the fewest sets are held back first. */
function fitInto(segments: Segments, joining: Candidates, room: number): void {
  const { subjects, size } = joining;
  if (room >= size) return;
  const stay = Float64Array.from(subjects.subarray(0, size), (subject) => rankOf(segments, subject)).sort();
  holdBack(segments, joining, Array.from(stay.subarray(0, size - room), subjectOf));
}

/** Whoever has fewer sets is held back first, then who comes first in the secret order: one number for both. */
const rankOf = ({ lengths }: Segments, subject: number): number => lengths[subject] * 2 ** 32 + subject;
const subjectOf = (rank: number): number => rank % 2 ** 32;

/** Whom to hold back, so that a rest that lacks some gets them: first who serves both rests. Nothing where they cannot be found. */
function whoStays(
  segments: Segments,
  { subjects, last, size }: Candidates,
  needA: number,
  needB: number,
): readonly number[] | undefined {
  const forBoth = createLeast(Math.max(needA, needB));
  const forA = createLeast(needA);
  const forB = createLeast(needB);
  for (let i = 0; i < size; i++) {
    const servesA = needA > 0 && (last[i] & lastA) !== 0;
    const servesB = needB > 0 && (last[i] & lastB) !== 0;
    if (servesA || servesB) (servesA && servesB ? forBoth : servesA ? forA : forB).offer(rankOf(segments, subjects[i]));
  }
  const [lackA, lackB] = [Math.max(0, needA - forBoth.ranks.length), Math.max(0, needB - forBoth.ranks.length)];
  if (forA.ranks.length < lackA || forB.ranks.length < lackB) return undefined;
  return [...forBoth.ranks, ...forA.ranks.slice(0, lackA), ...forB.ranks.slice(0, lackB)].map(subjectOf);
}

/** The least of the ranks that are offered, so many of them, in order. */
function createLeast(most: number) {
  const ranks: number[] = [];
  return {
    ranks,
    offer(rank: number): void {
      if (ranks.length === most) {
        if (most === 0 || rank > ranks[most - 1]) return;
        ranks.pop();
      }
      let at = ranks.push(rank) - 1;
      for (; at > 0 && ranks[at - 1] > rank; at--) ranks[at] = ranks[at - 1];
      ranks[at] = rank;
    },
  };
}

function holdBack(segments: Segments, joining: Candidates, back: readonly number[]): void {
  const { marks } = segments;
  const { subjects, placesA, placesB, last } = joining;
  const mark = ++segments.lastMark;
  for (const subject of back) marks[subject] = mark;
  let kept = 0;
  for (let i = 0; i < joining.size; i++) {
    if (marks[subjects[i]] === mark) continue;
    subjects[kept] = subjects[i];
    placesA[kept] = placesA[i];
    placesB[kept] = placesB[i];
    last[kept++] = last[i];
  }
  joining.size = kept;
}
