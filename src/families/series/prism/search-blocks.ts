import type { OnShare, Pool } from '../../../base/pool.ts';
import { randomFrom } from '../../../base/random.ts';
import { ascending, gatheredRows } from '../../../frame/gather.ts';
import type { Arrangement, BlockLosses } from './arrangement.ts';
import type { CountQuestions } from './count-error.ts';
import { countPolishKernel } from './count-polish.ts';
import { type FormedBlock, leastLosing, prismFormKernel, prismSearchKernel, type SearchInput, type Shares } from './prism.ts';
import { prismBlocks, type TablePoints } from './prism-blocks.ts';
import { warmthFor, weightsFor } from './prism-effort.ts';
import type { PrismRules } from './prism-formation.ts';
import type { Weights } from './prism-groups.ts';
import type { PatternsInput } from './prism-patterns.ts';
import { gatheredRecords, type Records } from './prism-points.ts';
import { prismPolishKernel } from './prism-polish.ts';
import type { RangeRules } from './range-losses.ts';
import type { MeanLosses, Rivals } from './rivals.ts';

export interface SearchTask {
  readonly records: Records;
  readonly blocks: readonly Uint32Array[];
  readonly rules: PrismRules;
  readonly unit: number;
  readonly mu: number;
  readonly trials: number;
  readonly pilots: boolean;
  readonly deadline: number | undefined;
  /** What would be published of a block. */
  readonly patternsOf: (block: Arrangement) => PatternsInput;
  /** Of patterns that are ranges of symbols. */
  readonly range: RangeRules | undefined;
  /** Where both losses should stay below those of other methods. */
  readonly rivals: (() => Promise<Rivals>) | undefined;
}

/** Where a search starts and what it weighs. */
export interface Way {
  readonly formed: readonly FormedBlock[];
  readonly rules: PrismRules;
  readonly weights: Weights;
  /** Which of several streams of random numbers it takes. */
  readonly draw?: number;
  /** How warm its search begins, where not as warm as so many trials can cool. */
  readonly warmth?: number;
}

/** Groups and leaves of all blocks, before any search. */
export const formBlocks = (
  { records, unit, blocks }: Pick<SearchTask, 'records' | 'unit' | 'blocks'>,
  rules: PrismRules,
  pool: Pool,
  onShare?: OnShare,
): Promise<FormedBlock[]> =>
  pool.map(
    prismFormKernel,
    blocks.map((rows) => ({ records, unit, rows, rules })),
    (count) => onShare?.(count / blocks.length),
  );

/**
 * Blocks of a table, with their groups and leaves. Where values must be diverse, blocks that allow fewer groups may keep neighbours together: a part of them, formed,
 * shows what is best.
 */
export async function formTable(
  table: TablePoints,
  { rules, unit, largest }: { readonly rules: PrismRules; readonly unit: number; readonly largest: number },
  pool: Pool,
  onShare: OnShare,
): Promise<Pick<SearchTask, 'blocks'> & { readonly formed: readonly FormedBlock[] }> {
  const { records } = table;
  let blocks = await prismBlocks(table, rules, largest, pool);
  if (rules.diversity !== undefined && blocks.length > 1) {
    const ways = [blocks];
    let even = false;
    for (const shares of rules.few === true ? fewByBlocks : sharesByBlocks) {
      if (even && shares.across === undefined) continue;
      const other = await prismBlocks(table, { ...rules, ...shares }, largest, pool);
      if (areSame(other, blocks)) even = true;
      else ways.push(other);
    }
    const losses: BlockLosses[] = [];
    for (const way of ways) losses.push(await meanOfSome(way, { records, unit, rules }, pool));
    blocks = ways[leastLosing(losses)];
  }
  return { blocks, formed: await formBlocks({ records, blocks, unit }, rules, pool, onShare) };
}

/** The least first: where it makes no difference, those between make none. */
const fewByBlocks: readonly Shares[] = [{ kept: 0 }, { kept: 0.8 }];
const sharesByBlocks: readonly Shares[] = [...fewByBlocks, { kept: 0.8, across: 0.3 }, { kept: 0.8, across: 0.6 }];

const areSame = (one: readonly Uint32Array[], other: readonly Uint32Array[]): boolean =>
  one.length === other.length &&
  one.every((rows, b) => rows.length === other[b].length && rows.every((row, i) => row === other[b][i]));

/** What a record loses on average in some of the blocks. */
async function meanOfSome(
  blocks: readonly Uint32Array[],
  { records, unit, rules }: Pick<SearchTask, 'records' | 'unit' | 'rules'>,
  pool: Pool,
): Promise<BlockLosses> {
  const some = spreadIndices(blocks.length, mostFormed).map((b) => blocks[b]);
  const { value, shape, floor } = totalOf(await formBlocks({ records, blocks: some, unit }, rules, pool));
  const count = some.reduce((sum, rows) => sum + rows.length, 0);
  return { value: value / count, shape: shape / count, floor: floor / count };
}

const mostFormed = 32;

