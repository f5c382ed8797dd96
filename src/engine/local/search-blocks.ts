import type { Pool } from '../../base/pool.ts';
import { randomFrom } from '../../base/random.ts';
import type { Arrangement } from '../../series/arrangement.ts';
import { type BlockLosses, type FormedBlock, prismSearchKernel } from '../../series/prism.ts';
import { warmthFor, weightsFor } from '../../series/prism-effort.ts';
import type { PrismRules } from '../../series/prism-formation.ts';
import type { Weights } from '../../series/prism-groups.ts';
import type { PatternsInput } from '../../series/prism-patterns.ts';
import type { Records } from '../../series/prism-points.ts';
import { type EqualityInput, equalityLosses, type Losses, publishedLosses, totalLosses } from '../../series/published-losses.ts';

export interface SearchTask {
  readonly records: Records;
  readonly rules: PrismRules;
  readonly unit: number;
  readonly mu: number;
  readonly trials: number;
  readonly deadline: number | undefined;
  /** What would be published of a block. */
  readonly published: (block: Arrangement) => PatternsInput;
  /** Where strict equality sets a limit. */
  readonly equality: EqualityInput | undefined;
}

/**
 * Searches all blocks under weights that a few of them, searched briefly, have shown to be right: each loss counts by its share of what is
 * reachable, and shape by more where patterns would else lose more than strict equality does.
 */
export async function searchBlocks(
  formed: readonly FormedBlock[],
  { mu, trials, deadline, published, equality, ...common }: SearchTask,
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
  const records = common.records.flat.length;
  const total = totalOf(formed);
  const some = spread(formed.length, pilots);
  const piloted = (weights: Weights) =>
    pool.map(
      prismSearchKernel,
      some.map((b) => input(b, weights, pilotTrials)),
    );
  const before = totalOf(some.map((b) => formed[b]));
  const reachable = rescaled(total, before, totalOf(await piloted(weightsFor(total, records, mu))));
  let weights = weightsFor(reachable, records, mu);
  const compared = mu > 0 && records <= mostCompared ? equality : undefined;
  const limit = compared === undefined ? undefined : excessOf(await pool.run(equalityLosses, compared));
  for (let round = 0; limit !== undefined && round < corrections; round++) {
    const told = await pool.map(publishedLosses, (await piloted(weights)).map(published));
    const excess = furtherGain * excessOf(totalLosses(told));
    if (!(excess > margin * limit)) break;
    const times = Math.min(4, (excess / (margin * limit)) ** 2); // shape lost falls about with the root of its weight
    weights = { ...weights, shape: weights.shape * times };
  }
  return pool.map(
    prismSearchKernel,
    formed.map((_, b) => input(b, weights, trials)),
    done,
  );
}

const pilots = 4;
const pilotTrials = 200;

/** Beyond so many records, equal words are so many that generalised ones need no help against them, and comparing takes long. */
const mostCompared = 50_000;
const corrections = 3;
/** What the whole search keeps of the shape lost after the brief one. */
const furtherGain = 0.92;
/** Shape lost may come this near to what strict equality loses. */
const margin = 0.92;

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

/** What patterns lose of a record above what any pattern on so many segments must. */
const excessOf = ({ pattern, floor, records }: Losses): number => (pattern - floor) / records;
