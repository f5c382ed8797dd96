import type { Pool } from '../base/pool.ts';
import { invariant } from '../base/problem.ts';
import type { OnProgress } from '../base/progress.ts';
import type { Random } from '../base/random.ts';
import { groupCount } from '../frame/partition.ts';
import type { SeriesRelease } from '../release/series-release.ts';
import { type Block, blocksOf } from './blocks.ts';
import { mediansUpTo, patternLosses } from './pattern-loss.ts';
import { rangeQueryError } from './range-query-error.ts';
import { leavesOfRows } from './released.ts';
import { shared } from './shared.ts';
import { valueLoss } from './value-loss.ts';

/** What a release lost; docs/metrics.md defines each figure. Means are over released records, and not a number where there are none. */
export interface SeriesMeasure {
  readonly valueLoss: number;
  readonly patternLoss: number;
  readonly patternFloor: number;
  readonly flatPatterns: number;
  readonly rangeQueryError: number;
}

export interface MeasureInput {
  /** The original series, one column for each instant, in shared memory: one value for each input row. */
  readonly columns: readonly Float64Array[];
  readonly release: SeriesRelease;
  /** Which columns hold whole numbers only; their ranges are counted in lattice points. */
  readonly whole: readonly boolean[];
  readonly queries?: number;
}

export async function measureSeries(
  { columns, release, whole, queries = 1000 }: MeasureInput,
  random: Random,
  pool: Pool,
  onProgress?: OnProgress,
): Promise<SeriesMeasure> {
  invariant(
    release.segments >= 1 && release.segments <= columns.length,
    'a word has no more symbols than its series has instants',
  );
  const rowBlocks = blocksOf(columns[0].length, rowsToABlock);
  const groupBlocks = blocksOf(groupCount(release.groups), groupsToABlock);
  const total = 4 * rowBlocks.length + groupBlocks.length;
  let finished = 0;
  const done = () => onProgress?.({ phase: 'measure', done: ++finished, total, unit: 'blocks' });

  const leaves = leavesOfRows(release, columns[0].length);
  const patterns = await patternSums(columns, release, leaves, rowBlocks, pool, done);
  const asked = { columns, whole, leaves, release, queries, rowBlocks, groupBlocks };
  const queryError = await rangeQueryError(asked, random.fork('range queries'), pool, done);
  onProgress?.({ phase: 'measure', done: total, total, unit: 'blocks', finished: true });

  const records = release.groups.rows.length;
  return {
    valueLoss: valueLoss(release, columns.length),
    patternLoss: patterns.loss / records,
    patternFloor: patterns.floor / records,
    flatPatterns: flatPatterns(release),
    rangeQueryError: queryError,
  };
}

const rowsToABlock = 32768;
const groupsToABlock = 4096;

async function patternSums(
  columns: readonly Float64Array[],
  { words, levels, segments }: SeriesRelease,
  leaves: Uint32Array,
  rowBlocks: readonly Block[],
  pool: Pool,
  done: () => void,
): Promise<{ loss: number; floor: number }> {
  const common = {
    columns,
    leaves,
    words: shared(words, pool),
    levels: shared(levels, pool),
    segments,
    medians: mediansUpTo(levels.reduce((highest, level) => Math.max(highest, level), 1)),
  };
  const inputs = rowBlocks.map((block) => ({ ...block, ...common }));
  let loss = 0;
  let floor = 0;
  for (const part of await pool.map(patternLosses, inputs, done)) {
    loss += part.loss;
    floor += part.floor;
  }
  return { loss, floor };
}

/** Records whose pattern says nothing: published at level 1. */
function flatPatterns({ leafStarts, levels }: SeriesRelease): number {
  let records = 0;
  for (let leaf = 0; leaf < levels.length; leaf++) if (levels[leaf] === 1) records += leafStarts[leaf + 1] - leafStarts[leaf];
  return records;
}
