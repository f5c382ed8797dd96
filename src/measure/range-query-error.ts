import type { Pool } from '../base/pool.ts';
import type { Random } from '../base/random.ts';
import type { SeriesRelease } from '../release/series-release.ts';
import type { Block } from './blocks.ts';
import { cutsOf } from './cuts.ts';
import { cellOf, cells, type Grid, gridOf } from './grid.ts';
import { trueCounts } from './query-counts.ts';
import { cellCounts, extremes } from './query-domains.ts';
import { estimates } from './query-estimates.ts';
import { type Domain, drawQuery, type Range, type RangeQuery } from './range-query.ts';
import { shared } from './shared.ts';

export interface Asked {
  readonly columns: readonly Float64Array[];
  readonly whole: readonly boolean[];
  readonly leaves: Uint32Array;
  readonly release: SeriesRelease;
  readonly queries: number;
  readonly rowBlocks: readonly Block[];
  readonly groupBlocks: readonly Block[];
}

/**
 * Mean relative error of counts estimated from the release, over random range queries on two columns.
 * Shou et al., TKDE 25(4) 2013, §6: range queries. Both counts are of released records only. `done` is called once for each row block in
 * each of three passes, and once for each group block.
 */
export async function rangeQueryError(asked: Asked, random: Random, pool: Pool, done: () => void): Promise<number> {
  if (asked.release.groups.rows.length === 0 || asked.columns.length === 0) return Number.NaN;
  const domains = await domainsOf(asked, pool, done);
  const grid = gridOf(domains);
  const atMost = countBound(grid, await cellTotals(asked, grid, pool, done));
  const { queries, truths } = await answerableQueries(asked, domains, grid, atMost, random, pool, done);
  const estimated = await estimatesOf(queries, asked, grid, pool, done);
  let total = 0;
  for (let q = 0; q < queries.length; q++) total += Math.abs(estimated[q] - truths[q]) / truths[q];
  return total / queries.length;
}

async function domainsOf({ columns, leaves, whole, rowBlocks }: Asked, pool: Pool, done: () => void): Promise<Domain[]> {
  const inputs = rowBlocks.map((block) => ({ ...block, columns, leaves }));
  const parts = await pool.map(extremes, inputs, done);
  return columns.map((_, c) => ({
    least: parts.reduce((least, part) => Math.min(least, part.least[c]), Number.POSITIVE_INFINITY),
    most: parts.reduce((most, part) => Math.max(most, part.most[c]), Number.NEGATIVE_INFINITY),
    whole: whole[c],
  }));
}

async function cellTotals({ columns, leaves, rowBlocks }: Asked, grid: Grid, pool: Pool, done: () => void): Promise<Uint32Array> {
  const inputs = rowBlocks.map((block) => ({ ...block, columns, leaves, grid }));
  const parts = await pool.map(cellCounts, inputs, done);
  const totals = new Uint32Array(columns.length * cells);
  for (const { counts } of parts) for (let i = 0; i < totals.length; i++) totals[i] += counts[i];
  return totals;
}

type CountBound = (range: Range) => number;

/** No range holds more records than the cells it touches. */
function countBound({ least, scale }: Grid, totals: Uint32Array): CountBound {
  return ({ column, from, to }) => {
    const last = cellOf(to, least[column], scale[column]);
    let count = 0;
    for (let cell = cellOf(from, least[column], scale[column]); cell <= last; cell++) count += totals[column * cells + cell];
    return count;
  };
}

/**
 * The first so many queries of the random stream that find a record in a thousand, and one at least: relative to next to nothing every
 * error is huge. Any placement of the records lets 3.9 % of the queries pass, since a record lies in 4.3 % of them (20.7 % squared, see
 * drawRange), so the limit on draws is hardly ever met. Batches only save passes over the data: the same queries pass in batches of one.
 */
async function answerableQueries(
  { columns, leaves, release, queries: wanted, rowBlocks }: Asked,
  domains: readonly Domain[],
  grid: Grid,
  atMost: CountBound,
  random: Random,
  pool: Pool,
  done: () => void,
): Promise<{ queries: RangeQuery[]; truths: number[] }> {
  const enough = Math.max(1, release.groups.rows.length / 1000);
  const queries: RangeQuery[] = [];
  const truths: number[] = [];
  let draws = 1000 + 200 * wanted;
  let passing = 1;
  for (let round = 0; queries.length < wanted && draws > 0; round++) {
    const aim = Math.ceil((1.2 * (wanted - queries.length)) / passing);
    const batch: RangeQuery[] = [];
    for (; batch.length < aim && draws > 0; draws--) {
      const query = drawQuery(domains, random);
      if (atMost(query[0]) >= enough && atMost(query[1]) >= enough) batch.push(query); // the others need no counting
    }
    const cuts = cutsOf(batch, grid);
    const inputs = rowBlocks.map((block) => ({ ...block, columns, leaves, cuts }));
    const parts = await pool.map(trueCounts, inputs, round === 0 ? done : undefined);
    let passed = 0;
    batch.forEach((query, q) => {
      const truth = parts.reduce((sum, { counts }) => sum + counts[q], 0);
      if (truth < enough) return;
      passed++;
      if (queries.length === wanted) return;
      queries.push(query);
      truths.push(truth);
    });
    passing = Math.max(0.1, passed / batch.length);
  }
  return { queries, truths };
}

async function estimatesOf(queries: readonly RangeQuery[], asked: Asked, grid: Grid, pool: Pool, done: () => void) {
  const { release, whole, groupBlocks } = asked;
  const { envelope, groups } = release;
  const common = {
    starts: shared(groups.starts, pool),
    lower: shared(envelope.lower, pool),
    upper: shared(envelope.upper, pool),
    stride: envelope.columns,
    whole,
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
