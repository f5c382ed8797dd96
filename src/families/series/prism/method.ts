import type { OnShare, Pool } from '../../../base/pool.ts';
import { keepsModels } from '../../../clusters/close-cut.ts';
import type { Diversity } from '../../../clusters/diversity.ts';
import type { Owed } from '../../../clusters/value-models.ts';
import { gatheredRows } from '../../../frame/gather.ts';
import { shareArray } from '../../../frame/share-array.ts';
import { valueCodes } from '../../../frame/value-codes.ts';
import { atMost } from '../../../plan/gates.ts';
import { settleEffort } from '../../../policy/effort.ts';
import { promisesModels } from '../../../policy/model-keys.ts';
import type { PrismPolicy } from '../../../policy/policy.ts';
import { snapOf } from '../../../policy/snap.ts';
import type { SeriesRelease } from '../../../release/series-release.ts';
import { snapEnvelope } from '../../../release/snap-envelope.ts';
import type { MethodMade, SeriesMaking, SeriesMethod } from '../method.ts';
import { owedByLeaves } from '../owed-by-leaves.ts';
import { releaseOfBlocks } from '../release-of-blocks.ts';
import type { SeriesBlock } from '../series-block.ts';
import type { SeriesTable } from '../series-table.ts';
import type { Arrangement } from './arrangement.ts';
import { effortFor } from './prism-effort.ts';
import { type PatternsInput, prismPatternsKernel } from './prism-patterns.ts';
import { recordsIn, scalingOf } from './prism-records.ts';
import { publishedLosses, totalLosses } from './published-losses.ts';
import { rivalsOf } from './rivals.ts';
import { searchAhead } from './search-ahead.ts';
import { formTable } from './search-blocks.ts';
import { attemptWithin, mostAttempts } from './weight-within.ts';

/** Groups by value and shape at once, one generalised pattern for each leaf (docs/prism.md). Leaves nobody out. */
export const prism: SeriesMethod<PrismPolicy> = {
  name: 'prism',
  mergedWords: 'mean',
  keepsL: true,
  redraw: redrawBlocks,
  settle: (policy, rows) => ({ ...policy, effort: settleEffort(policy.effort, rows) }),
  how: ({ pattern, mu, effort }) => ({ pattern, mu: String(mu), effort }),
  effort: ({ effort }) => effort,
  gates: ({ maxValueLoss, maxPatternLoss }) => [
    ...(maxValueLoss === undefined ? [] : [atMost('valueLoss', maxValueLoss)]),
    ...(maxPatternLoss === undefined ? [] : [atMost('patternLoss', maxPatternLoss)]),
  ],
  memoryBytes: ({ segments }, rows, numbers) => 8 * rows * (numbers + segments), // values and shapes in short floats, once whole and once in blocks
  rowsWorthThreads: 1024,
  make: makePrism,
};

