import type { Pool } from '../../base/pool.ts';
import { Refusal } from '../../base/problem.ts';
import type { OnProgress } from '../../base/progress.ts';
import { randomFrom } from '../../base/random.ts';
import { categoriesKernel } from '../../clusters/blocks-kernel.ts';
import { type Diversity, isDiverse } from '../../clusters/diversity.ts';
import type { ValueSpace } from '../../clusters/mondrian.ts';
import { sharedIndices } from '../../frame/columns.ts';
import { groups, type Partition } from '../../frame/partition.ts';
import { shared } from '../../frame/shared.ts';
import type { Plan } from '../../plan/plan.ts';
import { lTooLarge } from '../../plan/problems.ts';
import type { PrismPolicy } from '../../policy/policy.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { type BlockLosses, type FormedBlock, prismBlocksKernel, prismFormKernel, prismSearchKernel } from '../../series/prism.ts';
import type { Weights } from '../../series/prism-groups.ts';
import { prismPatternsKernel } from '../../series/prism-patterns.ts';
import { type Records, recordsKernel, type Scaling } from '../../series/prism-points.ts';
import { fewestValues } from './fewest-values.ts';
import { gathered } from './gathered.ts';
import type { SeriesTable } from './series-table.ts';

/** PRISM over a table: blocks, groups and leaves in each, what is reachable on a few of them, then the search on all. */
export async function makePrism(
  table: SeriesTable,
  space: ValueSpace,
  policy: PrismPolicy,
  { blockRows }: Plan,
  pool: Pool,
  onProgress: OnProgress,
): Promise<SeriesRelease> {
  const { rows, matrix, seriesLength, decimals } = table;
  const { k, p, segments, maxLevel, pattern, mu } = policy;
  const deadline = policy.timeLimit === undefined ? undefined : Date.now() + 1000 * policy.timeLimit;
  const rules = { k, p, diversity: diversityOf(table, policy, pool) };
  const effort = effortFor(policy.effort, rows.length);
  const scaling = scalingOf(table, space, segments);
  const records = await recordsIn(table, scaling, blockRows, pool);
  const common = { records, rules, unit: scaling.shapeScale };
  const blocks = await blocksOf(table, space, records, rules, effort.blockRows, pool);
  const share = (count: number) => Math.round((rows.length * count) / blocks.length);
  const told = (phase: 'group' | 'pattern') => (count: number) =>
    onProgress({ phase, done: share(count), total: rows.length, unit: 'rows', finished: count === blocks.length });
  const inputs = blocks.map((block) => ({ ...common, rows: block }));
  const formed = await pool.map(prismFormKernel, inputs, effort.trials > 0 ? undefined : told('group'));
  const made = effort.trials > 0 ? await searched() : formed;

  async function searched(): Promise<readonly FormedBlock[]> {
    const random = randomFrom('prism');
    const input = (b: number, weights: Weights, trials: number) => ({
      ...common,
      rows: formed[b].members,
      groupStarts: formed[b].groupStarts,
      leafStarts: formed[b].leafStarts,
      weights,
      schedule: { trials, seed: random.fork(`block ${b}`).bits(), deadline },
    });
    const some = spread(formed.length, pilots);
    const first = weightsFor(totalOf(formed), rows.length, mu);
    const pilot = await pool.map(
      prismSearchKernel,
      some.map((b) => input(b, first, pilotTrials)),
    );
    const reached = rescaled(totalOf(formed), totalOf(some.map((b) => formed[b])), totalOf(pilot));
    const weights = weightsFor(reached, rows.length, mu);
    return pool.map(
      prismSearchKernel,
      formed.map((_, b) => input(b, weights, effort.trials)),
      told('group'),
    );
  }

  const published = await pool.map(
    prismPatternsKernel,
    made.map(({ members, groupStarts, leafStarts }) => ({
      ...{ matrix, seriesLength, decimals, segments, maxLevel, pattern },
      ...{ rows: members, groupStarts, leafStarts },
    })),
    told('pattern'),
  );
  return gathered(published, table, segments, pattern);
}

interface Effort {
  readonly blockRows: number;
  /** Trials to a record. */
  readonly trials: number;
}

/** Small tables get more trials to a record: by counted work, so that a run can be repeated. */
function effortFor(effort: PrismPolicy['effort'], rows: number): Effort {
  const normal = Math.round(Math.min(2000, Math.max(100, 8e6 / rows)));
  const trials = { fast: 0, normal, best: 6 * normal }[effort];
  return { blockRows: rows > 50_000 ? 1024 : 2048, trials };
}

const pilots = 4;
const pilotTrials = 200;

/** Distinct values of the sensitive columns, where any are asked for; refused where the table has too few. */
function diversityOf({ sensitive, rows }: SeriesTable, { l }: PrismPolicy, pool: Pool): Diversity | undefined {
  if (l < 2) return undefined;
  const fewest = fewestValues(sensitive, rows);
  if (fewest !== undefined && fewest.values < l) throw new Refusal(lTooLarge(l, fewest.column, fewest.values));
  return { codes: sensitive.map(({ codes }) => shared(codes, pool)), l };
}

