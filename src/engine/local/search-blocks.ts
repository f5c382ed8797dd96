import type { Pool } from '../../base/pool.ts';
import { randomFrom } from '../../base/random.ts';
import type { Arrangement } from '../../series/arrangement.ts';
import { type MondrianInput, mondrianLoss } from '../../series/mondrian-loss.ts';
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
  /** Where both losses should stay below those of other methods. */
  readonly rivals: Rivals | undefined;
}

/** What tells the losses of other methods: of values those of Mondrian's groups, of shape those of patterns equal to the letter. */
interface Rivals {
  readonly equality: EqualityInput;
  readonly mondrian: Omit<MondrianInput, 'records'>;
}

/**
 * Searches all blocks under weights that a few of them, searched briefly, have shown to be right: each loss counts by its share of what is
 * reachable, and shape by more where that takes both losses below those of other methods.
 */
export async function searchBlocks(
  formed: readonly FormedBlock[],
  { mu, trials, deadline, published, rivals, ...common }: SearchTask,
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
  const reachedBy = (pilot: readonly FormedBlock[]) => rescaled(total, before, totalOf(pilot));
  const balanced = weightsFor(reachedBy(await piloted(weightsFor(total, records, mu))), records, mu);
  const weights = rivals !== undefined && mu > 0 && records <= mostCompared ? await ahead(balanced, rivals) : balanced;

  /** Shape weighs more where others would keep more of it, if that costs no more value than others lose; as given where it does. */
  async function ahead(given: Weights, { equality, mondrian }: Rivals): Promise<Weights> {
    const shape = shapeMargin * excessOf(await pool.run(equalityLosses, equality));
    const value = valueMargin * (await pool.run(mondrianLoss, { ...mondrian, records: common.records })).value;
    let weights = given;
    for (let round = 0; round < corrections; round++) {
      const pilot = await piloted(weights);
      const lost = furtherShape * excessOf(totalLosses(await pool.map(publishedLosses, pilot.map(published))));
      if (lost <= shape) return weights;
      if (furtherValue * reachedBy(pilot).value > value) return given;
      weights = { ...weights, shape: weights.shape * Math.min(4, (lost / shape) ** 2) }; // shape lost falls about with the root of its weight
    }
    return given;
  }

  return pool.map(
    prismSearchKernel,
    formed.map((_, b) => input(b, weights, trials)),
    done,
  );
}

const pilots = 4;
const pilotTrials = 200;

/** Beyond so many records a comparison takes long, and generalised patterns of near records need no help against equal ones. */
const mostCompared = 50_000;
const corrections = 5;
/** What the whole search leaves of the losses after the brief one. */
const furtherShape = 0.92;
const furtherValue = 0.98;
/** How near losses may come to those of others. */
const shapeMargin = 0.92;
const valueMargin = 0.97;

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
