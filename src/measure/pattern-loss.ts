import type { Kernel } from '../base/pool.ts';
import type { Matrix } from '../frame/matrix.ts';
import { segmentStart } from '../frame/segments.ts';
import type { SeriesRelease } from '../release/series-release.ts';
import type { RowsBlock } from './blocks.ts';
import { normalQuantile } from './normal-quantile.ts';
import { suppressed } from './released.ts';

export interface PatternBlock extends RowsBlock {
  readonly words: Uint8Array;
  readonly levels: Uint8Array;
  readonly segments: number;
  readonly medians: Float64Array;
}

/** Sums over the block's released rows. */
export interface PatternLosses {
  readonly loss: number;
  readonly floor: number;
}

/**
 * The pattern loss of each row, and the part of it that any word on so many segments must cost.
 * Shou et al., TKDE 25(4) 2013: 1 - cosine of the vectors of all pairwise differences. The dot product of two such vectors is
 * n * sum(xy) - sum(x) * sum(y), so the cosine is Pearson's correlation and n instants cost n steps, not n^2.
 */
export const patternLosses: Kernel<PatternBlock, PatternLosses> = {
  module: import.meta.url,
  name: 'patternLosses',
  perform({ values, rowStep, instants, leaves, words, levels, segments, medians, from, to }) {
    const starts = Uint32Array.from({ length: segments + 1 }, (_, i) => segmentStart(i, instants, segments));
    const sums = new Float64Array(segments);
    let loss = 0;
    let floor = 0;
    for (let row = from; row < to; row++) {
      const leaf = leaves[row];
      if (leaf === suppressed) continue;
      const word = leaf * segments;
      const constant = isConstant(words, word, segments);
      const squares = centre(values, row * rowStep, starts, sums);
      if (squares === 0) {
        loss += constant ? 0 : 1; // a flat series has no shape to lose, but a word may give it one
        continue;
      }
      floor += 1 - Math.min(1, Math.sqrt(squaresInside(starts, sums) / squares));
      loss += constant ? 1 : 1 - correlation(words, word, medianOffset(levels[leaf]), medians, starts, sums, squares);
    }
    return { loss, floor };
  },
};

/** The pattern loss of each of at most `most` records, evenly over the groups. */
export function sampledPatternLosses(
  { values, rowStep }: Matrix,
  instants: number,
  { groups, leafStarts, words, levels, segments }: SeriesRelease,
  most: number,
): Float64Array {
  const { rows } = groups;
  const medians = mediansUpTo(levels.reduce((highest, level) => Math.max(highest, level), 1));
  const count = Math.min(most, rows.length);
  const leaves = new Int32Array(1);
  const losses = new Float64Array(count);
  for (let i = 0, leaf = 0; i < count; i++) {
    const place = Math.floor((i * rows.length) / count);
    while (leafStarts[leaf + 1] <= place) leaf++;
    leaves[0] = leaf;
    const series = values.subarray(rows[place] * rowStep, rows[place] * rowStep + instants);
    const one = { values: series, rowStep: 0, instants, leaves, words, levels, segments, medians, from: 0, to: 1 };
    losses[i] = patternLosses.perform(one).loss;
  }
  return losses;
}

/** Symbol j at level l stands for the median of its cell: medians[medianOffset(l) + j]. Shou et al. 2013. */
export function mediansUpTo(level: number): Float64Array {
  const medians = new Float64Array(medianOffset(level + 1));
  for (let l = 1; l <= level; l++) for (let j = 0; j < l; j++) medians[medianOffset(l) + j] = normalQuantile((j + 0.5) / l);
  return medians;
}

export const medianOffset = (level: number): number => (level * (level - 1)) / 2;

function isConstant(words: Uint8Array, word: number, segments: number): boolean {
  for (let s = 1; s < segments; s++) if (words[word + s] !== words[word]) return false;
  return true;
}

/** The squared norm of the series about its mean, 0 if and only if it is flat; its sum over each segment is left in `sums`. */
function centre(series: Float64Array, at: number, starts: Uint32Array, sums: Float64Array): number {
  const length = starts[sums.length];
  const mean = total(series, at, length) / length;
  const squares = deviations(series, at, mean, starts, sums);
  // Squares of very large and very small numbers overflow or vanish, and rounding leaves a little where a series is flat or nearly.
  if (squares > 1e-20 * length * mean * mean && squares > 1e-200 && squares < 1e200) return squares;
  if (isFlat(series, at, length)) return 0;
  const scaled = toUnitScale(series.subarray(at, at + length));
  return deviations(scaled, 0, total(scaled, 0, length) / length, starts, sums);
}

function total(series: Float64Array, at: number, length: number): number {
  let even = 0;
  let odd = 0; // two sums: an addition need not wait for the one before
  const end = at + length - 1;
  let t = at;
  for (; t < end; t += 2) {
    even += series[t];
    odd += series[t + 1];
  }
  return t === end ? even + odd + series[t] : even + odd;
}

function deviations(series: Float64Array, at: number, mean: number, starts: Uint32Array, sums: Float64Array): number {
  let squares = 0;
  for (let s = 0; s < sums.length; s++) {
    const end = at + starts[s + 1];
    let sum = 0;
    for (let t = at + starts[s]; t < end; t++) {
      const deviation = series[t] - mean;
      sum += deviation;
      squares += deviation * deviation;
    }
    sums[s] = sum;
  }
  return squares;
}

function isFlat(series: Float64Array, at: number, length: number): boolean {
  for (let t = at + 1; t < at + length; t++) if (series[t] !== series[at]) return false;
  return true;
}

/** Scaled by a power of two and moved to begin at 0, both without rounding where it matters: the correlation sees neither. */
function toUnitScale(series: Float64Array): Float64Array {
  const largest = series.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = 2 ** Math.floor(Math.log2(largest));
  return Float64Array.from(series, (value) => value / scale - series[0] / scale);
}

/** Squared norm of the projection on what is constant in each segment: the nearest that any word on these segments can come. */
function squaresInside(starts: Uint32Array, sums: Float64Array): number {
  let squares = 0;
  for (let s = 0; s < sums.length; s++) squares += (sums[s] * sums[s]) / (starts[s + 1] - starts[s]);
  return squares;
}

/** Pearson's, between a centred series, given by its segment sums and squared norm, and a word that is not constant. */
function correlation(
  words: Uint8Array,
  word: number,
  offset: number,
  medians: Float64Array,
  starts: Uint32Array,
  sums: Float64Array,
  seriesSquares: number,
): number {
  let total = 0;
  for (let s = 0; s < sums.length; s++) total += (starts[s + 1] - starts[s]) * medians[offset + words[word + s]];
  const mean = total / starts[sums.length];
  let dot = 0;
  let squares = 0;
  for (let s = 0; s < sums.length; s++) {
    const deviation = medians[offset + words[word + s]] - mean;
    dot += deviation * sums[s];
    squares += (starts[s + 1] - starts[s]) * deviation * deviation;
  }
  return Math.max(-1, Math.min(1, dot / Math.sqrt(seriesSquares * squares)));
}
