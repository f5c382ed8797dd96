import type { OnShare, Pool } from '../../../base/pool.ts';
import { randomFrom } from '../../../base/random.ts';
import type { Arrangement } from './arrangement.ts';
import { type MondrianInput, mondrianLoss } from './mondrian-loss.ts';
import { type BlockLosses, type FormedBlock, prismFormKernel, prismSearchKernel, type SearchInput } from './prism.ts';
import { warmthFor, weightsFor } from './prism-effort.ts';
import type { PrismRules } from './prism-formation.ts';
import type { Weights } from './prism-groups.ts';
import type { PatternsInput } from './prism-patterns.ts';
import type { Records } from './prism-points.ts';
import { type EqualityInput, equalityLosses, type Losses, publishedLosses, totalLosses } from './published-losses.ts';

export interface SearchTask {
  readonly records: Records;
  readonly blocks: readonly Uint32Array[];
  readonly rules: PrismRules;
  readonly unit: number;
  readonly mu: number;
  readonly trials: number;
  readonly deadline: number | undefined;
  /** What would be published of a block. */
  readonly patternsOf: (block: Arrangement) => PatternsInput;
  /** Where both losses should stay below those of other methods. */
  readonly rivals: Rivals | undefined;
}

/** What tells the losses of other methods: of values those of Mondrian's groups, of shape those of patterns equal to the letter. */
interface Rivals {
  readonly equality: EqualityInput;
  readonly mondrian: Omit<MondrianInput, 'records'>;
}

/** Where a search starts and what it weighs. */
interface Way {
  readonly formed: readonly FormedBlock[];
  readonly rules: PrismRules;
  readonly weights: Weights;
}

