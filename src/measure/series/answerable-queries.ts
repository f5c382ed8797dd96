import type { Pool } from '../../base/pool.ts';
import type { Random } from '../../base/random.ts';
import type { RowsBlock } from './blocks.ts';
import { cutsOf } from './cuts.ts';
import { cellOf, cells, type Grid } from './grid.ts';
import { trueCounts } from './query-counts.ts';
import type { Spreads } from './query-spreads.ts';
import { type Domain, drawQuery, type Range, type RangeQuery } from './range-query.ts';

/** What is known of the released records before the first query. */
export interface Survey {
  readonly rowBlocks: readonly RowsBlock[];
  readonly grid: Grid;
  readonly records: number;
  readonly whole: readonly boolean[];
  /** One for each row block. */
  readonly parts: readonly Spreads[];
}

/** Who counts, and whom to tell of each row block of the first round. */
interface Counting {
  readonly pool: Pool;
  readonly done: () => void;
}

/** Queries worth asking, and how many records each of them finds. */
export interface Answerable {
  readonly queries: readonly RangeQuery[];
  readonly truths: readonly number[];
}

/**
 * The first `wanted` queries of the random stream that find at least one record in a thousand: relative to next to nothing every error is
 * huge. However the records lie, 4.2 % of the queries pass, since a record is found by 4.3 % of them (20.7 % squared, see drawRange), so
 * the limit on draws is hardly ever met. Batches only save passes over the data: drawn one by one, the same queries would pass.
 */
export async function* answerableQueries(
  wanted: number,
  survey: Survey,
  random: Random,
  { pool, done }: Counting,
): AsyncGenerator<Answerable> {
  const enough = Math.max(1, survey.records / 1000);
  const domains = domainsOf(survey);
  const atMost = countBound(survey);
  const mayPass = ([one, other]: RangeQuery) => atMost(one) >= enough && atMost(other) >= enough; // the rest need no counting
  let missing = wanted;
  let draws = 1000 + 200 * wanted;
  const trial = random.fork('sample');
  const sample = Array.from({ length: Math.min(wanted, sampleSize) }, () => drawQuery(domains, trial)).filter(mayPass);
  let passing = await passingOnSample(sample, survey, pool);
  for (let round = 0; missing > 0 && draws > 0; round++) {
    const size = Math.min(largestBatch, (1.1 * missing) / passing);
    const batch: RangeQuery[] = [];
    for (; batch.length < size && draws > 0; draws--) {
      const query = drawQuery(domains, random);
      if (mayPass(query)) batch.push(query);
    }
    const found = await countsOf(batch, survey, pool, round === 0 ? done : undefined);
    const passed = [...batch.keys()].filter((q) => found[q] >= enough).slice(0, missing);
    yield { queries: passed.map((q) => batch[q]), truths: passed.map((q) => found[q]) };
    missing -= passed.length;
    passing = shareAtLeast(enough, found);
  }
}

const sampleSize = 256; // their share is off by three hundredths, and a batch has a tenth to spare
const largestBatch = 4096; // their masks take 262 kB and stay in the second cache

function domainsOf({ whole, parts }: Survey): Domain[] {
  return whole.map((isWhole, c) => ({
    least: parts.reduce((low, { least }) => Math.min(low, least[c]), Number.POSITIVE_INFINITY),
    most: parts.reduce((high, { most }) => Math.max(high, most[c]), Number.NEGATIVE_INFINITY),
    whole: isWhole,
  }));
}

/** No range holds more records than the cells it touches. */
function countBound({ grid: { least, scale }, parts }: Survey): (range: Range) => number {
  const before = new Float64Array(least.length * cells + 1); // records in all cells before this one, the columns' cells end to end
  for (const { counts } of parts) for (let i = 0; i < counts.length; i++) before[i + 1] += counts[i];
  for (let i = 0; i + 1 < before.length; i++) before[i + 1] += before[i];
  return ({ column, from, to }) => {
    const first = column * cells + cellOf(from, least[column], scale[column]);
    const last = column * cells + cellOf(to, least[column], scale[column]);
    return before[last + 1] - before[first];
  };
}

/** About how many of the queries that may pass do, seen on the first block: a wrong guess only costs another round. */
async function passingOnSample(sample: readonly RangeQuery[], survey: Survey, pool: Pool): Promise<number> {
  const block = survey.rowBlocks[0];
  const found = await countsOf(sample, { ...survey, rowBlocks: [block] }, pool);
  return shareAtLeast((block.to - block.from) / 1000, found);
}

/** A tenth at least, so that a batch stays within ten times what is missing. */
const shareAtLeast = (enough: number, counts: readonly number[]): number =>
  Math.max(0.1, counts.filter((count) => count >= enough).length / Math.max(1, counts.length));

async function countsOf(
  queries: readonly RangeQuery[],
  { rowBlocks, grid }: Survey,
  pool: Pool,
  done?: () => void,
): Promise<number[]> {
  const cuts = cutsOf(queries, grid);
  const inputs = rowBlocks.map((block) => ({ ...block, cuts }));
  const parts = await pool.map(trueCounts, inputs, done);
  return queries.map((_, q) => parts.reduce((sum, { counts }) => sum + counts[q], 0));
}