/** Weights that a few blocks, searched briefly, have shown to be right: each loss counts by its share of what is reachable. */
export async function balancedWay(formed: readonly FormedBlock[], task: SearchTask, pool: Pool, onShare: OnShare): Promise<Way> {
  const { rules, mu } = task;
  const records = task.records.flat.length;
  const first = { formed, rules, weights: weightsFor(totalOf(formed), records, mu) };
  if (!task.pilots) return first;
  const pilot = await searchPilots(first, task, pool, onShare);
  return { formed, rules, weights: weightsFor(reachableLosses(first, pilot), records, mu) };
}

/** Searches all blocks; one that gained nothing stays as it was formed. */
export async function searchWay(way: Way, task: SearchTask, pool: Pool, onShare: OnShare): Promise<readonly FormedBlock[]> {
  const { formed, weights } = way;
  const made = await pool.map(
    prismSearchKernel,
    formed.map((_, b) => inputOf(way, b, task, task.trials)),
    (count) => onShare(count / formed.length),
  );
  return made.map((block, b) => (objectiveOf(block, weights) <= objectiveOf(formed[b], weights) ? block : formed[b]));
}

/** Searches a few blocks briefly. */
export const searchPilots = (way: Way, task: SearchTask, pool: Pool, onShare?: OnShare): Promise<FormedBlock[]> => {
  const chosen = spreadIndices(way.formed.length, pilots);
  return pool.map(
    prismSearchKernel,
    chosen.map((b) => inputOf(way, b, task, pilotTrials)),
    (count) => onShare?.(count / chosen.length),
  );
};

const pilots = 4;
const pilotTrials = 200;

/** Blocks that were searched on a way, bettered by what would be published of them. */
export async function polishBlocks(
  way: Way,
  made: readonly FormedBlock[],
  task: SearchTask,
  pool: Pool,
): Promise<readonly FormedBlock[]> {
  const { range } = task;
  if (range === undefined) return made;
  const found = { ...way, formed: made };
  return pool.map(
    prismPolishKernel,
    made.map((_, b) => ({ ...inputOf(found, b, task, polishTrials), range })),
  );
}

const polishTrials = 200;

interface CountPolish {
  readonly task: SearchTask;
  readonly pool: Pool;
  readonly questions: CountQuestions;
  readonly limits: MeanLosses;
  readonly seed: number;
}

/** The blocks of a small table, which is one block, with counts by their bands nearer the truth and both losses within limits. */
export async function polishCounts(
  made: readonly FormedBlock[],
  { task, pool, questions, limits, seed }: CountPolish,
): Promise<readonly FormedBlock[]> {
  const { range, records, rules, unit, patternsOf } = task;
  if (range === undefined) return made;
  return Promise.all(
    made.map(async (block) => {
      const { matrix, rows, decimals } = patternsOf(block);
      if (decimals.length !== range.seriesLength) return block; // bands of other numbers would grow unseen
      const own = gatheredRecords(records, block.members);
      const { k, p } = rules;
      const input = { records: own, matrix, rows, decimals, k, p, unit, range, questions, limits, seed };
      const { members, ...starts } = await pool.run(countPolishKernel, { ...input, ...block, members: ascending(rows.length) });
      return { ...block, ...starts, members: gatheredRows(block.members, members) };
    }),
  );
}

/** The work of the pilots against that of the whole search. */
export function pilotShare(formed: readonly FormedBlock[], trials: number): number {
  const rowsOf = (some: readonly FormedBlock[]) => some.reduce((sum, { members }) => sum + members.length, 0);
  const piloted = pilotTrials * rowsOf(spreadIndices(formed.length, pilots).map((b) => formed[b]));
  return piloted / Math.max(1, piloted + trials * rowsOf(formed));
}

const objectiveOf = ({ value, shape }: BlockLosses, weights: Weights): number => weights.value * value + weights.shape * shape;

function inputOf(
  { formed, rules, weights, draw, warmth }: Way,
  b: number,
  { records, unit, deadline }: SearchTask,
  trials: number,
): SearchInput {
  const { members, groupStarts, leafStarts } = formed[b];
  const seed = randomFrom('prism')
    .fork(draw === undefined ? `block ${b}` : `block ${b}, draw ${draw}`)
    .bits();
  const schedule = { trials, warmth: warmth ?? warmthFor(trials), seed, deadline };
  return { records, unit, rules, rows: members, groupStarts, leafStarts, weights, schedule };
}

/** What all blocks would lose if they gained as the pilots did. */
function reachableLosses({ formed }: Way, pilot: readonly FormedBlock[]): BlockLosses {
  const all = totalOf(formed);
  const before = totalOf(spreadIndices(formed.length, pilots).map((b) => formed[b]));
  const after = totalOf(pilot);
  const share = (whole: number, from: number, to: number) => (from > 0 ? (whole * to) / from : whole);
  return {
    value: share(all.value, before.value, after.value),
    shape: share(all.shape, before.shape, after.shape),
    floor: all.floor,
  };
}

/** Indices spread evenly over 0 .. count - 1, `most` of them at most. */
const spreadIndices = (count: number, most: number): number[] =>
  Array.from({ length: Math.min(count, most) }, (_, i) => Math.floor(((i + 0.5) * count) / Math.min(count, most)));

const totalOf = (blocks: readonly BlockLosses[]): BlockLosses => ({
  value: blocks.reduce((sum, { value }) => sum + value, 0),
  shape: blocks.reduce((sum, { shape }) => sum + shape, 0),
  floor: blocks.reduce((sum, { floor }) => sum + floor, 0),
});