/** Groups and leaves of all blocks, before any search. */
export const formBlocks = (
  { records, unit, blocks }: SearchTask,
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
 * Searches all blocks under weights that a few of them, searched briefly, have shown to be right: each loss counts by its share of what is
 * reachable, and shape by more where that takes both losses below those of other methods.
 */
export async function searchBlocks(
  formed: readonly FormedBlock[],
  task: SearchTask,
  pool: Pool,
  onShare: OnShare,
): Promise<readonly FormedBlock[]> {
  const { rules, mu, rivals, trials } = task;
  const records = task.records.flat.length;
  const compared = rivals !== undefined && mu > 0 && records <= mostCompared;
  const watch = watchPilots(formed, trials, compared ? mostPilots : 1, onShare);
  const first = { formed, rules, weights: weightsFor(totalOf(formed), records, mu) };
  const weights = weightsFor(reachableLosses(first, await searchPilots(first, task, pool, watch.pilot())), records, mu);
  const balanced = { formed, rules, weights };
  const way = compared ? await wayAhead(balanced, task, { ...rivals, nextPilot: watch.pilot }, pool) : balanced;
  const made = await pool.map(
    prismSearchKernel,
    formed.map((_, b) => inputOf(way, b, task, trials)),
    (count) => watch.search(count / formed.length),
  );
  return made.map((block, b) => (objectiveOf(block, way.weights) <= objectiveOf(formed[b], way.weights) ? block : formed[b]));
}

const objectiveOf = ({ value, shape }: BlockLosses, weights: Weights): number => weights.value * value + weights.shape * shape;

function inputOf(
  { formed, rules, weights }: Way,
  b: number,
  { records, unit, deadline }: SearchTask,
  trials: number,
): SearchInput {
  const { members, groupStarts, leafStarts } = formed[b];
  const seed = randomFrom('prism').fork(`block ${b}`).bits();
  const schedule = { trials, warmth: warmthFor(trials), seed, deadline };
  return { records, unit, rules, rows: members, groupStarts, leafStarts, weights, schedule };
}

/**
 * A search told as one share: its pilots, as many as there may be, then all blocks, each by the trials it has. Pilots that are not needed are
 * passed over.
 */
function watchPilots(formed: readonly FormedBlock[], trials: number, most: number, onShare: OnShare) {
  const rowsOf = (some: readonly number[]) => some.reduce((sum, b) => sum + formed[b].members.length, 0);
  const each = pilotTrials * rowsOf(spreadIndices(formed.length, pilots));
  const all = trials * rowsOf(formed.map((_, b) => b));
  const before = (most * each) / Math.max(1, most * each + all);
  let begun = 0;
  return {
    pilot(): OnShare {
      const from = Math.min(begun++, most - 1);
      return (share) => onShare((before * (from + share)) / most);
    },
    search: (share: number) => onShare(before + (1 - before) * share),
  };
}

const searchPilots = (way: Way, task: SearchTask, pool: Pool, onShare: OnShare): Promise<FormedBlock[]> => {
  const chosen = spreadIndices(way.formed.length, pilots);
  return pool.map(
    prismSearchKernel,
    chosen.map((b) => inputOf(way, b, task, pilotTrials)),
    (count) => onShare(count / chosen.length),
  );
};

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

/**
 * A way on which both losses fall below those of others, or the one given where none is found: first with leaves as small as they may be,
 * then with more and more weight on shape, for as long as values stay ahead.
 */
async function wayAhead(
  given: Way,
  task: SearchTask,
  { equality, mondrian, nextPilot }: Rivals & { readonly nextPilot: () => OnShare },
  pool: Pool,
): Promise<Way> {
  const { records, patternsOf, rules } = task;
  const shape = excessOf(await pool.run(equalityLosses, equality));
  const { value } = await pool.run(mondrianLoss, { ...mondrian, records });
  const lossesOn = async (way: Way) => {
    const pilot = await searchPilots(way, task, pool, nextPilot());
    const patterns = totalLosses(await pool.map(publishedLosses, pilot.map(patternsOf)));
    return { shape: furtherShape * excessOf(patterns), value: furtherValue * reachableLosses(way, pilot).value };
  };
  let way = given;
  let lost = await lossesOn(way);
  const size = rules.p * Math.ceil(rules.k / rules.p);
  if (lost.shape > clear * shape && size > rules.k && records.flat.length >= size) {
    const roomy = { ...rules, size };
    way = { ...given, rules: roomy, formed: await formBlocks(task, roomy, pool) };
    lost = await lossesOn(way);
  }
  const isAhead = () => lost.value < just * value && lost.shape < just * shape;
  let ahead = isAhead() ? way : undefined;
  let near = lost.value < just * value && lost.shape < nearly * shape ? way : undefined;
  let light = lost.value < just * value ? way.weights.shape : 0; // a weight with which values stay ahead, and one with which they do not
  let heavy = Number.POSITIVE_INFINITY;
  for (let round = 0; light > 0 && lost.shape > clear * shape && round < corrections; round++) {
    const times = Math.min(4, (lost.shape / (clear * shape)) ** 2); // shape lost falls about with the root of its weight
    const next = times * light < heavy ? times * light : Math.sqrt(light * heavy);
    way = { ...way, weights: { ...way.weights, shape: next } };
    const tried = await lossesOn(way);
    if (tried.value >= just * value) {
      heavy = next;
      continue;
    }
    lost = tried;
    light = next;
    if (isAhead()) ahead = way;
    if (lost.shape < nearly * shape) near = way;
  }
  return ahead ?? near ?? given;
}

const pilots = 4;
const pilotTrials = 200;

/** Beyond so many records a comparison takes long, and generalised patterns of near records need no help against equal ones. */
const mostCompared = 50_000;
const corrections = 6;
/** The first, that of the balanced way, that with small leaves, and one for each correction. */
const mostPilots = 3 + corrections;
/** What the whole search leaves of the losses after the brief one. */
const furtherShape = 0.92;
const furtherValue = 0.98;
/** Ahead of others by enough to stop there, by enough to be ahead at all, and so near that the whole search may get there. */
const clear = 0.92;
const just = 0.985;
const nearly = 1.05;

/** Indices spread evenly over 0 .. count - 1, `most` of them at most. */
const spreadIndices = (count: number, most: number): number[] =>
  Array.from({ length: Math.min(count, most) }, (_, i) => Math.floor(((i + 0.5) * count) / Math.min(count, most)));

const totalOf = (blocks: readonly BlockLosses[]): BlockLosses => ({
  value: blocks.reduce((sum, { value }) => sum + value, 0),
  shape: blocks.reduce((sum, { shape }) => sum + shape, 0),
  floor: blocks.reduce((sum, { floor }) => sum + floor, 0),
});

/** What patterns lose of a record above what any pattern on so many segments must. */
const excessOf = ({ pattern, floor, records }: Losses): number => (pattern - floor) / records;
