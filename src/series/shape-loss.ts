import type { Kernel } from '../base/pool.ts';
import { ascending } from '../frame/gather.ts';
import { blockOf, columnsOf, type Matrix } from '../frame/matrix.ts';
import { middlesOf } from '../release/pattern-middles.ts';
import { middleDirectionOf } from './directions.ts';
import { type PatternsInput, prismPatterns } from './prism-patterns.ts';
import { type Shapes, shapesOf } from './shapes.ts';
import { subgroupsOf } from './subgroups.ts';
import { wordsOf } from './words.ts';

/** Pattern loss summed over records, and the part of it above what any pattern on so many segments must cost. */
export interface ShapeLoss {
  readonly loss: number;
  readonly excess: number;
  readonly records: number;
}

/** What PRISM's patterns lose, as they would be published. */
export const publishedShapeLoss: Kernel<PatternsInput, ShapeLoss> = {
  module: import.meta.url,
  name: 'publishedShapeLoss',
  perform(input) {
    const { matrix, rows, seriesLength, segments } = input;
    const { leafStarts, levels, words, upperWords = words } = prismPatterns(input);
    const shapes = shapesOf(columnsOf(blockOf(matrix, rows), seriesLength), segments);
    return lossOf(shapes, ascending(rows.length), leafStarts, levels, middlesOf({ words, upperWords }));
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

/** What patterns lose that P records or more must have in common to the letter, each at the finest level where they do. */
export const equalityShapeLoss: Kernel<EqualityInput, ShapeLoss> = {
  module: import.meta.url,
  name: 'equalityShapeLoss',
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
    return lossOf(shapes, members, starts, levels, middlesOf({ words }));
  },
};

function lossOf(
  { coordinates, flat, weights, segments }: Shapes,
  members: Uint32Array,
  starts: Uint32Array,
  levels: Uint8Array,
  middles: Uint8Array,
): ShapeLoss {
  const direction = new Float64Array(segments);
  let loss = 0;
  let floor = 0;
  for (let leaf = 0; leaf < levels.length; leaf++) {
    const shaped = middleDirectionOf(middles, leaf * segments, levels[leaf], weights, direction, 0);
    for (let m = starts[leaf]; m < starts[leaf + 1]; m++) {
      const at = members[m] * segments;
      let kept = 0;
      let squares = 0;
      for (let i = 0; i < segments; i++) {
        kept += coordinates[at + i] * direction[i];
        squares += coordinates[at + i] ** 2;
      }
      const isFlat = flat[members[m]] === 1;
      loss += isFlat ? (shaped ? 1 : 0) : 1 - kept;
      floor += isFlat ? 0 : 1 - Math.min(1, Math.sqrt(squares));
    }
  }
  return { loss, excess: loss - floor, records: starts[levels.length] };
}
