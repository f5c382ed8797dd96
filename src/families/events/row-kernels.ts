import type { Kernel } from '../../base/pool.ts';

/** Numbers of 62 bits, in two halves. */
export interface Lots {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/** Rows of a coded log and what they are drawn by, in memory that threads share. What is read together lies together. */
export interface DrawnFrom {
  readonly subjects: Uint32Array;
  readonly cells: Uint32Array;
  /** Three numbers of each subject and of each cell: its id or its fate, from 1 on, or 0 where it is left out; and the halves of its lot. */
  readonly ofSubjects: Uint32Array;
  readonly ofCells: Uint32Array;
}

/** Rows from one place on, before another, and by how many bits the higher half of a sum is more than the number of a chunk. */
interface Stretch {
  readonly drawn: DrawnFrom;
  readonly from: number;
  readonly to: number;
  readonly shift: number;
}

/** Three numbers of a row: its id, what it is published as, and its place. */
export const recordLength = 3;

export const highBits = 30;
const mask = 2 ** highBits - 1;

/** The higher half of a sum of two lots, without what is beyond 62 bits. */
const highOf = (high: number, low: number): number => (high + (low > 0xffffffff ? 1 : 0)) & mask;

export interface CountedRows {
  /** Rows of each chunk, and as what each row is published. */
  readonly chunks: Uint32Array;
  readonly fates: Uint32Array;
}

/** Counts the rows of each chunk: those whose sums begin alike. */
export const countRowsKernel = {
  name: 'countRowsKernel',
  perform({ drawn: { subjects, cells, ofSubjects, ofCells }, from, to, shift, fates }) {
    const counts = { chunks: new Uint32Array(2 ** (highBits - shift)), fates: new Uint32Array(fates) };
    for (let row = from; row < to; row++) {
      const s = recordLength * subjects[row];
      const c = recordLength * cells[row];
      if (ofSubjects[s] === 0 || ofCells[c] === 0) continue;
      counts.chunks[highOf(ofSubjects[s + 1] + ofCells[c + 1], ofSubjects[s + 2] + ofCells[c + 2]) >>> shift]++;
      counts.fates[ofCells[c]]++;
    }
    return counts;
  },
} satisfies Kernel<Stretch & { readonly fates: number }, CountedRows>;

/** Puts rows into their chunks, those of a stretch from its own places on, in the order of their places. */
export const placeRowsKernel = {
  name: 'placeRowsKernel',
  perform({ drawn: { subjects, cells, ofSubjects, ofCells }, from, to, shift, starts, records }) {
    const next = starts.slice();
    for (let row = from; row < to; row++) {
      const s = recordLength * subjects[row];
      const c = recordLength * cells[row];
      if (ofSubjects[s] === 0 || ofCells[c] === 0) continue;
      const chunk = highOf(ofSubjects[s + 1] + ofCells[c + 1], ofSubjects[s + 2] + ofCells[c + 2]) >>> shift;
      const at = recordLength * next[chunk]++;
      records[at] = ofSubjects[s];
      records[at + 1] = ofCells[c];
      records[at + 2] = row;
    }
    return to - from;
  },
} satisfies Kernel<Stretch & { readonly starts: Uint32Array; readonly records: Uint32Array }, number>;

export interface ChunkedRows {
  readonly records: Uint32Array;
  readonly idLots: Lots;
  readonly fateLots: Lots;
  readonly shift: number;
  /** Where chunks begin that follow one another, and where the last one ends. */
  readonly starts: Uint32Array;
}

/** Puts the records of chunks in the order of their sums; those of one sum by id, then by what is published, then by their places, in which they come. */
export const sortRowsKernel = {
  name: 'sortRowsKernel',
  perform(chunks) {
    const { starts } = chunks;
    for (let chunk = 0; chunk + 1 < starts.length; chunk++) sortChunk(chunks, starts[chunk], starts[chunk + 1]);
    return starts.length - 1;
  },
} satisfies Kernel<ChunkedRows, number>;

const mostBuckets = 16;
const sortedLength = 5; // both halves of a sum, and a record

/** Sums of drawn numbers lie evenly, so that a bucket for each row leaves next to nothing to sort. */
function sortChunk({ records, idLots, fateLots, shift }: ChunkedRows, from: number, to: number): void {
  if (to - from < 2) return;
  const bits = Math.min(mostBuckets, shift, Math.ceil(Math.log2(to - from + 1)));
  const within = 2 ** bits - 1;
  const ends = new Uint32Array(2 ** bits + 1);
  const sums = new Uint32Array(2 * (to - from));
  for (let at = recordLength * from, i = 0; at < recordLength * to; at += recordLength, i += 2) {
    const low = idLots.low[records[at]] + fateLots.low[records[at + 1]];
    sums[i] = highOf(idLots.high[records[at]] + fateLots.high[records[at + 1]], low);
    sums[i + 1] = low;
    ends[((sums[i] >>> (shift - bits)) & within) + 1]++;
  }
  for (let bucket = 1; bucket < ends.length; bucket++) ends[bucket] += ends[bucket - 1];
  const sorted = new Uint32Array(sortedLength * (to - from + 1));
  for (let at = recordLength * from, i = 0; at < recordLength * to; at += recordLength, i += 2) {
    const place = sortedLength * ends[(sums[i] >>> (shift - bits)) & within]++;
    sorted[place] = sums[i];
    sorted[place + 1] = sums[i + 1];
    sorted[place + 2] = records[at];
    sorted[place + 3] = records[at + 1];
    sorted[place + 4] = records[at + 2];
  }
  sortNearly(sorted);
  for (let at = recordLength * from, i = 2; at < recordLength * to; at += recordLength, i += sortedLength) {
    records[at] = sorted[i];
    records[at + 1] = sorted[i + 1];
    records[at + 2] = sorted[i + 2];
  }
}

/** Each is near its place already; one that moves is held behind all. */
function sortNearly(sorted: Uint32Array): void {
  const held = sorted.length - sortedLength;
  for (let i = sortedLength; i < held; i += sortedLength) {
    if (!isBehind(sorted, i - sortedLength, i)) continue;
    sorted.copyWithin(held, i, i + sortedLength);
    let at = i;
    for (; at > 0 && isBehind(sorted, at - sortedLength, held); at -= sortedLength)
      for (let n = 0; n < sortedLength; n++) sorted[at + n] = sorted[at + n - sortedLength];
    sorted.copyWithin(at, held, sorted.length);
  }
}

/** Whether what is at one place comes after what is at another: not where only the places of rows differ. */
function isBehind(sorted: Uint32Array, one: number, other: number): boolean {
  for (let n = 0; n < sortedLength - 1; n++)
    if (sorted[one + n] !== sorted[other + n]) return sorted[one + n] > sorted[other + n];
  return false;
}
