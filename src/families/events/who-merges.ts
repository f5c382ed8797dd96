import { ownersOf, type Segments } from './segments.ts';

/** Those who could merge a pair, and of each whether it has no other A, and no other B. */
interface Candidates {
  readonly subjects: number[];
  readonly lastA: boolean[];
  readonly lastB: boolean[];
}

/**
 * Who of those with A and B merges them, so that A alone, B alone and both together are left with nobody or with at least k; nobody twice.
 * Somebody held back for the sake of A leaves a B apart as well, so both rests are counted anew until each holds. It ends, as those who
 * merge only become fewer.
 */
export function whoMerges(segments: Segments, a: number, b: number, k: number): readonly number[] | undefined {
  const { kinds, sizes, alone, tellings } = segments;
  const union = kinds.unionOf(a, b) ?? -1;
  const least = union >= 0 && sizes[union] >= k ? 1 : k;
  const joining = whoCan(segments, a, b, union);
  if (tellings !== undefined) fitInto(segments, joining, tellings.roomFor(kinds.items[a], kinds.items[b]));
  for (;;) {
    if (joining.subjects.length < least) return undefined;
    const needA = missingTo(k, sizes[a] + alone[a] - countTrue(joining.lastA));
    const needB = missingTo(k, sizes[b] + alone[b] - countTrue(joining.lastB));
    if (needA === 0 && needB === 0) return joining.subjects;
    const back = whoStays(segments, joining, needA, needB);
    if (back === undefined) return undefined;
    holdBack(segments, joining, back);
  }
}

/** All with A and B who have not both together already. Each list is read once, and only as far as it has to be: this is where much of the time goes. */
function whoCan(segments: Segments, a: number, b: number, union: number): Candidates {
  const { sizes, starts, lengths, held, counts } = segments;
  const candidates: Candidates = { subjects: [], lastA: [], lastB: [] };
  const isNew = union < 0 || sizes[union] === 0; // then nobody has both together
  for (const subject of ownersOf(segments, sizes[a] <= sizes[b] ? a : b)) {
    const end = starts[subject] + lengths[subject];
    let [placeA, placeB, at] = [-1, -1, starts[subject]];
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
    if (placeA < 0 || placeB < 0 || at < end) continue;
    candidates.subjects.push(subject);
    candidates.lastA.push(counts[placeA] === 1);
    candidates.lastB.push(counts[placeB] === 1);
  }
  return candidates;
}

function countTrue(flags: readonly boolean[]): number {
  let found = 0;
  for (const flag of flags) if (flag) found++;
  return found;
}

/** How many a rest of somebody, but fewer than k, lacks. */
const missingTo = (k: number, rest: number): number => (rest > 0 && rest < k ? k - rest : 0);

/** As many as there is room for: those with the fewest sets are held back first. */
function fitInto(segments: Segments, joining: Candidates, room: number): void {
  const { subjects } = joining;
  if (room >= subjects.length) return;
  const stay = Float64Array.from(subjects, (subject) => rankOf(segments, subject)).sort();
  holdBack(segments, joining, Array.from(stay.subarray(0, subjects.length - room), subjectOf));
}

/** Whoever has fewer sets is held back first, then who comes first in the secret order: one number for both. */
const rankOf = ({ lengths }: Segments, subject: number): number => lengths[subject] * 2 ** 32 + subject;
const subjectOf = (rank: number): number => rank % 2 ** 32;

/** Whom to hold back, so that a rest that lacks some gets them: first who serves both rests. Nothing where they cannot be found. */
function whoStays(
  segments: Segments,
  { subjects, lastA, lastB }: Candidates,
  needA: number,
  needB: number,
): readonly number[] | undefined {
  const forBoth = createLeast(Math.max(needA, needB));
  const forA = createLeast(needA);
  const forB = createLeast(needB);
  for (let i = 0; i < subjects.length; i++) {
    const [servesA, servesB] = [needA > 0 && lastA[i], needB > 0 && lastB[i]];
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

function holdBack(segments: Segments, { subjects, lastA, lastB }: Candidates, back: readonly number[]): void {
  const { marks } = segments;
  const mark = ++segments.lastMark;
  for (const subject of back) marks[subject] = mark;
  let kept = 0;
  for (let i = 0; i < subjects.length; i++) {
    if (marks[subjects[i]] === mark) continue;
    subjects[kept] = subjects[i];
    lastA[kept] = lastA[i];
    lastB[kept++] = lastB[i];
  }
  subjects.length = lastA.length = lastB.length = kept;
}
