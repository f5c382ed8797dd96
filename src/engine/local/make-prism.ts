import type { Pool } from '../../base/pool.ts';
import { Refusal } from '../../base/problem.ts';
import type { OnProgress } from '../../base/progress.ts';
import { randomFrom } from '../../base/random.ts';
import type { Diversity } from '../../clusters/diversity.ts';
import type { ValueSpace } from '../../clusters/mondrian.ts';
import { gatheredRows } from '../../frame/gather.ts';
import { shared } from '../../frame/shared.ts';
import type { Plan } from '../../plan/plan.ts';
import { lTooLarge } from '../../plan/problems.ts';
import type { PrismPolicy } from '../../policy/policy.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { type BlockLosses, type FormedBlock, prismFormKernel, prismSearchKernel } from '../../series/prism.ts';
import { effortFor, warmthFor, weightsFor } from '../../series/prism-effort.ts';
import type { PrismRules } from '../../series/prism-formation.ts';
import type { Weights } from '../../series/prism-groups.ts';
import { prismPatternsKernel } from '../../series/prism-patterns.ts';
import type { Records } from '../../series/prism-points.ts';
import { fewestValues } from './fewest-values.ts';
import { gathered } from './gathered.ts';
import { prismBlocks } from './prism-blocks.ts';
import { recordsIn, scalingOf } from './prism-records.ts';
import type { SeriesTable } from './series-table.ts';

/** PRISM over a table: blocks, groups and leaves in each, then a search for better ones, then bands and patterns. */
export async function makePrism(
  table: SeriesTable,
  space: ValueSpace,
  policy: PrismPolicy,
  { blockRows }: Plan,
  pool: Pool,
  onProgress: OnProgress,
): Promise<SeriesRelease> {
  const { rows, matrix, seriesLength, decimals } = table;
  const { k, p, segments, maxLevel, pattern } = policy;
  const deadline = policy.timeLimit === undefined ? undefined : Date.now() + 1000 * policy.timeLimit;
  const effort = effortFor(policy.effort, rows.length);
  const scaling = scalingOf(table, space, segments);
  const records = await recordsIn(table, scaling, blockRows, pool);
  const rules = { k, p, diversity: diversityOf(table, policy, pool) };
  const blocks = await prismBlocks(table, space, records, rules, effort.blockRows, pool);
  const told = (phase: 'group' | 'pattern') => (count: number) =>
    onProgress({
      ...{ phase, unit: 'rows', total: rows.length, finished: count === blocks.length },
      done: Math.round((rows.length * count) / blocks.length),
    });
  const common = { records, rules, unit: scaling.shapeScale };
  const formed = await pool.map(
    prismFormKernel,
    blocks.map((block) => ({ ...common, rows: block })),
  );
  const task = { ...common, mu: policy.mu, trials: effort.trials, deadline };
  const made = effort.trials === 0 ? formed : await searched(formed, task, pool, told('group'));
  const published = await pool.map(
    prismPatternsKernel,
    made.map(({ members, groupStarts, leafStarts }) => ({
      ...{ matrix, seriesLength, decimals, segments, maxLevel, pattern },
      ...{ rows: gatheredRows(rows, members), groupStarts, leafStarts },
    })),
    told('pattern'),
  );
  return gathered(published, table, segments, pattern);
}

/** Distinct values of the sensitive columns, where any are asked for; refused where the table has too few. */
function diversityOf({ sensitive, rows }: SeriesTable, { l }: PrismPolicy, pool: Pool): Diversity | undefined {
  if (l < 2) return undefined;
  const fewest = fewestValues(sensitive, rows);
  if (fewest !== undefined && fewest.values < l) throw new Refusal(lTooLarge(l, fewest.column, fewest.values));
  return { codes: sensitive.map(({ codes }) => shared(gatheredRows(codes, rows), pool)), l };
}

interface SearchTask {
  readonly records: Records;
  readonly rules: PrismRules;
  readonly unit: number;
  readonly mu: number;
  readonly trials: number;
  readonly deadline: number | undefined;
}

/** First a short search on a few blocks, to see what is reachable and weigh the losses by it; then all blocks under those weights. */
async function searched(
  formed: readonly FormedBlock[],
  { mu, trials, deadline, ...common }: SearchTask,
  pool: Pool,
  done: (count: number) => void,
): Promise<readonly FormedBlock[]> {
  const random = randomFrom('prism');
  const input = (b: number, weights: Weights, trials: number) => ({
    ...common,
    rows: formed[b].members,
    groupStarts: formed[b].groupStarts,
    leafStarts: formed[b].leafStarts,
    weights,
    schedule: { trials, warmth: warmthFor(trials), seed: random.fork(`block ${b}`).bits(), deadline },
  });
  const total = totalOf(formed);
  const first = weightsFor(total, common.records.flat.length, mu);
  const some = spread(formed.length, pilots);
  const pilot = await pool.map(
    prismSearchKernel,
    some.map((b) => input(b, first, pilotTrials)),
  );
  const reachable = rescaled(total, totalOf(some.map((b) => formed[b])), totalOf(pilot));
  const weights = weightsFor(reachable, common.records.flat.length, mu);
  return pool.map(
    prismSearchKernel,
    formed.map((_, b) => input(b, weights, trials)),
    done,
  );
}

const pilots = 4;
const pilotTrials = 200;

/** Indices spread evenly over 0 .. count - 1, `most` of them at most. */
const spread = (count: number, most: number): number[] =>
  Array.from({ length: Math.min(count, most) }, (_, i) => Math.floor(((i + 0.5) * count) / Math.min(count, most)));

const totalOf = (blocks: readonly BlockLosses[]): BlockLosses => ({
  value: blocks.reduce((sum, { value }) => sum + value, 0),
  shape: blocks.reduce((sum, { shape }) => sum + shape, 0),
  floor: blocks.reduce((sum, { floor }) => sum + floor, 0),
});

/** What all blocks would lose if they gained as some did. */
const rescaled = (all: BlockLosses, before: BlockLosses, after: BlockLosses): BlockLosses => ({
  value: before.value > 0 ? (all.value * after.value) / before.value : all.value,
  shape: before.shape > 0 ? (all.shape * after.shape) / before.shape : all.shape,
  floor: all.floor,
});
