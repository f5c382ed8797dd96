import type { Points } from './points.ts';

/**
 * Writes the direction along which the rows spread most into `axis`; answers false where they all lie on one spot. A few rounds of
 * power iteration on a sample: the cut needs a good direction, not the best one, and what a round more would change is far below what
 * the sample leaves open.
 */
export function leadingAxis(points: Points, rows: Uint32Array, axis: Float64Array): boolean {
  const stride = Math.ceil(rows.length / sampled);
  const sample = { rows, stride };
  const mean = meanOf(points, sample);
  if (!pointToFarthest(points, sample, mean, axis)) return false;
  const next = new Float64Array(axis.length);
  for (let round = 0; round < rounds; round++) {
    next.fill(0);
    const middle = dot(mean, axis);
    for (let i = 0; i < rows.length; i += stride) {
      const along = placeAlong(points, rows[i], axis) - middle;
      const at = rows[i] * points.step + points.from;
      for (let c = 0; c < axis.length; c++) next[c] += along * (points.values[at + c] - mean[c]);
    }
    const length = Math.sqrt(dot(next, next));
    if (!(length > 0)) return true;
    for (let c = 0; c < axis.length; c++) axis[c] = next[c] / length;
  }
  return true;
}

/** How far along the axis a row lies. */
export function placeAlong({ values, step, from }: Points, row: number, axis: Float64Array): number {
  let sum = 0;
  for (let c = 0, at = row * step + from; c < axis.length; c++, at++) sum += values[at] * axis[c];
  return sum;
}

const sampled = 512;
const rounds = 4;

/** Every `stride`-th of the rows. */
interface Sample {
  readonly rows: Uint32Array;
  readonly stride: number;
}

function meanOf({ values, step, from: first, to: last }: Points, { rows, stride }: Sample): Float64Array {
  const mean = new Float64Array(last - first);
  let count = 0;
  for (let i = 0; i < rows.length; i += stride, count++)
    for (let c = 0, at = rows[i] * step + first; c < mean.length; c++, at++) mean[c] += values[at];
  for (let c = 0; c < mean.length; c++) mean[c] /= count;
  return mean;
}

/** A start that is never square to the answer unless the rows hardly spread: the row farthest from the mean. */
function pointToFarthest(
  { values, step, from: first }: Points,
  { rows, stride }: Sample,
  mean: Float64Array,
  axis: Float64Array,
): boolean {
  let farthest = -1;
  let most = 0;
  for (let i = 0; i < rows.length; i += stride) {
    let sum = 0;
    for (let c = 0, at = rows[i] * step + first; c < mean.length; c++, at++) sum += (values[at] - mean[c]) ** 2;
    if (sum > most) {
      most = sum;
      farthest = rows[i];
    }
  }
  if (farthest < 0) return false;
  for (let c = 0; c < axis.length; c++) axis[c] = values[farthest * step + first + c] - mean[c];
  return true;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < a.length; c++) sum += a[c] * b[c];
  return sum;
}
