import type { Kernel } from '../../base/pool.ts';
import type { RowsBlock } from './blocks.ts';
import { type Centred, centre, centredOn, squaresInside } from './centred.ts';
import { normalQuantile } from './normal-quantile.ts';
import { suppressed } from './released.ts';

export interface PatternBlock extends RowsBlock {
  /** Twice the middle symbol of each segment of each leaf's pattern. */
  readonly middles: Uint8Array;
  readonly levels: Uint8Array;
  readonly segments: number;
  readonly quantiles: Float64Array;
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
export const patternLosses = {
  name: 'patternLosses',
  perform(block) {
    const { instants, leaves, segments, from, to } = block;
    const centred = centredOn(instants, segments);
    let loss = 0;
    let floor = 0;
    for (let row = from; row < to; row++) {
      const leaf = leaves[row];
      if (leaf === suppressed) continue;
      loss += patternLossOf(block, row, leaf, centred);
      if (centred.squares !== 0) floor += 1 - Math.min(1, Math.sqrt(squaresInside(centred) / centred.squares));
    }
    return { loss, floor };
  },
} satisfies Kernel<PatternBlock, PatternLosses>;

type Patterns = Omit<PatternBlock, 'leaves' | 'from' | 'to'>;

/** Of one row, under the pattern of a leaf; the row stays in `centred`. */
export function patternLossOf(patterns: Patterns, row: number, leaf: number, centred: Centred): number {
  const { values, rowStep, middles, levels, segments } = patterns;
  const word = leaf * segments;
  const constant = isConstant(middles, word, segments);
  if (centre(values, row * rowStep, centred) === 0) return constant ? 0 : 1; // a flat series has no shape to lose, but a word may give it one
  return constant ? 1 : 1 - correlation(patterns, word, offsetOf(levels[leaf]), centred);
}

/**
 * A range of symbols at level l, m being twice its middle, stands for the quantile in the middle: quantiles[offsetOf(l) + m]. Of a single
 * symbol that is the median of its cell (Shou et al. 2013).
 */
export function quantilesUpTo(level: number): Float64Array {
  const quantiles = new Float64Array(offsetOf(level + 1));
  for (let l = 1; l <= level; l++)
    for (let m = 0; m < 2 * l - 1; m++) quantiles[offsetOf(l) + m] = normalQuantile((m + 1) / (2 * l));
  return quantiles;
}

const offsetOf = (level: number): number => (level - 1) * (level - 1); // 2l - 1 middles at level l

function isConstant(middles: Uint8Array, word: number, segments: number): boolean {
  for (let s = 1; s < segments; s++) if (middles[word + s] !== middles[word]) return false;
  return true;
}

/** Pearson's, between a centred series and a pattern that is not constant. */
function correlation(
  { middles, quantiles }: Patterns,
  word: number,
  offset: number,
  { starts, sums, squares: seriesSquares }: Centred,
): number {
  let total = 0;
  for (let s = 0; s < sums.length; s++) total += (starts[s + 1] - starts[s]) * quantiles[offset + middles[word + s]];
  const mean = total / starts[sums.length];
  let dot = 0;
  let squares = 0;
  for (let s = 0; s < sums.length; s++) {
    const deviation = quantiles[offset + middles[word + s]] - mean;
    dot += deviation * sums[s];
    squares += (starts[s + 1] - starts[s]) * deviation * deviation;
  }
  return Math.max(-1, Math.min(1, dot / Math.sqrt(seriesSquares * squares)));
}
