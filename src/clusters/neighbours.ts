import { type Points, squaredDistance } from './points.ts';

/**
 * The `count` nearest rows of each of `rows` rows, nearest first: those of row r from [r * count] on. O(rows²); ties to the earlier row. Looks at rows
 * from near to far, as those that stand together are often alike, and the sooner near ones are found the less is asked of the rest.
 */
export function neighbours(points: Points, rows: number, count: number): Uint32Array {
  const nearest = new Uint32Array(rows * count);
  const distances = new Float64Array(count);
  const sketches = sketchesOf(points, rows);
  for (let row = 0; row < rows; row++) {
    const first = row * count;
    const last = first + count - 1;
    const at0 = row * parts;
    const [s0, s1, s2, s3] = [sketches[at0], sketches[at0 + 1], sketches[at0 + 2], sketches[at0 + 3]];
    let found = 0;
    let limit = Number.POSITIVE_INFINITY;
    for (let turn = 2; turn < 2 * rows; turn++) {
      const other = turn % 2 === 0 ? row - (turn >>> 1) : row + (turn >>> 1);
      if (other < 0 || other >= rows) continue;
      const sketch = other * parts;
      const d0 = s0 - sketches[sketch];
      const d1 = s1 - sketches[sketch + 1];
      const d2 = s2 - sketches[sketch + 2];
      const d3 = s3 - sketches[sketch + 3];
      if (nearly * (d0 * d0 + d1 * d1 + (d2 * d2 + d3 * d3)) > limit) continue;
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
      if (found === count) limit = distances[count - 1];
    }
  }
  return nearest;
}

const isBefore = (distance: number, row: number, otherDistance: number, other: number): boolean =>
  distance < otherDistance || (distance === otherDistance && row < other);

const parts = 4;

/**
 * Of each row four sums, each over a quarter of its coordinates and by the root of their number: never further apart than the rows are, by Cauchy
 * and Schwarz, and near that for curves, whose neighbouring values are alike. Four numbers so spare most of the distances.
 */
function sketchesOf({ values, step, from, to }: Points, rows: number): Float64Array {
  const sketches = new Float64Array(rows * parts);
  for (let part = 0; part < parts; part++) {
    const begin = from + Math.floor((part * (to - from)) / parts);
    const end = from + Math.floor(((part + 1) * (to - from)) / parts);
    const scale = end > begin ? 1 / Math.sqrt(end - begin) : 0;
    for (let row = 0; row < rows; row++) {
      let sum = 0;
      for (let at = row * step + begin; at < row * step + end; at++) sum += values[at];
      sketches[row * parts + part] = scale * sum;
    }
  }
  return sketches;
}

/** Room for what rounding adds to a sum. */
const nearly = 1 - 1e-6;
