import { ascending } from '../frame/gather.ts';
import type { Points } from './points.ts';
import { indicesAt, lendMemory, lendPoints, lendWithin, nearestBytes, nearestRows } from './points-memory.ts';

/** The `count` nearest rows of each of `rows` rows, nearest first: those of row r from [r * count] on. O(rows²); ties to the earlier row. */
export const neighbours = (points: Points, rows: number, count: number): Uint32Array =>
  lendWithin(() => {
    const width = points.to - points.from;
    const place = lendPoints(points, ascending(rows));
    const nearest = lendMemory(4 * rows * count);
    nearestRows(place, rows, width, count, nearest, lendMemory(nearestBytes(rows, width, count)));
    return indicesAt(nearest, rows * count).slice();
  });
