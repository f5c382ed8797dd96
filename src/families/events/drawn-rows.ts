import { largestOf } from '../../frame/by-key.ts';
import type { Lots } from './row-kernels.ts';

/** Rows by what is published of each: subjects and what they are published as are counted from 0 on, and left out where they are beyond that. */
export interface PublishedRows {
  readonly subjects: Uint32Array;
  readonly cells: Uint32Array;
  /** The id of each subject, from 1 on; 0 where it has none. */
  readonly idOf: Uint32Array;
  /** What each cell is published as, from 1 on; 0 where it is left out. */
  readonly fateOf: Uint32Array;
}

export interface DrawnLots {
  /** Lots of ids and of what is published, in two halves: what stands at 0 is of nobody. */
  readonly idLots: Lots;
  readonly fateLots: Lots;
}

/** Rows that are published alike are a pair of an id and what it is published as. */
export interface PairedRows {
  /** Four numbers of each pair: its id, what it is published as, and which of `places` are its rows: from the third on, before the fourth. What is read together lies together. */
  readonly pairs: Uint32Array;
  /** Rows by their places, from 0 on; ascending within a pair. */
  readonly places: Uint32Array;
}

/** By id, and among those of one by fate; both by counting, so that rows stay in the order of their places. */
export function pairRows({ subjects, cells, idOf, fateOf }: PublishedRows): PairedRows {
  const starts = new Uint32Array(largestOf(idOf) + 2);
  for (let row = 0; row < subjects.length; row++) if (fateOf[cells[row]] > 0) starts[idOf[subjects[row]] + 1]++;
  starts[1] = 0; // of nobody
  for (let id = 1; id < starts.length; id++) starts[id] += starts[id - 1];
  const next = starts.slice();
  const byId = new Uint32Array(2 * starts[starts.length - 1]); // a row and its fate
  for (let row = 0; row < subjects.length; row++) {
    const fate = fateOf[cells[row]];
    const id = idOf[subjects[row]];
    if (fate === 0 || id === 0) continue;
    const at = 2 * next[id]++;
    byId[at] = row;
    byId[at + 1] = fate;
  }
  const counts = new Uint32Array(largestOf(fateOf) + 1);
  const met = new Uint32Array(counts.length);
  const places = new Uint32Array(byId.length / 2);
  let pairs = new Uint32Array(1 << 12);
  let end = 0;
  for (let id = 1; id + 1 < starts.length; id++) {
    let own = 0;
    for (let i = 2 * starts[id]; i < 2 * starts[id + 1]; i += 2) if (counts[byId[i + 1]]++ === 0) met[own++] = byId[i + 1];
    if (end + 4 * own > pairs.length) pairs = longerThan(pairs, Math.max(2 * pairs.length, end + 4 * own));
    let at = starts[id];
    for (let i = 0; i < own; i++, end += 4) {
      const many = counts[met[i]];
      pairs[end] = id;
      pairs[end + 1] = met[i];
      pairs[end + 2] = at;
      pairs[end + 3] = at + many;
      counts[met[i]] = at; // where its next row goes
      at += many;
    }
    for (let i = 2 * starts[id]; i < 2 * starts[id + 1]; i += 2) places[counts[byId[i + 1]]++] = byId[i];
    for (let i = 0; i < own; i++) counts[met[i]] = 0;
  }
  return { pairs: pairs.subarray(0, end), places };
}

function longerThan(cells: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(cells);
  return longer;
}
