import { radixOrder } from '../../frame/radix-order.ts';
import { followsFrom } from './follows-from.ts';
import { isPartition, type Members, sameDigests } from './members.ts';

/** What a release gives away to someone who lays it over those before it. */
export interface Overlap {
  /** Subjects whose crowd was as large as was promised before this release, or who were in none, and is below k now: the least k they were promised. */
  readonly below: number;
  /** False where subjects stand in several classes: then crowds are counted by two records, and more records may leave smaller ones. */
  readonly exact: boolean;
  /** Which of the earlier releases have a part in it. */
  readonly with: readonly number[];
}

/**
 * Lays a release over earlier ones. Whoever knows of a subject which class of each release it is in, or that it is in none, is left with those of
 * whom the same is known (Ganta, Kasiviswanathan and Smith, KDD 2008). Releases of one class for each subject are laid over each other all at
 * once; one of several classes over each other release by itself. What follows from one of them tells nothing new: there two classes of a subject
 * make no smaller crowd than they made before.
 */
export function layOver(fresh: Members, earlier: readonly Members[]): Overlap {
  const areGroups = isPartition(fresh) && earlier.every(isPartition);
  if (!areGroups && earlier.some((other) => followsFrom(fresh, other))) return { below: 0, exact: false, with: [] };
  const everyone = unionOf([fresh, ...earlier]);
  const marks = new Uint8Array(everyone.length);
  const partitions = isPartition(fresh) ? earlier.filter(isPartition) : [];
  if (partitions.length > 0) markSmallCells(fresh, partitions, { everyone, marks });
  const parts = new Set<number>();
  earlier.forEach((other, release) => {
    const alone = new Uint8Array(everyone.length);
    if (partitions.includes(other)) markSmallCells(fresh, [other], { everyone, marks: alone });
    else markSmallPairs(fresh, other, { everyone, marks: alone });
    if (alone.includes(1)) parts.add(release);
    if (!partitions.includes(other)) for (let subject = 0; subject < alone.length; subject++) marks[subject] |= alone[subject];
  });
  const below = marks.reduce((sum, mark) => sum + mark, 0);
  const together = earlier.flatMap((other, release) => (partitions.includes(other) ? [release] : []));
  return {
    below,
    exact: partitions.length === earlier.length,
    with: below === 0 ? [] : parts.size > 0 ? [...parts] : together,
  };
}

/** All subjects, in order, and where those in crowds below k are marked. */
interface Marking {
  readonly everyone: BigUint64Array;
  readonly marks: Uint8Array;
}

function unionOf(releases: readonly Members[]): BigUint64Array {
  const all = new BigUint64Array(releases.reduce((sum, { digests }) => sum + digests.length, 0));
  let at = 0;
  for (const { digests } of releases) {
    all.set(digests, at);
    at += digests.length;
  }
  all.sort();
  const isAlike = sameDigests(all);
  let count = 0;
  for (let i = 0; i < all.length; i++) if (i === 0 || !isAlike(i, count - 1)) all[count++] = all[i];
  return all.slice(0, count);
}

/** Of releases with one class for each subject: the cells of their common refinement, where to be in none is a class too. */
function markSmallCells(fresh: Members, earlier: readonly Members[], { everyone, marks }: Marking): void {
  const cells = { cells: new Uint32Array(everyone.length), count: 1 };
  const promised = new Float64Array(everyone.length).fill(Number.POSITIVE_INFINITY); // the least k of the releases someone is in
  const lay = (release: Members) => {
    const classes = classesOf(release, everyone);
    for (let subject = 0; subject < classes.length; subject++)
      if (classes[subject] > 0 && release.k < promised[subject]) promised[subject] = release.k;
    refine(cells, classes);
  };
  for (const other of earlier) lay(other);
  const wasSafe = largeCrowds(cells, promised);
  lay(fresh);
  const isSafe = largeCrowds(cells, promised);
  for (let subject = 0; subject < marks.length; subject++) if (wasSafe[subject] > isSafe[subject]) marks[subject] = 1;
}

/** 1 for everyone whose crowd is as large as promised; who is in none of these releases has nothing to lose. */
function largeCrowds({ cells, count }: Cells, promised: Float64Array): Uint8Array {
  const sizes = new Uint32Array(count);
  for (let subject = 0; subject < cells.length; subject++) sizes[cells[subject]]++;
  const large = new Uint8Array(cells.length);
  for (let subject = 0; subject < cells.length; subject++) {
    const k = promised[subject];
    if (k === Number.POSITIVE_INFINITY || sizes[cells[subject]] >= k) large[subject] = 1;
  }
  return large;
}

