import { type Members, sameDigests } from './members.ts';

/**
 * Whether all that a release tells follows from an earlier one: both are of the same subjects, and everybody stands in no class but those that all of some
 * class of theirs in the earlier one stand in. Whoever knows the earlier one learns nothing, however many classes a subject stands in. The
 * same release again is the plainest case, classes put together the other. Ids that link records tell more than classes do, so they must link the same.
 */
export function followsFrom(fresh: Members, earlier: Members): boolean {
  if (fresh.links !== undefined && fresh.links !== earlier.links) return false;
  const [own, other] = [startsOfSubjects(fresh), startsOfSubjects(earlier)];
  if (own.length !== other.length) return false;
  const isAlike = sameDigests(fresh.digests, earlier.digests);
  for (let subject = 0; subject + 1 < own.length; subject++) if (!isAlike(own[subject], other[subject])) return false;
  return isReached({ of: fresh, starts: own }, { of: earlier, starts: other });
}

interface Standing {
  readonly of: Members;
  /** Where the classes of each subject begin. */
  readonly starts: Uint32Array;
}

function startsOfSubjects({ digests }: Members): Uint32Array {
  const isAlike = sameDigests(digests);
  const starts: number[] = [];
  for (let i = 0; i < digests.length; i++) if (i === 0 || !isAlike(i, i - 1)) starts.push(i);
  return Uint32Array.from([...starts, digests.length]);
}

/** Marks each class of a subject that all of one of its earlier classes stand in, and looks whether any is left. */
function isReached(fresh: Standing, earlier: Standing): boolean {
  const reached = new Uint8Array(fresh.of.classes.length);
  const { starts, items } = subjectsOf(earlier);
  for (let one = 0; one + 1 < starts.length; one++) {
    const members = items.subarray(starts[one], starts[one + 1]);
    for (const common of classesWithAll(fresh, members))
      for (const subject of members) reached[placeOf(fresh, subject, common)] = 1;
  }
  return !reached.includes(0);
}

function subjectsOf({ of: { classes }, starts }: Standing): { readonly starts: Uint32Array; readonly items: Uint32Array } {
  const from = new Uint32Array(classes.reduce((most, one) => Math.max(most, one + 1), 0) + 1);
  for (const one of classes) from[one + 1]++;
  for (let one = 1; one < from.length; one++) from[one] += from[one - 1];
  const next = from.slice();
  const items = new Uint32Array(classes.length);
  for (let subject = 0; subject + 1 < starts.length; subject++)
    for (let i = starts[subject]; i < starts[subject + 1]; i++) items[next[classes[i]]++] = subject;
  return { starts: from, items };
}

/** Those classes of the first of some subjects that all others stand in too; none of nobody. */
function classesWithAll(standing: Standing, [first, ...others]: Uint32Array): readonly number[] {
  if (first === undefined) return [];
  let left = [...standing.of.classes.subarray(standing.starts[first], standing.starts[first + 1])];
  for (const subject of others) {
    if (left.length === 0) break;
    left = left.filter((one) => standing.of.classes[placeOf(standing, subject, one)] === one);
  }
  return left;
}

/** Where a class of a subject stands, or would stand; by halving, as those of a subject are sorted. */
function placeOf({ of: { classes }, starts }: Standing, subject: number, one: number): number {
  let [from, to] = [starts[subject], starts[subject + 1] - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (classes[middle] < one) from = middle + 1;
    else to = middle;
  }
  return from;
}
