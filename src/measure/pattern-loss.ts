import type { Kernel } from '../base/pool.ts';
import { segmentStart } from '../frame/segments.ts';
import type { Block } from './blocks.ts';
import { normalQuantile } from './normal-quantile.ts';
import { suppressed } from './released.ts';

export interface PatternBlock extends Block {
  readonly columns: readonly Float64Array[];
  readonly leaves: Uint32Array;
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
 * Shou et al., TKDE 25(4) 2013, §3: 1 - cosine of the vectors of all pairwise differences. The dot product of two such vectors is
 * n * sum(xy) - sum(x) * sum(y), so the cosine is Pearson's correlation and n instants cost n steps, not n^2.
 */
export const patternLosses: Kernel<PatternBlock, PatternLosses> = {
  module: import.meta.url,
  name: 'patternLosses',
  perform({ columns, leaves, words, levels, segments, medians, from, to }) {
    const length = columns.length;
    const starts = Uint32Array.from({ length: segments + 1 }, (_, i) => segmentStart(i, length, segments));
    const lengths = Uint32Array.from({ length: segments }, (_, i) => starts[i + 1] - starts[i]);
    const series = new Float64Array(rowsAtOnce * length);
    const sums = new Float64Array(segments);
    let loss = 0;
    let floor = 0;
    for (let first = from; first < to; first += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, to - first);
      layOut(columns, first, count, series);
      for (let i = 0; i < count; i++) {
        const leaf = leaves[first + i];
        if (leaf === suppressed) continue;
        const at = i * length;
        const word = leaf * segments;
        const constant = isConstant(words, word, segments);
        if (isConstant(series, at, length)) {
          loss += constant ? 0 : 1; // a flat series has no shape to lose, but a word may give it one
          continue;
        }
        const norm = Math.sqrt(centre(series, at, starts, sums));
        floor += 1 - Math.min(1, normInside(lengths, sums) / norm);
        loss += constant ? 1 : 1 - correlation(words, word, medianOffset(levels[leaf]), medians, lengths, sums, norm, length);
      }
    }
    return { loss, floor };
  },
};

/** Symbol j at level l stands for the median of its cell: medians[medianOffset(l) + j]. Shou et al., §6. */
export function mediansUpTo(level: number): Float64Array {
  const medians = new Float64Array(medianOffset(level + 1));
  for (let l = 1; l <= level; l++) for (let j = 0; j < l; j++) medians[medianOffset(l) + j] = normalQuantile((j + 0.5) / l);
  return medians;
}

const medianOffset = (level: number): number => (level * (level - 1)) / 2;

const rowsAtOnce = 128; // 128 series of 24 instants are 25 kB: they stay in the first cache

/** Columns become series: the one at i starts at i * columns.length. */
function layOut(columns: readonly Float64Array[], first: number, count: number, series: Float64Array): void {
  const length = columns.length;
  for (let c = 0; c < length; c++) {
    const column = columns[c];
    for (let i = 0, at = c; i < count; i++, at += length) series[at] = column[first + i];
  }
}

function isConstant(values: Float64Array | Uint8Array, at: number, length: number): boolean {
  for (let i = at + 1; i < at + length; i++) if (values[i] !== values[at]) return false;
  return true;
}

/** Leaves each segment's sum of the centred series in `sums` and returns the squared norm. */
function centre(series: Float64Array, at: number, starts: Uint32Array, sums: Float64Array): number {
  const squares = centreAsIs(series, at, starts, sums);
  if (squares > 1e-200 && squares < 1e200) return squares;
  toUnitScale(series, at, starts[sums.length]); // squares of such numbers vanish or overflow; the correlation does not ask for the scale
  return centreAsIs(series, at, starts, sums);
}

function centreAsIs(series: Float64Array, at: number, starts: Uint32Array, sums: Float64Array): number {
  const length = starts[sums.length];
  let total = 0;
  for (let t = at; t < at + length; t++) total += series[t];
  const mean = total / length;
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

function toUnitScale(series: Float64Array, at: number, length: number): void {
  let largest = 0;
  for (let t = at; t < at + length; t++) largest = Math.max(largest, Math.abs(series[t]));
  for (let t = at; t < at + length; t++) series[t] /= largest;
}

/** Norm of the centred series' projection on what is constant in each segment: the nearest any word on these segments can come. */
function normInside(lengths: Uint32Array, sums: Float64Array): number {
  let squares = 0;
  for (let s = 0; s < sums.length; s++) squares += (sums[s] * sums[s]) / lengths[s];
  return Math.sqrt(squares);
}

/** Pearson's, between a centred series given by its segment sums and norm, and a word that is not constant. */
function correlation(
  words: Uint8Array,
  word: number,
  offset: number,
  medians: Float64Array,
  lengths: Uint32Array,
  sums: Float64Array,
  norm: number,
  length: number,
): number {
  let total = 0;
  for (let s = 0; s < sums.length; s++) total += lengths[s] * medians[offset + words[word + s]];
  const mean = total / length;
  let dot = 0;
  let squares = 0;
  for (let s = 0; s < sums.length; s++) {
    const deviation = medians[offset + words[word + s]] - mean;
    dot += deviation * sums[s];
    squares += lengths[s] * deviation * deviation;
  }
  return Math.max(-1, Math.min(1, dot / (norm * Math.sqrt(squares))));
}
