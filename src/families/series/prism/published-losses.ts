import type { Kernel } from '../../../base/pool.ts';
import { ascending } from '../../../frame/gather.ts';
import { blockOf, columnsOf, type Matrix } from '../../../frame/matrix.ts';
import { middlesOf } from '../../../release/pattern-middles.ts';
import { middleDirectionOf } from '../directions.ts';
import type { SeriesBlock } from '../series-block.ts';
import { type Shapes, shapesOf } from '../shapes.ts';
import { subgroupsOf } from '../subgroups.ts';
import { wordsOf } from '../words.ts';
import { type PatternsInput, prismPatterns } from './prism-patterns.ts';

/** Losses summed over records. */
export interface Losses {
  readonly value: number;
  readonly pattern: number;
  /** What any pattern on so many segments must lose. */
  readonly floor: number;
  readonly records: number;
}

export const totalLosses = (parts: readonly Losses[]): Losses => ({
  value: parts.reduce((sum, { value }) => sum + value, 0),
  pattern: parts.reduce((sum, { pattern }) => sum + pattern, 0),
  floor: parts.reduce((sum, { floor }) => sum + floor, 0),
  records: parts.reduce((sum, { records }) => sum + records, 0),
});

/** What a block of PRISM's loses as it would be published. A maker's own reckoning, to steer by: the judge measures for itself. */
export const publishedLosses: Kernel<PatternsInput, Losses> = {
  name: 'publishedLosses',
  perform(input) {
    const { matrix, rows, seriesLength, segments } = input;
    const block = prismPatterns(input);
    const shapes = shapesOf(columnsOf(blockOf(matrix, rows), seriesLength), segments);
    const shape = shapeLossOf(shapes, {
      members: ascending(rows.length),
      starts: block.leafStarts,
      levels: block.levels,
      middles: middlesOf(block),
    });
    return { value: valueLossOf(block, seriesLength, input.decimals.length), ...shape, records: rows.length };
  },
};

export interface EqualityInput {
  readonly matrix: Matrix;
  readonly rows: Uint32Array;
  readonly seriesLength: number;
  readonly segments: number;
  readonly maxLevel: number;
  readonly p: number;
}

/** What patterns lose, though not values, that P records or more must have in common to the letter, each at the finest level where they do. */
export const equalityLosses: Kernel<EqualityInput, Losses> = {
  name: 'equalityLosses',
  perform({ matrix, rows, seriesLength, segments, maxLevel, p }) {
    const shapes = shapesOf(columnsOf(blockOf(matrix, rows), seriesLength), segments);
    const wordOf = wordsOf(shapes);
    const { members, starts, levels } = subgroupsOf(rows.length, wordOf, {
      ...{ p, maxLevel, segments },
      grouping: 'hash',
      residue: 'generic',
    });
    const words = new Uint8Array(levels.length * segments);
    for (let leaf = 0; leaf < levels.length; leaf++) wordOf(members[starts[leaf]], levels[leaf], words, leaf * segments);
    const shape = shapeLossOf(shapes, { members, starts, levels, middles: middlesOf({ words }) });
    return { value: Number.NaN, ...shape, records: members.length };
  },
};

function valueLossOf({ groupStarts, lower, upper }: SeriesBlock, instants: number, columns: number): number {
  let total = 0;
  for (let g = 0; g + 1 < groupStarts.length; g++) {
    let squares = 0;
    for (let at = g * columns; at < g * columns + instants; at++) squares += (upper[at] - lower[at]) ** 2;
    total += (groupStarts[g + 1] - groupStarts[g]) * Math.sqrt(squares / instants);
  }
  return total;
}

/** Leaves, slices of `members`, and the pattern of each by its doubled middles. */
interface PublishedLeaves {
  readonly members: Uint32Array;
  readonly starts: Uint32Array;
  readonly levels: Uint8Array;
  readonly middles: Uint8Array;
}

function shapeLossOf(
  { coordinates, flat, weights, segments }: Shapes,
  { members, starts, levels, middles }: PublishedLeaves,
): { pattern: number; floor: number } {
  const direction = new Float64Array(segments);
  let pattern = 0;
  let floor = 0;
  for (let leaf = 0; leaf < levels.length; leaf++) {
    const shaped = middleDirectionOf(middles.subarray(leaf * segments), levels[leaf], weights, direction);
    for (let m = starts[leaf]; m < starts[leaf + 1]; m++) {
      const at = members[m] * segments;
      let kept = 0;
      let squares = 0;
      for (let i = 0; i < segments; i++) {
        kept += coordinates[at + i] * direction[i];
        squares += coordinates[at + i] ** 2;
      }
      const isFlat = flat[members[m]] === 1;
      pattern += isFlat ? (shaped ? 1 : 0) : 1 - kept;
      floor += isFlat ? 0 : 1 - Math.min(1, Math.sqrt(squares));
    }
  }
  return { pattern, floor };
}
