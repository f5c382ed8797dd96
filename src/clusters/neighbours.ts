import { type Points, squaredDistance } from './points.ts';

/** The `count` nearest rows of each of `rows` rows, nearest first: those of row r from [r * count] on. O(rows²); ties to the earlier row. */
export function neighbours(points: Points, rows: number, count: number): Uint32Array {
  const nearest = new Uint32Array(rows * count);
  const distances = new Float64Array(count);
  for (let row = 0; row < rows; row++) {
    const first = row * count;
    let found = 0;
    for (let other = 0; other < rows; other++) {
      if (other === row) continue;
      const limit = found < count ? Number.POSITIVE_INFINITY : distances[count - 1];
      const distance = squaredDistance(points, row, other, limit);
      if (found === count && !(distance < limit)) continue;
      let at = found < count ? found++ : count - 1;
      for (; at > 0 && distances[at - 1] > distance; at--) {
        distances[at] = distances[at - 1];
        nearest[first + at] = nearest[first + at - 1];
      }
      distances[at] = distance;
      nearest[first + at] = other;
    }
  }
  return nearest;
}