/** Series share the scale of their loss; a numeric quasi-identifier's whole range weighs as much as the series' whole range. */
function scalingOf({ matrix, rows, seriesLength, decimals }: SeriesTable, { scales }: ValueSpace, segments: number): Scaling {
  const values = decimals.length;
  const stride = Math.ceil(rows.length / 16384);
  const centres: number[] = [];
  let variance = 0;
  for (let c = 0; c < values; c++) {
    let sum = 0;
    let count = 0;
    for (let i = 0; i < rows.length; i += stride, count++)
      sum += matrix.values[rows[i] * matrix.rowStep + c * matrix.columnStep] / rows.length;
    const centre = (sum * rows.length) / count;
    let squares = 0;
    for (let i = 0; i < rows.length; i += stride)
      squares += ((matrix.values[rows[i] * matrix.rowStep + c * matrix.columnStep] - centre) * scales[c]) ** 2;
    variance += squares / count;
    centres.push(centre);
  }
  return { seriesLength, centres, scales: scales.slice(0, values), segments, shapeScale: shapeShare * Math.sqrt(variance) };
}

/** A unit shape measures a quarter of what the values deviate: company is sought by value first. */
const shapeShare = 0.25;

async function recordsIn({ matrix, rows }: SeriesTable, scaling: Scaling, blockRows: number, pool: Pool): Promise<Records> {
  const values = scaling.centres.length;
  const step = values + scaling.segments;
  const coordinates = new Float32Array(new SharedArrayBuffer(4 * matrix.rows * step));
  const flat = new Uint8Array(new SharedArrayBuffer(matrix.rows));
  const starts = Array.from({ length: Math.ceil(rows.length / blockRows) }, (_, b) => b * blockRows);
  const parts = starts.map((from) => rows.subarray(from, from + blockRows));
  const made = await pool.map(
    recordsKernel,
    parts.map((part) => ({ matrix, rows: part, scaling })),
  );
  for (const [b, part] of parts.entries())
    for (let r = 0; r < part.length; r++) {
      coordinates.set(made[b].coordinates.subarray(r * step, (r + 1) * step), part[r] * step);
      flat[part[r]] = made[b].flat[r];
    }
  return { coordinates, values, segments: scaling.segments, flat };
}

/** Categories part the table first, where each part keeps k; then halving along the leading axis, a few large parts first. */
async function blocksOf(
  { rows }: SeriesTable,
  space: ValueSpace,
  records: Records,
  { k, diversity }: { readonly k: number; readonly diversity: Diversity | undefined },
  largest: number,
  pool: Pool,
): Promise<readonly Uint32Array[]> {
  const place = sharedIndices(rows.length);
  place.set(rows);
  let parts = [place];
  if (space.nominal.includes(true)) {
    const cut = await pool.run(categoriesKernel, { space, rows: place, k });
    place.set(cut.rows);
    parts = [...groups({ rows: place, starts: diversity === undefined ? cut.starts : diverseStarts(cut, diversity) })];
  }
  for (const size of [Math.max(largest, Math.ceil(rows.length / 16)), largest]) {
    const cuts = await pool.map(
      prismBlocksKernel,
      parts.map((part) => ({ records, rows: part, k, largest: size, diversity })),
    );
    parts = cuts.flatMap((cut, p) => {
      parts[p].set(cut.rows);
      return [...groups({ rows: parts[p], starts: cut.starts })];
    });
  }
  return parts;
}

/** Parts next to each other put together until each has l distinct values; what is left over at the end joins the last. */
function diverseStarts({ rows, starts }: Partition, diversity: Diversity): Uint32Array {
  const kept = [0];
  for (let end = 1; end < starts.length; end++)
    if (isDiverse(diversity, rows, kept[kept.length - 1], starts[end])) kept.push(starts[end]);
  kept[Math.max(1, kept.length - 1)] = rows.length;
  return Uint32Array.from(kept);
}

/** Indices spread evenly over 0 .. count - 1. */
const spread = (count: number, most: number): number[] =>
  count <= most ? [...Array(count).keys()] : Array.from({ length: most }, (_, i) => Math.floor(((i + 0.5) * count) / most));

const totalOf = (blocks: readonly BlockLosses[]): BlockLosses => ({
  value: blocks.reduce((sum, { value }) => sum + value, 0),
  shape: blocks.reduce((sum, { shape }) => sum + shape, 0),
  floor: blocks.reduce((sum, { floor }) => sum + floor, 0),
});

/** What all blocks would reach if they gained as the pilots did. */
const rescaled = (all: BlockLosses, before: BlockLosses, after: BlockLosses): BlockLosses => ({
  value: before.value > 0 ? (all.value * after.value) / before.value : all.value,
  shape: before.shape > 0 ? (all.shape * after.shape) / before.shape : all.shape,
  floor: all.floor,
});

/**
 * Weights under which each loss counts by its share of what is reachable: a percent of value is worth a percent of shape divided by mu.
 * The floor counts for a little: where nearly all of the loss is floor, the rest is not worth much value.
 */
function weightsFor({ value, shape, floor }: BlockLosses, records: number, mu: number): Weights {
  const shapeLoss = shape + 0.02 * floor;
  return { value: value > 0 ? records / value : 0, shape: shapeLoss > 0 ? (0.8 * mu * records) / shapeLoss : 0 };
}
