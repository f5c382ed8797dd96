import { segmentStart } from '../../frame/segments.ts';
import { phi } from './normal.ts';

/** The shape of each series on a few segments: all that words and pattern similarity need of it. */
export interface Shapes {
  readonly count: number;
  readonly segments: number;
  /** Phi of the z-normalised mean of segment i of series s, at [s * segments + i]: its symbol at level l is floor(Phi * l). */
  readonly quantiles: Float64Array;
  /** The unit shape projected on the segments, at [s * segments + i]; all 0 for a flat series, which has no shape. */
  readonly coordinates: Float64Array;
  /** Root of the length of each segment: the weight of its symbol in a pattern's direction. */
  readonly weights: Float64Array;
  /** 1 for a series that never changes, or whose deviation is too small or too large for a number. */
  readonly flat: Uint8Array;
}

/**
 * z-normalise (population deviation) and average over segments. Lin, Keogh, Lonardi and Chiu, DMKD 2003, §3; with as many segments as
 * instants it is the form of Shou et al., TKDE 2013. Column by column, so that memory is read in the order it lies.
 */
export function shapesOf(columns: readonly Float64Array[], segments: number): Shapes {
  const length = columns.length;
  const count = columns[0].length;
  const mean = new Float64Array(count);
  const spread = new Float64Array(count);
  const flat = new Uint8Array(count).fill(1);
  for (const column of columns) addTo(mean, column);
  for (let s = 0; s < count; s++) mean[s] /= length;
  for (const column of columns) addSquares({ mean, spread, flat }, column, columns[0]);
  for (let s = 0; s < count; s++) if (!(spread[s] > 0 && spread[s] < Number.POSITIVE_INFINITY)) flat[s] = 1; // else no host is found
  const quantiles = new Float64Array(count * segments);
  const coordinates = new Float64Array(count * segments);
  const weights = new Float64Array(segments);
  const sums = new Float64Array(count);
  for (let i = 0; i < segments; i++) {
    const from = segmentStart(i, length, segments);
    const to = segmentStart(i + 1, length, segments);
    weights[i] = Math.sqrt(to - from);
    sums.fill(0);
    for (let t = from; t < to; t++) addTo(sums, columns[t]);
    for (let s = 0; s < count; s++) {
      const deviation = Math.sqrt(spread[s] / length);
      const distance = flat[s] === 1 ? 0 : dropNoise(sums[s] / (to - from) - mean[s], Math.abs(mean[s]) + deviation);
      quantiles[s * segments + i] = distance === 0 ? 0.5 : phi(distance / deviation);
      coordinates[s * segments + i] = distance === 0 ? 0 : (weights[i] * distance) / Math.sqrt(spread[s]);
    }
  }
  return { count, segments, quantiles, coordinates, weights, flat };
}

/** The symbol of `quantile` at a level; cells are closed on the left, so the middle belongs to the upper one. */
export const symbolAt = (quantile: number, level: number): number => Math.min(level - 1, Math.floor(quantile * level));

function addTo(sums: Float64Array, column: Float64Array): void {
  for (let s = 0; s < sums.length; s++) sums[s] += column[s];
}

/** Of each series. */
interface Moments {
  readonly mean: Float64Array;
  /** Sum of squared distances from the mean. */
  readonly spread: Float64Array;
  readonly flat: Uint8Array;
}

function addSquares({ mean, spread, flat }: Moments, column: Float64Array, first: Float64Array): void {
  for (let s = 0; s < mean.length; s++) {
    const distance = column[s] - mean[s];
    spread[s] += distance * distance;
    if (column[s] !== first[s]) flat[s] = 0;
  }
}

/** A segment mean that equals the mean of the series but for the last bits of a sum: symbols must not hang on rounding noise. */
const dropNoise = (distance: number, size: number): number => (Math.abs(distance) <= 1e-13 * size ? 0 : distance);
