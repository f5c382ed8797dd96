import type { Pool } from '../../base/pool.ts';
import type { Random } from '../../base/random.ts';
import { shareArray } from '../../frame/share-array.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { answerableQueries } from './answerable-queries.ts';
import type { Block, RowsBlock } from './blocks.ts';
import { cutsOf } from './cuts.ts';
import { type Grid, gridOf } from './grid.ts';
import { estimates, type GroupsBlock } from './query-estimates.ts';
import { spreads } from './query-spreads.ts';
import type { RangeQuery } from './range-query.ts';

export interface Asked {
  readonly rowBlocks: readonly RowsBlock[];
  readonly groupBlocks: readonly Block[];
  readonly release: SeriesRelease;
  readonly whole: readonly boolean[];
  /** How many queries to ask. */
  readonly queries: number;
}

/**
 * Mean relative error of counts estimated from the release, over random range queries on two columns.
 * Shou et al., TKDE 25(4) 2013: range queries. Both counts are of released records only. `done` is called twice for each row block
 * and once for each group block.
 */
export async function rangeQueryError(asked: Asked, random: Random, pool: Pool, done: () => void): Promise<number> {
  const { rowBlocks, release, whole } = asked;
  const records = release.groups.rows.length;
  if (records === 0 || asked.queries === 0) return Number.NaN;
  const grid = gridOf(release, whole.length);
  const inputs = rowBlocks.map((block) => ({ ...block, grid }));
  const survey = { rowBlocks, grid, records, whole, parts: await pool.map(spreads, inputs, done) };
  const published = { bands: bandsOf(asked, pool), groupBlocks: asked.groupBlocks, grid };
  let total = 0;
  let count = 0;
  for await (const { queries, truths } of answerableQueries(asked.queries, survey, random, { pool, done })) {
    const estimated = await estimatesOf(queries, published, pool, count === 0 ? done : undefined);
    for (let q = 0; q < queries.length; q++) total += Math.abs(estimated[q] - truths[q]) / truths[q];
    count += queries.length;
  }
  return total / count;
}

type Bands = Pick<GroupsBlock, 'starts' | 'lower' | 'upper' | 'stride' | 'whole'>;

/** What a reader of the release estimates from. */
interface Published {
  readonly bands: Bands;
  readonly groupBlocks: readonly Block[];
  readonly grid: Grid;
}

function bandsOf({ release: { groups, envelope }, whole }: Asked, pool: Pool): Bands {
  const { lower, upper, columns } = envelope;
  return {
    starts: shareArray(groups.starts, pool),
    lower: shareArray(lower, pool),
    upper: shareArray(upper, pool),
    stride: columns,
    whole,
  };
}

async function estimatesOf(
  queries: readonly RangeQuery[],
  { bands, groupBlocks, grid }: Published,
  pool: Pool,
  done?: () => void,
): Promise<Float64Array> {
  const common = {
    ...bands,
    cuts: cutsOf(queries, grid),
    askedRanges: Float64Array.from(queries.flatMap((query) => query.flatMap(({ from, to }) => [from, to]))),
    askedColumns: Uint32Array.from(queries.flatMap((query) => query.map(({ column }) => column))),
  };
  const inputs = groupBlocks.map((block) => ({ ...block, ...common }));
  const parts = await pool.map(estimates, inputs, done);
  const totals = new Float64Array(queries.length);
  for (const { sums } of parts) for (let q = 0; q < totals.length; q++) totals[q] += sums[q];
  return totals;
}
