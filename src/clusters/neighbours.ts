import { type Points, squaredDistance } from './points.ts';

/**
 * The `count` nearest rows of each of `rows` rows, nearest first: those of row r from [r * count] on. O(rows²); ties to the earlier row. Looks at rows
 * from near to far, as those that stand together are often alike, and the sooner near ones are found the less is asked of the rest.
 */
export function neighbours(points: Points, rows: number, count: number): Uint32Array {
  const nearest = new Uint32Array(rows * count);
  const distances = new Float64Array(count);
  for (let row = 0; row < rows; row++) {
    const first = row * count;
    let found = 0;
    for (let turn = 2; turn < 2 * rows; turn++) {
      const other = turn % 2 === 0 ? row - (turn >>> 1) : row + (turn >>> 1);
      if (other < 0 || other >= rows) continue;
      const last = first + count - 1;
      const limit = found < count ? Number.POSITIVE_INFINITY : distances[count - 1];
      let distance = squaredDistance(points, row, other, limit);
      if (found === count) {
        if (distance > limit) continue;
        if (distance === limit && other < nearest[last]) distance = squaredDistance(points, row, other, Number.POSITIVE_INFINITY);
        if (distance > limit || (distance === limit && other > nearest[last])) continue;
      }
      let at = found < count ? found++ : count - 1;
      for (; at > 0 && isBefore(distance, other, distances[at - 1], nearest[first + at - 1]); at--) {
        distances[at] = distances[at - 1];
        nearest[first + at] = nearest[first + at - 1];
      }
      distances[at] = distance;
      nearest[first + at] = other;
    }
  }
  return nearest;
}

const isBefore = (distance: number, row: number, otherDistance: number, other: number): boolean =>
  distance < otherDistance || (distance === otherDistance && row < other);
