import type { Partition } from '../frame/partition.ts';

/** Who stands in each row. k counts subjects, and a subject may have any number of rows. */
export interface Crowd {
  /** The subject of each row, from 0 on. */
  readonly subjects: Uint32Array;
  /** How many there are in all. */
  readonly size: number;
}

/** Who stands in some of the rows, subjects numbered anew as they turn up. */
export function crowdOfRows({ subjects }: Crowd, rows: Uint32Array): Crowd {
  const known = new Map<number, number>();
  const own = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const subject = known.get(subjects[rows[i]]) ?? known.size;
    if (subject === known.size) known.set(subjects[rows[i]], subject);
    own[i] = subject;
  }
  return { subjects: own, size: known.size };
}

/** Counts different subjects; a subject has been seen when its mark is the number of the count. */
export interface Tally {
  readonly crowd: Crowd;
  readonly marks: Uint32Array;
  counts: number;
}

export const tallyOf = (crowd: Crowd): Tally => ({ crowd, marks: new Uint32Array(crowd.size), counts: 0 });

/** How many rows, from the first or from the last on, it takes to meet k different subjects; Infinity where they are fewer. */
export function rowsToCrowd(tally: Tally, rows: Uint32Array, k: number, from: 'first' | 'last' = 'first'): number {
  const { crowd, marks } = tally;
  const count = ++tally.counts;
  const step = from === 'first' ? 1 : -1;
  let met = 0;
  for (let i = 0, at = from === 'first' ? 0 : rows.length - 1; i < rows.length; i++, at += step) {
    const subject = crowd.subjects[rows[at]];
    if (marks[subject] === count) continue;
    marks[subject] = count;
    if (++met === k) return i + 1;
  }
  return Number.POSITIVE_INFINITY;
}

/** Whether rows are of k different subjects or more. */
export const isCrowd = (tally: Tally, rows: Uint32Array, k: number): boolean =>
  rows.length >= k && rowsToCrowd(tally, rows, k) <= rows.length;

/** Different subjects of each group. */
export function distinctSubjects(tally: Tally, { rows, starts }: Partition): Uint32Array {
  const { crowd, marks } = tally;
  const counts = new Uint32Array(starts.length - 1);
  for (let g = 0; g < counts.length; g++) {
    const count = ++tally.counts;
    for (let i = starts[g]; i < starts[g + 1]; i++) {
      const subject = crowd.subjects[rows[i]];
      if (marks[subject] === count) continue;
      marks[subject] = count;
      counts[g]++;
    }
  }
  return counts;
}
