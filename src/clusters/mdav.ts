import type { Partition } from '../frame/partition.ts';
import { type Points, squaredDistance } from './points.ts';

/**
 * Microaggregation: groups of exactly k around the row farthest from the mean and around the row farthest from that one, again and again;
 * the last group takes what is left, up to 2k - 1. Domingo-Ferrer and Mateo-Sanz, TKDE 2002, as MDAV (Domingo-Ferrer and Torra, 2005).
 * O(rows² / k). Ties go to the earlier row.
 */
export function mdav(points: Points, input: Uint32Array, k: number): Partition {
  const rows = input.slice();
  const scratch = { nearest: new Uint32Array(k), distances: new Float64Array(rows.length) };
  const starts: number[] = [];
  let from = 0;
  const gather = (around: number): void => {
    starts.push(from);
    putNearestFirst(points, rows.subarray(from), around, scratch);
    from += k;
  };
  const mean = new Float64Array(points.to - points.from);
  while (rows.length - from >= 2 * k) {
    takeMean(points, rows, from, mean);
    const far = farthestFromMean(points, rows, from, mean);
    const both = rows.length - from >= 3 * k;
    gather(far);
    if (both) gather(farthestFrom(points, rows, from, far));
  }
  starts.push(from);
  return { rows, starts: Uint32Array.from([...starts, rows.length]) };
}

function takeMean({ values, step, from: first }: Points, rows: Uint32Array, from: number, mean: Float64Array): void {
  mean.fill(0);
  for (let i = from; i < rows.length; i++)
    for (let c = 0, at = rows[i] * step + first; c < mean.length; c++, at++) mean[c] += values[at];
  for (let c = 0; c < mean.length; c++) mean[c] /= rows.length - from;
}

function farthestFromMean({ values, step, from: first }: Points, rows: Uint32Array, from: number, mean: Float64Array): number {
  let farthest = rows[from];
  let most = -1;
  for (let i = from; i < rows.length; i++) {
    let sum = 0;
    for (let c = 0, at = rows[i] * step + first; c < mean.length; c++, at++) {
      const distance = values[at] - mean[c];
      sum += distance * distance;
    }
    if (sum > most) {
      most = sum;
      farthest = rows[i];
    }
  }
  return farthest;
}

function farthestFrom(points: Points, rows: Uint32Array, from: number, row: number): number {
  let farthest = rows[from];
  let most = -1;
  for (let i = from; i < rows.length; i++) {
    const distance = squaredDistance(points, row, rows[i], Number.POSITIVE_INFINITY);
    if (distance > most) {
      most = distance;
      farthest = rows[i];
    }
  }
  return farthest;
}

interface NearestScratch {
  /** Places of the k nearest. */
  readonly nearest: Uint32Array;
  readonly distances: Float64Array;
}

/** Moves the k rows nearest to `around` to the front, the others keep their order: one pass with a short sorted list of the best. */
function putNearestFirst(points: Points, rows: Uint32Array, around: number, { nearest, distances }: NearestScratch): void {
  const k = nearest.length;
  let found = 0;
  for (let i = 0; i < rows.length; i++) {
    const limit = found < k ? Number.POSITIVE_INFINITY : distances[nearest[k - 1]];
    const distance = squaredDistance(points, around, rows[i], limit);
    if (found === k && !(distance < limit)) continue;
    distances[i] = distance;
    let at = found < k ? found++ : k - 1;
    for (; at > 0 && distances[nearest[at - 1]] > distance; at--) nearest[at] = nearest[at - 1];
    nearest[at] = i;
  }
  const group = nearest.map((place) => rows[place]);
  const places = nearest.sort();
  for (let taken = k - 1, to = places[k - 1]; taken >= 0; taken--) {
    const before = taken > 0 ? places[taken - 1] + 1 : 0;
    rows.copyWithin(before + k - taken, before, to); // what lies between two taken places moves up by as many as were taken above it
    to = before - 1;
  }
  rows.set(group);
}
