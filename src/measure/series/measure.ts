import type { Pool } from '../../base/pool.ts';
import { invariant } from '../../base/problem.ts';
import type { OnProgress } from '../../base/progress.ts';
import type { Random } from '../../base/random.ts';
import type { Matrix } from '../../frame/matrix.ts';
import { groupCount } from '../../frame/partition.ts';
import { shareArray } from '../../frame/share-array.ts';
import { middlesOf } from '../../release/pattern-middles.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { blocksOf, type RowsBlock } from './blocks.ts';
import { type CurveSums, curveErrors } from './curve-error.ts';
import { patternLosses, quantilesUpTo } from './pattern-loss.ts';
import { type AskedQuestion, rangeQueryError } from './range-query-error.ts';
import { leavesOfRows } from './released.ts';
import { valueLoss } from './value-loss.ts';

/** What a release lost; docs/metrics.md defines each figure. Means are over released records, and not a number where there are none. */
export interface SeriesMeasure {
  readonly valueLoss: number;
  readonly patternLoss: number;
  readonly patternFloor: number;
  readonly flatPatterns: number;
  readonly rangeQueryError: number;
  /** Some of the range queries that were asked. */
  readonly questions: readonly AskedQuestion[];
  /** Only of a release with curves. */
  readonly curveError?: number;
  readonly curveBias?: number;
}

export interface MeasureInput {
  /** The original values in shared memory, row by row; each row begins with its series. */
  readonly matrix: Matrix;
  readonly seriesLength: number;
  readonly release: SeriesRelease;
  /** Which instants hold whole numbers only; their ranges are counted in lattice points. */
  readonly whole: readonly boolean[];
  /** How many range queries to ask; with 0 their error is not a number. */
  readonly queries?: number;
}

export async function measureSeries(
  { matrix, seriesLength, release, whole, queries = 1000 }: MeasureInput,
  random: Random,
  pool: Pool,
  onProgress?: OnProgress,
): Promise<SeriesMeasure> {
  invariant(release.segments >= 1 && release.segments <= seriesLength, 'a word has no more symbols than its series has instants');
  invariant(matrix.columnStep === 1, 'a table is kept row by row');
  const rows = {
    values: matrix.values,
    rowStep: matrix.rowStep,
    instants: seriesLength,
    leaves: leavesOfRows(release, matrix.rows),
  };
  const rowBlocks = blocksOf(matrix.rows, rowsToABlock).map((block) => ({ ...block, ...rows }));
  const groupBlocks = blocksOf(groupCount(release.groups), groupsToABlock);
  const total = (release.curves === undefined ? 3 : 4) * rowBlocks.length + groupBlocks.length;
  let finished = 0;
  const countBlock = () => onProgress?.({ phase: 'measure', done: ++finished, total, unit: 'blocks' });

  const asked = { rowBlocks, groupBlocks, release, whole, queries };
  const [patterns, curves, { error, questions }] = await Promise.all([
    patternSums(rowBlocks, release, pool, countBlock),
    release.curves === undefined ? undefined : curveSums(rowBlocks, release.curves, pool, countBlock),
    rangeQueryError(asked, random.fork('range queries'), pool, countBlock),
  ]); // at once: whoever writes beside keeps this thread busy, and others need not wait for it
  onProgress?.({ phase: 'measure', done: total, total, unit: 'blocks', finished: true });

  const records = release.groups.rows.length;
  return {
    valueLoss: valueLoss(release, seriesLength),
    patternLoss: patterns.loss / records,
    patternFloor: patterns.floor / records,
    flatPatterns: flatPatterns(release),
    rangeQueryError: error,
    questions,
    ...(curves === undefined ? {} : { curveError: curves.error / records, ...biasOf(curves) }),
  };
}

const rowsToABlock = 32768;
const groupsToABlock = 4096;

async function patternSums(
  rowBlocks: readonly RowsBlock[],
  release: SeriesRelease,
  pool: Pool,
  done: () => void,
): Promise<{ loss: number; floor: number }> {
  const { levels, segments } = release;
  const common = {
    middles: shareArray(middlesOf(release), pool),
    levels: shareArray(levels, pool),
    segments,
    quantiles: quantilesUpTo(levels.reduce((highest, level) => Math.max(highest, level), 1)),
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

/** How much more or less than the truth a reader finds who adds up the curves; nothing where there is nothing to compare with. */
const biasOf = ({ told, held }: CurveSums): { readonly curveBias?: number } =>
  held === 0 ? {} : { curveBias: (told - held) / Math.abs(held) };

async function curveSums(
  rowBlocks: readonly RowsBlock[],
  curves: Float64Array,
  pool: Pool,
  done: () => void,
): Promise<CurveSums> {
  const common = { curves: shareArray(curves, pool) };
  const inputs = rowBlocks.map((block) => ({ ...block, ...common }));
  const sums = { error: 0, told: 0, held: 0 };
  for (const { error, told, held } of await pool.map(curveErrors, inputs, done)) {
    sums.error += error;
    sums.told += told;
    sums.held += held;
  }
  return sums;
}

/** Records whose pattern says nothing: published at level 1. */
function flatPatterns({ leafStarts, levels }: SeriesRelease): number {
  let records = 0;
  for (let leaf = 0; leaf < levels.length; leaf++) if (levels[leaf] === 1) records += leafStarts[leaf + 1] - leafStarts[leaf];
  return records;
}
