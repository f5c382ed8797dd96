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
export async function rangeQueryError(asked: Asked, random: Random, pool: Pool, done: () => void): Promise<Answers> {
  const { rowBlocks, release, whole } = asked;
  const records = release.groups.rows.length;
  if (records === 0 || asked.queries === 0) return { error: Number.NaN, questions: [] };
  const grid = gridOf(release, whole.length);
  const inputs = rowBlocks.map((block) => ({ ...block, grid }));
  const survey = { rowBlocks, grid, records, whole, parts: await pool.map(spreads, inputs, done) };
  const published = { bands: bandsOf(asked, pool), groupBlocks: asked.groupBlocks, grid };
  let total = 0;
  let count = 0;
  const answered: AskedQuestion[] = [];
  for await (const { queries, truths } of answerableQueries(asked.queries, survey, random, { pool, done })) {
    const estimated = await estimatesOf(queries, published, pool, count === 0 ? done : undefined);
    for (let q = 0; q < queries.length; q++) {
      total += Math.abs(estimated[q] - truths[q]) / truths[q];
      answered.push({ query: queries[q], truth: truths[q], estimate: estimated[q] });
    }
    count += queries.length;
  }
  return { error: total / count, questions: someOf(answered) };
}

/** Some of the questions, at fixed places in the order of their errors: neither the best nor the worst is chosen. */
function someOf(answered: readonly AskedQuestion[]): readonly AskedQuestion[] {
  const sorted = answered.toSorted((a, b) => errorOf(a) - errorOf(b));
  return sorted.length < shares.length ? sorted : shares.map((share) => sorted[Math.floor(share * sorted.length)]);
}

const errorOf = ({ truth, estimate }: AskedQuestion): number => Math.abs(estimate - truth) / truth;
const shares = [0.1, 0.3, 0.5, 0.7, 0.9];

/** A question, how many records it finds, and how many a reader of the release expects. */
export interface AskedQuestion {
  readonly query: RangeQuery;
  readonly truth: number;
  readonly estimate: number;
}

export interface Answers {
  readonly error: number;
  readonly questions: readonly AskedQuestion[];
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
  const askedRanges = new Float64Array(4 * queries.length);
  const askedColumns = new Uint32Array(2 * queries.length);
  let range = 0;
  for (const query of queries)
    for (const { column, from, to } of query) {
      askedRanges[2 * range] = from;
      askedRanges[2 * range + 1] = to;
      askedColumns[range++] = column;
    }
  const common = { ...bands, cuts: cutsOf(queries, grid), askedRanges, askedColumns };
  const inputs = groupBlocks.map((block) => ({ ...block, ...common }));
  const parts = await pool.map(estimates, inputs, done);
  const totals = new Float64Array(queries.length);
  for (const { sums } of parts) for (let q = 0; q < totals.length; q++) totals[q] += sums[q];
  return totals;
}
