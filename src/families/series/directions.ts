import { quantile } from './normal.ts';

/** What a range of symbols stands for whose middle, doubled, is m: the quantile of (m + 1) / 2 level. A median for a single symbol. */
export function middleQuantiles(level: number): Float64Array {
  const known = quantiles[level];
  if (known !== undefined) return known;
  const made = Float64Array.from({ length: 2 * level - 1 }, (_, m) => quantile((m + 1) / (2 * level)));
  quantiles[level] = made;
  return made;
}
const quantiles: Float64Array[] = [];

/** Median of each cell of N(0,1) cut into `level` equally likely cells: what a symbol stands for. Shou et al. 2013. */
export function cellMedians(level: number): Float64Array {
  const known = medians[level];
  if (known !== undefined) return known;
  const made = middleQuantiles(level).filter((_, m) => m % 2 === 0);
  medians[level] = made;
  return made;
}
const medians: Float64Array[] = [];

/**
 * The unit direction of a word in the space of `Shapes.coordinates`, written to the front of `into`; answers false, and writes zeros, for a
 * word that says no shape: level 1, or one symbol throughout. Pattern loss of a series is then 1 minus a dot product, which equals
 * the paper's cosine of all pairwise differences at O(segments) instead of O(length squared).
 */
export function directionOf(word: Uint8Array, level: number, weights: Float64Array, into: Float64Array): boolean {
  return writeDirection(word, cellMedians(level), weights, into);
}

/** The same for ranges of symbols, given by their doubled middles. */
export function middleDirectionOf(middles: Uint8Array, level: number, weights: Float64Array, into: Float64Array): boolean {
  return writeDirection(middles, middleQuantiles(level), weights, into);
}

function writeDirection(word: Uint8Array, values: Float64Array, weights: Float64Array, into: Float64Array): boolean {
  const segments = weights.length;
  let mean = 0;
  let length = 0;
  for (let i = 0; i < segments; i++) {
    mean += weights[i] * weights[i] * values[word[i]];
    length += weights[i] * weights[i];
  }
  mean /= length;
  let norm = 0;
  for (let i = 0; i < segments; i++) {
    const coordinate = weights[i] * (values[word[i]] - mean);
    into[i] = coordinate;
    norm += coordinate * coordinate;
  }
  const shaped = norm > 1e-18;
  for (let i = 0; i < segments; i++) into[i] = shaped ? into[i] / Math.sqrt(norm) : 0;
  return shaped;
}
