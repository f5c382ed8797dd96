import type { Kernel } from '../../../base/pool.ts';
import { blockOf, columnsOf, type Matrix } from '../../../frame/matrix.ts';
import { middlesOf } from '../../../release/pattern-middles.ts';
import type { SeriesRelease } from '../../../release/series-release.ts';
import { middleDirectionOf } from '../directions.ts';
import { type Shapes, shapesOf } from '../shapes.ts';
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
    const bands = { ...block, columns: input.decimals.length };
    return { value: valueLossOf(block.groupStarts, bands, seriesLength), ...shapeLossOf(shapes, block), records: rows.length };
  },
};

/** What a release loses, whichever method made it. */
export function releaseLosses(release: SeriesRelease, matrix: Matrix, seriesLength: number): Losses {
  const { groups, envelope, segments } = release;
  const shapes = shapesOf(columnsOf(blockOf(matrix, groups.rows), seriesLength), segments);
  const value = valueLossOf(groups.starts, envelope, seriesLength);
  return { value, ...shapeLossOf(shapes, release), records: groups.rows.length };
}

type Bands = Pick<SeriesRelease['envelope'], 'columns' | 'lower' | 'upper'>;

function valueLossOf(groupStarts: Uint32Array, { columns, lower, upper }: Bands, instants: number): number {
  let total = 0;
  for (let g = 0; g + 1 < groupStarts.length; g++) {
    let squares = 0;
    for (let at = g * columns; at < g * columns + instants; at++) squares += (upper[at] - lower[at]) ** 2;
    total += (groupStarts[g + 1] - groupStarts[g]) * Math.sqrt(squares / instants);
  }
  return total;
}

/** Of shapes that are ordered by leaf. */
function shapeLossOf(
  { coordinates, flat, weights, segments }: Shapes,
  leaves: Pick<SeriesRelease, 'leafStarts' | 'levels' | 'words' | 'upperWords'>,
): { pattern: number; floor: number } {
  const { leafStarts, levels } = leaves;
  const middles = middlesOf(leaves);
  const direction = new Float64Array(segments);
  let pattern = 0;
  let floor = 0;
  for (let leaf = 0; leaf < levels.length; leaf++) {
    const shaped = middleDirectionOf(middles.subarray(leaf * segments), levels[leaf], weights, direction);
    for (let m = leafStarts[leaf]; m < leafStarts[leaf + 1]; m++) {
      const at = m * segments;
      let kept = 0;
      let squares = 0;
      for (let i = 0; i < segments; i++) {
        kept += coordinates[at + i] * direction[i];
        squares += coordinates[at + i] ** 2;
      }
      const isFlat = flat[m] === 1;
      pattern += isFlat ? (shaped ? 1 : 0) : 1 - kept;
      floor += isFlat ? 0 : 1 - Math.min(1, Math.sqrt(squares));
    }
  }
  return { pattern, floor };
}