/** PRISM over a table: blocks, groups and leaves in each, then a search for better ones, then bands and patterns. */
async function makePrism(making: SeriesMaking<PrismPolicy>): Promise<MethodMade> {
  const { table, space, policy, blockRows, pool, onProgress, common } = making;
  const { rows, matrix, seriesLength, decimals } = table;
  const { k, p, segments, maxLevel, pattern } = policy;
  const deadline = policy.timeLimit === undefined ? undefined : pool.now() + 1000 * policy.timeLimit;
  const effort = effortFor(policy.effort, rows.length, k, policy.l > 1 || promisesModels(policy));
  const scaling = scalingOf(table, space, segments);
  const unit = scaling.shapeScale;
  const rules = {
    k,
    p,
    diversity: diversityOf(table, policy, pool),
    owed: owedOf(table, policy, pool),
    few: rows.length > mostTried,
  };
  const total = rows.length;
  const tellPhase = (phase: 'group' | 'pattern', share: number, finished = false) =>
    onProgress({ phase, unit: 'rows', total, done: Math.round(total * Math.min(1, share)), ...(finished ? { finished } : {}) });
  const forming = effort.trials === 0 ? 1 : formingTrials / (formingTrials + effort.trials);
  const form = async () => {
    const records = await recordsIn(table, scaling, blockRows, pool);
    const tellForming = (share: number) => tellPhase('group', forming * share);
    const formBy = (own: typeof rules) =>
      formTable({ rows, space, records }, { rules: own, unit, largest: effort.blockRows }, pool, tellForming);
    if (rules.owed === undefined) return { records, ...(await formBy(rules)), free: true };
    const freely = await formBy({ ...rules, owed: undefined });
    const free = leavesKeep(rules.owed, freely.formed); // then models cost nothing
    return { records, ...(free ? freely : await formBy(rules)), free };
  };
  const owes = promisesModels(policy)
    ? JSON.stringify([policy.t, policy.diversity, policy.closeness, policy.alpha, policy.hierarchy])
    : 'sizes';
  const groups = `prism groups, k ${k}, p ${p}, l ${policy.l}, ${owes}, ${segments} segments, blocks of ${effort.blockRows}`; // whatever the level
  const { records, blocks, formed, free } = await (common?.once(groups, form) ?? form());
  const { trials } = free ? effortFor(policy.effort, rows.length, k, policy.l > 1) : effort;
  const patternsOf = ({ members, groupStarts, leafStarts }: Arrangement): PatternsInput => ({
    ...{ matrix, seriesLength, decimals, segments, maxLevel, pattern },
    ...{ rows: gatheredRows(rows, members), groupStarts, leafStarts },
  });
  let compared: ReturnType<typeof rivalsOf> | undefined;
  const rivals = () => (compared ??= rivalsOf(making));
  const task = {
    ...{ records, blocks, rules, unit, mu: policy.mu, trials, pilots: effort.pilots, deadline, patternsOf },
    range: pattern === 'interval' ? { maxLevel, seriesLength } : undefined,
    rivals: policy.maxValueLoss === undefined && policy.l < 2 && !promisesModels(policy) ? rivals : undefined,
  };
  const releaseOf = async (made: readonly Arrangement[], onShare?: OnShare) => {
    const drawn = await pool.map(prismPatternsKernel, made.map(patternsOf), (count) => onShare?.(count / made.length));
    return releaseOfBlocks(drawn, table, segments, pattern);
  };
  const together = policy.shape === 'long' ? seriesLength : 0;
  const snappedLoss = (release: SeriesRelease) =>
    meanWidth({ ...release, envelope: snapEnvelope(release.envelope, snapOf(policy), together) }, seriesLength);
  let attempts = 0;
  const attempt = async (mu: number) => {
    const before = attempts++;
    const tellSearch = (share: number) =>
      tellPhase('group', forming + (1 - forming) * (limited ? (before + share) / mostAttempts : share));
    const made = trials === 0 ? formed : await searchAhead(formed, { ...task, mu }, pool, tellSearch);
    if (!limited) return { made, ...noLosses };
    const losses = await lossesOf(made.map(patternsOf), pool);
    return { made, ...losses, ...(snapOf(policy) === 'off' ? {} : { valueLoss: snappedLoss(await releaseOf(made)) }) };
  };
  const limited = policy.maxValueLoss !== undefined || policy.maxPatternLoss !== undefined;
  const { made, valueLoss, patternLoss } = await attemptWithin(policy, policy.mu, mostMu, attempt);
  tellPhase('group', 1, true);
  const release = await releaseOf(made, (share) => tellPhase('pattern', share));
  tellPhase('pattern', 1, true);
  return limited ? { release, losses: { valueLoss, patternLoss } } : { release };
}

/** Bands and patterns of blocks whose groups and leaves were merged. */
async function redrawBlocks(
  { table, policy: { segments, maxLevel, pattern }, pool }: Pick<SeriesMaking<PrismPolicy>, 'table' | 'policy' | 'pool'>,
  blocks: readonly SeriesBlock[],
): Promise<readonly SeriesBlock[]> {
  const { matrix, seriesLength, decimals } = table;
  const drawing = { matrix, seriesLength, decimals, segments, maxLevel, pattern };
  const inputs = blocks.map(({ rows, groupStarts, leafStarts }) => ({ ...drawing, rows, groupStarts, leafStarts }));
  return pool.map(prismPatternsKernel, inputs);
}

/** The largest weight a policy may ask for. */
const mostMu = 10;

/** Beyond so many rows blocks are small, and what more ways of cutting gain is less than they cost. */
const mostTried = 50_000;

/** What forming a block costs, in trials of its search: measured, and only told by. */
const formingTrials = 30;

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

/** Distinct values of the sensitive columns, where any are asked for. */
const diversityOf = ({ sensitive, rows }: SeriesTable, { l }: PrismPolicy, pool: Pool): Diversity | undefined =>
  l < 2 ? undefined : { codes: sensitive.map((column) => shareArray(gatheredRows(valueCodes(column), rows), pool)), l };

const leavesKeep = (owed: Owed, blocks: readonly Arrangement[]): boolean =>
  blocks.every(({ members, leafStarts }) =>
    leafStarts.subarray(1).every((to, leaf) => keepsModels(owed, members, leafStarts[leaf], to)),
  );

/** What models ask of every leaf, where together all keep it; a gate refuses the others. */
function owedOf({ sensitive, rows }: SeriesTable, policy: PrismPolicy, pool: Pool): Owed | undefined {
  const found = owedByLeaves(policy, sensitive, rows);
  if (!found.ok || found.value === undefined) return undefined;
  const { models, repeats } = found.value.owed;
  return { repeats, models: models.map((model) => ({ ...model, codes: shareArray(gatheredRows(model.codes, rows), pool) })) };
}
