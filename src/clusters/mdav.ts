import { gatheredRows } from '../frame/gather.ts';
import type { Partition } from '../frame/partition.ts';
import type { Points } from './points.ts';
import { gatherBytes, gatherGroups, lendMemory, lendPoints, lendRows, lendWithin } from './points-memory.ts';

/**
 * Microaggregation: groups of exactly k around the row farthest from the mean and around the row farthest from that one, again and again;
 * the last group takes what is left, up to 2k - 1. Domingo-Ferrer and Mateo-Sanz, TKDE 2002, as MDAV (Domingo-Ferrer and Torra, 2005).
 * O(rows² / k). Ties go to the earlier row.
 */
export function mdav(points: Points, input: Uint32Array, k: number): Partition {
  const starts = [0];
  while (input.length - starts[starts.length - 1] >= 2 * k) starts.push(starts[starts.length - 1] + k);
  return { rows: rowsByGroup(points, input, k), starts: Uint32Array.from([...starts, input.length]) };
}

const rowsByGroup = (points: Points, input: Uint32Array, k: number): Uint32Array =>
  lendWithin(() => {
    const width = points.to - points.from;
    const place = lendPoints(points, input);
    const rows = lendRows(input.length);
    gatherGroups(place, rows.byteOffset, input.length, width, k, lendMemory(gatherBytes(input.length, width, k)));
    return gatheredRows(input, rows);
  });