interface Cells {
  readonly cells: Uint32Array;
  count: number;
}

/** The class of everyone, counted from 1; 0 is to be in none. */
function classesOf({ digests, classes }: Members, everyone: BigUint64Array): Uint32Array {
  const found = new Uint32Array(everyone.length);
  const isAlike = sameDigests(everyone, digests);
  for (let i = 0, subject = 0; i < digests.length; i++) {
    while (!isAlike(subject, i)) subject++;
    found[subject] = classes[i] + 1;
  }
  return found;
}

/** Cells by cell and class, numbered anew; by sorting, as a map of so many keys takes several times as long. */
function refine(cells: Cells, classes: Uint32Array): void {
  const own = cells.cells;
  const order = radixOrder(own.length, [
    { cells: classes, first: 0, step: 1 },
    { cells: own, first: 0, step: 1 },
  ]);
  let count = 0;
  let [cell, one] = [-1, -1];
  for (let i = 0; i < order.length; i++) {
    const subject = order[i];
    if (own[subject] !== cell || classes[subject] !== one) {
      [cell, one] = [own[subject], classes[subject]];
      count++;
    }
    own[subject] = count - 1;
  }
  cells.count = count;
}

/** Of a release with several classes for a subject: those of whom one record is known in each, or that they are missing in one. */
function markSmallPairs(fresh: Members, other: Members, marking: Marking): void {
  const { everyone } = marking;
  const [freshStarts, otherStarts] = [startsOf(fresh, everyone), startsOf(other, everyone)];
  const standing = { members: other, starts: otherStarts };
  const crowd = { both: Math.min(fresh.k, other.k), here: fresh.k };
  for (const subjects of subjectsByClass(fresh, freshStarts)) markPairsOf(subjects, crowd, standing, marking);
  const gone = new Uint32Array(everyone.length)
    .map((_, subject) => subject)
    .filter((subject) => freshStarts[subject] === freshStarts[subject + 1]);
  markPairsOf(gone, { both: other.k, here: 0 }, standing, marking);
}

/** Where the pairs of each subject begin. */
function startsOf({ digests }: Members, everyone: BigUint64Array): Uint32Array {
  const starts = new Uint32Array(everyone.length + 1);
  const isAlike = sameDigests(everyone, digests);
  for (let subject = 0, i = 0; subject < everyone.length; subject++) {
    starts[subject] = i;
    while (i < digests.length && isAlike(subject, i)) i++;
  }
  starts[everyone.length] = digests.length;
  return starts;
}

function* subjectsByClass({ classes }: Members, starts: Uint32Array): Generator<Uint32Array> {
  const count = classes.reduce((largest, one) => (one > largest ? one : largest), 0) + 1;
  const from = new Uint32Array(count + 1);
  for (const one of classes) from[one + 1]++;
  for (let one = 0; one < count; one++) from[one + 1] += from[one];
  const next = from.slice();
  const subjects = new Uint32Array(classes.length);
  for (let subject = 0; subject + 1 < starts.length; subject++)
    for (let i = starts[subject]; i < starts[subject + 1]; i++) subjects[next[classes[i]]++] = subject;
  for (let one = 0; one < count; one++) yield subjects.subarray(from[one], from[one + 1]);
}

/** How large the crowd must be of those who stand in a class of both releases, and of those who stand in this one alone. */
interface Promised {
  readonly both: number;
  readonly here: number;
}

/** Among some subjects, those who share a class of the other release with too few of them, or their absence from it. */
function markPairsOf(
  subjects: Uint32Array,
  { both, here }: Promised,
  { members: { classes }, starts }: { readonly members: Members; readonly starts: Uint32Array },
  { marks }: Marking,
): void {
  const crowds = new Map<number, number>();
  let absent = 0;
  for (const subject of subjects) {
    if (starts[subject] === starts[subject + 1]) absent++;
    for (let i = starts[subject]; i < starts[subject + 1]; i++) crowds.set(classes[i], (crowds.get(classes[i]) ?? 0) + 1);
  }
  for (const subject of subjects) {
    if (starts[subject] === starts[subject + 1] && absent < here) marks[subject] = 1;
    for (let i = starts[subject]; i < starts[subject + 1]; i++) if ((crowds.get(classes[i]) ?? 0) < both) marks[subject] = 1;
  }
}
