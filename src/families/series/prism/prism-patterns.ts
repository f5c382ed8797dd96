import type { Kernel } from '../../../base/pool.ts';
import { ascending } from '../../../frame/gather.ts';
import { blockOf, columnsOf, type Matrix } from '../../../frame/matrix.ts';
import { envelopesOf } from '../envelope.ts';
import { phi } from '../normal.ts';
import type { SeriesBlock } from '../series-block.ts';
import { type Shapes, shapesOf, symbolAt } from '../shapes.ts';

export interface PatternsInput {
  readonly matrix: Matrix;
  readonly seriesLength: number;
  readonly decimals: readonly number[];
  readonly segments: number;
  readonly maxLevel: number;
  readonly pattern: 'interval' | 'representative';
  /** Table rows ordered by group and leaf. */
  readonly rows: Uint32Array;
  readonly groupStarts: Uint32Array;
  readonly leafStarts: Uint32Array;
}

/** What PRISM publishes of some groups: their bands, and one pattern for each leaf. A leaf without any shape says so at level 1. */
export function prismPatterns(input: PatternsInput): SeriesBlock {
  const { matrix, seriesLength, decimals, segments, maxLevel, pattern, rows, groupStarts, leafStarts } = input;
  const block = blockOf(matrix, rows);
  const shapes = shapesOf(columnsOf(block, seriesLength), segments);
  const leaves = leafStarts.length - 1;
  const levels = new Uint8Array(leaves).fill(maxLevel);
  const words = new Uint8Array(leaves * segments);
  const upperWords = new Uint8Array(leaves * segments);
  const writePattern = pattern === 'interval' ? writeSymbolRange : writeMeanWord;
  for (let leaf = 0; leaf < leaves; leaf++) {
    const members = { from: leafStarts[leaf], to: leafStarts[leaf + 1] };
    const [from, to] = [leaf * segments, (leaf + 1) * segments];
    if (isFlat(shapes, members)) levels[leaf] = 1;
    else writePattern(shapes, members, maxLevel, { lower: words.subarray(from, to), upper: upperWords.subarray(from, to) });
  }
  return {
    ...{ rows, groupStarts, leafStarts, words, levels },
    ...(pattern === 'interval' ? { upperWords } : {}),
    ...envelopesOf(block, ascending(rows.length), groupStarts, decimals),
  };
}

export const prismPatternsKernel: Kernel<PatternsInput, SeriesBlock> = {
  name: 'prismPatternsKernel',
  perform: prismPatterns,
};

/** Members from..to - 1 of a block. */
interface Members {
  readonly from: number;
  readonly to: number;
}

/** Where the pattern of a leaf is written; a word is a lower end alone. */
interface Pattern {
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
}

function isFlat({ flat }: Shapes, { from, to }: Members): boolean {
  for (let m = from; m < to; m++) if (flat[m] === 0) return false;
  return true;
}

/** Per segment the least and the largest symbol of the members: each member's own word lies in it. */
function writeSymbolRange(
  { quantiles, segments }: Shapes,
  { from, to }: Members,
  level: number,
  { lower, upper }: Pattern,
): void {
  lower.fill(level - 1);
  for (let m = from; m < to; m++)
    for (let i = 0; i < segments; i++) {
      const symbol = symbolAt(quantiles[m * segments + i], level);
      if (symbol < lower[i]) lower[i] = symbol;
      if (symbol > upper[i]) upper[i] = symbol;
    }
}

/** The word of the mean of the members' shapes, brought back to unit deviation. */
function writeMeanWord(
  { coordinates, weights, segments }: Shapes,
  { from, to }: Members,
  level: number,
  { lower: word }: Pattern,
): void {
  const sum = new Float64Array(segments);
  for (let m = from; m < to; m++) for (let i = 0; i < segments; i++) sum[i] += coordinates[m * segments + i];
  const length = Math.hypot(...sum);
  const instants = weights.reduce((total, weight) => total + weight * weight, 0);
  for (let i = 0; i < segments; i++) {
    const z = length > 0 ? (Math.sqrt(instants) * sum[i]) / (length * weights[i]) : 0;
    word[i] = symbolAt(phi(z), level);
  }
}
