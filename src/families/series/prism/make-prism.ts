import type { Pool } from '../../../base/pool.ts';
import { Refusal } from '../../../base/problem.ts';
import type { OnProgress } from '../../../base/progress.ts';
import type { Diversity } from '../../../clusters/diversity.ts';
import type { ValueSpace } from '../../../clusters/mondrian.ts';
import { gatheredRows } from '../../../frame/gather.ts';
import { shared } from '../../../frame/shared.ts';
import { valueCodes } from '../../../frame/value-codes.ts';
import type { Plan } from '../../../plan/plan.ts';
import { lTooLarge } from '../../../plan/problems.ts';
import type { PrismPolicy } from '../../../policy/policy.ts';
import { snapOf } from '../../../policy/snap.ts';
import type { SeriesRelease } from '../../../release/series-release.ts';
import { snapEnvelope } from '../../../release/snap-envelope.ts';
import { fewestValues } from '../fewest-values.ts';
import { gathered } from '../gathered.ts';
import type { SeriesTable } from '../series-table.ts';
import type { Arrangement } from './arrangement.ts';
import { prismBlocks } from './prism-blocks.ts';
import { effortFor } from './prism-effort.ts';
import { type PatternsInput, prismPatternsKernel } from './prism-patterns.ts';
import { recordsIn, scalingOf } from './prism-records.ts';
import { publishedLosses, totalLosses } from './published-losses.ts';
import { formBlocks, searchBlocks } from './search-blocks.ts';
import { attemptWithin } from './weight-within.ts';

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
  const deadline = policy.timeLimit === undefined ? undefined : pool.now() + 1000 * policy.timeLimit;
  const effort = effortFor(policy.effort, rows.length, k);
  const scaling = scalingOf(table, space, segments);
  const records = await recordsIn(table, scaling, blockRows, pool);
  const rules = { k, p, diversity: diversityOf(table, policy, pool) };
  const blocks = await prismBlocks(table, space, records, rules, effort.blockRows, pool);
  const told = (phase: 'group' | 'pattern') => (count: number) =>
    onProgress({
      ...{ phase, unit: 'rows', total: rows.length, finished: count === blocks.length },
      done: Math.round((rows.length * count) / blocks.length),
    });
  const published = ({ members, groupStarts, leafStarts }: Arrangement): PatternsInput => ({
    ...{ matrix, seriesLength, decimals, segments, maxLevel, pattern },
    ...{ rows: gatheredRows(rows, members), groupStarts, leafStarts },
  });
  const rivals = { equality: { matrix, rows, seriesLength, segments, maxLevel, p }, mondrian: { space, rows, k } };
  const task = {
    ...{ records, blocks, rules, unit: scaling.shapeScale, mu: policy.mu, trials: effort.trials, deadline, published },
    rivals: policy.maxValueLoss === undefined ? rivals : undefined,
  };
  const releaseOf = async (made: readonly Arrangement[], done?: (count: number) => void) =>
    gathered(await pool.map(prismPatternsKernel, made.map(published), done), table, segments, pattern);
  const together = policy.shape === 'long' ? seriesLength : 0;
  const snappedLoss = (release: SeriesRelease) =>
    meanWidth({ ...release, envelope: snapEnvelope(release.envelope, snapOf(policy), together) }, seriesLength);
  const formed = await formBlocks(task, rules, pool);
  const attempt = async (mu: number) => {
    const made = effort.trials === 0 ? formed : await searchBlocks(formed, { ...task, mu }, pool, told('group'));
    if (!limited) return { made, ...noLosses };
    const losses = await lossesOf(made.map(published), pool);
    return { made, ...losses, ...(snapOf(policy) === 'off' ? {} : { valueLoss: snappedLoss(await releaseOf(made)) }) };
  };
  const limited = policy.maxValueLoss !== undefined || policy.maxPatternLoss !== undefined;
  const { made } = await attemptWithin(policy, policy.mu, mostMu, attempt);
  return releaseOf(made, told('pattern'));
}

/** The largest weight a policy may ask for. */
const mostMu = 10;

const noLosses = { valueLoss: 0, patternLoss: 0 };

/** Mean losses over all records, of what would be published. */
async function lossesOf(blocks: readonly PatternsInput[], pool: Pool): Promise<typeof noLosses> {
  const { value, pattern, records } = totalLosses(await pool.map(publishedLosses, blocks));
  return { valueLoss: value / records, patternLoss: pattern / records };
}

/** The value loss of bands that were moved outward: a maker's own reckoning, as above. */
function meanWidth({ groups: { rows, starts }, envelope: { columns, lower, upper } }: SeriesRelease, instants: number): number {
  let total = 0;
  for (let g = 0; g + 1 < starts.length; g++) {
    let squares = 0;
    for (let at = g * columns; at < g * columns + instants; at++) squares += (upper[at] - lower[at]) ** 2;
    total += (starts[g + 1] - starts[g]) * Math.sqrt(squares / instants);
  }
  return total / rows.length;
}

/** Distinct values of the sensitive columns, where any are asked for; refused where the table has too few. */
function diversityOf({ sensitive, rows }: SeriesTable, { l }: PrismPolicy, pool: Pool): Diversity | undefined {
  if (l < 2) return undefined;
  const fewest = fewestValues(sensitive, rows);
  if (fewest !== undefined && fewest.values < l) throw new Refusal(lTooLarge(l, fewest.column, fewest.values));
  return { codes: sensitive.map((column) => shared(gatheredRows(valueCodes(column), rows), pool)), l };
}
