import type { Pool } from '../../base/pool.ts';
import type { OnProgress } from '../../base/progress.ts';
import { blocksKernel } from '../../clusters/blocks-kernel.ts';
import type { ValueSpace } from '../../clusters/mondrian.ts';
import { sharedIndices } from '../../frame/columns.ts';
import { leastOf, mostOf } from '../../frame/gather.ts';
import type { Matrix } from '../../frame/matrix.ts';
import { groups, type Partition } from '../../frame/partition.ts';
import { shared } from '../../frame/shared.ts';
import type { Plan } from '../../plan/plan.ts';
import type { NaivePolicy, SeriesPolicy } from '../../policy/policy.ts';
import { snapOf } from '../../policy/snap.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { snapEnvelope } from '../../release/snap-envelope.ts';
import type { CommonWork } from './common-work.ts';
import { gathered } from './gathered.ts';
import { makeKapra } from './kapra/make-kapra.ts';
import { makeDiverse } from './make-diverse.ts';
import { naiveKernel } from './naive/naive.ts';
import { makePrism } from './prism/make-prism.ts';
import { curvesOf } from './reconstruct.ts';
import type { SeriesBlock, TracedNode } from './series-block.ts';
import type { SeriesTable } from './series-table.ts';
import { type ValueGroups, type ValueGroupsInput, valueGroupsKernel } from './value-groups.ts';

/** What a method made, and every node of its trees where they were asked for. */
interface Made {
  readonly release: SeriesRelease;
  readonly nodes: readonly TracedNode[];
}

/**
 * Runs the policy's series method over a table, block by block on the pool. The release is the same on any number of threads, and whether
 * or not it had work in common with other settings of the same table.
 */
export async function makeSeries(
  table: SeriesTable,
  policy: SeriesPolicy,
  plan: Plan,
  pool: Pool,
  onProgress: OnProgress,
  common?: CommonWork,
): Promise<Made> {
  const space = spaceOf(table);
  const made = await madeBy(table, space, policy, plan, pool, onProgress, common);
  const rule = policy.method === 'naive' ? ('host' as const) : ('own' as const);
  const merging = policy.l > 1 && policy.method !== 'prism' && made.release.groups.rows.length >= policy.k; // PRISM sees to it in its search
  const merged = merging ? await makeDiverse(table, space, made.release, plan, { l: policy.l, rule }, pool) : made.release;
  const { nodes } = made;
  const together = policy.shape === 'long' ? table.seriesLength : 0; // a long release has one column for all instants
  const envelope = snapEnvelope(merged.envelope, snapOf(policy), together);
  const release = { ...merged, envelope };
  return { release: policy.reconstruct ? { ...release, curves: curvesOf(release, table.seriesLength) } : release, nodes };
}

async function madeBy(
  table: SeriesTable,
  space: ValueSpace,
  policy: SeriesPolicy,
  plan: Plan,
  pool: Pool,
  onProgress: OnProgress,
  common: CommonWork | undefined,
): Promise<Made> {
  switch (policy.method) {
    case 'naive':
      return makeNaive(table, space, policy, plan, pool, onProgress, common);
    case 'kapra':
      return { release: await makeKapra(table, space, policy, plan, pool, onProgress, common), nodes: [] };
    case 'prism':
      return { release: await makePrism(table, space, policy, plan, pool, onProgress), nodes: [] };
    default:
      return policy satisfies never;
  }
}

async function makeNaive(
  table: SeriesTable,
  space: ValueSpace,
  policy: NaivePolicy,
  { blockRows }: Plan,
  pool: Pool,
  onProgress: OnProgress,
  common: CommonWork | undefined,
): Promise<Made> {
  const { rows, seriesLength, decimals } = table;
  const { k, p, segments, maxLevel, badLeaf, trace } = policy;
  const cut = async () => {
    const blocks = await cutIntoBlocks(space, rows, k, blockRows, pool);
    return [...groups(blocks)].map((block) => ({ space, seriesLength, decimals, rows: block, k, segments }));
  };
  const known = common?.once(`value groups, k ${k}, ${segments} segments`, async () => groupedOnce(await cut(), pool));
  const blocks: readonly Grouped[] = await (known ?? cut());
  onProgress({ phase: 'group', done: rows.length, total: rows.length, unit: 'rows', finished: true });
  const inputs = blocks.map((block) => ({ ...block, p, maxLevel, badLeaf, trace: trace !== undefined }));
  const share = (count: number) => Math.round((rows.length * count) / inputs.length);
  const made = await pool.map(naiveKernel, inputs, (count) =>
    onProgress({ phase: 'pattern', done: share(count), total: rows.length, unit: 'rows', finished: count === inputs.length }),
  );
  return { release: gathered(made, table, segments, 'word'), nodes: nodesOf(made) };
}

/** A block, and its value groups where several settings ask for them; a single run leaves them to the thread that goes on with them. */
type Grouped = ValueGroupsInput & { readonly grouped?: ValueGroups };

async function groupedOnce(blocks: readonly ValueGroupsInput[], pool: Pool): Promise<readonly Grouped[]> {
  const made = await pool.map(valueGroupsKernel, blocks);
  return blocks.map((block, b) => ({ ...block, grouped: inSharedMemory(made[b], pool) }));
}

function inSharedMemory({ groups, shapes, lower, upper }: ValueGroups, pool: Pool): ValueGroups {
  return {
    groups: { rows: shared(groups.rows, pool), starts: shared(groups.starts, pool) },
    shapes: {
      ...shapes,
      quantiles: shared(shapes.quantiles, pool),
      coordinates: shared(shapes.coordinates, pool),
      flat: shared(shapes.flat, pool),
    },
    lower: shared(lower, pool),
    upper: shared(upper, pool),
  };
}

/** First a few large parts on one thread, then each part on its own: the cuts are the same as in one go. */
async function cutIntoBlocks(space: ValueSpace, rows: Uint32Array, k: number, largest: number, pool: Pool): Promise<Partition> {
  const coarse = await pool.run(blocksKernel, { space, rows, k, largest: Math.max(largest, Math.ceil(rows.length / 8)) });
  const shared = sharedIndices(rows.length);
  shared.set(coarse.rows);
  const parts = Array.from({ length: coarse.starts.length - 1 }, (_, p) =>
    shared.subarray(coarse.starts[p], coarse.starts[p + 1]),
  );
  const fine = await pool.map(
    blocksKernel,
    parts.map((part) => ({ space, rows: part, k, largest })),
  );
  const starts = [0];
  for (const [p, cut] of fine.entries()) {
    shared.set(cut.rows, coarse.starts[p]);
    for (let b = 1; b < cut.starts.length; b++) starts.push(coarse.starts[p] + cut.starts[b]);
  }
  return { rows: shared, starts: Uint32Array.from(starts) };
}

/** Series columns share one scale, as they share one unit and the loss is measured in it; every other column spans 0 to 1. */
function spaceOf({ rows, matrix, seriesLength, categories }: SeriesTable): ValueSpace {
  const extents = Array.from({ length: matrix.columns }, (_, c) => extent(matrix, c, rows));
  const series = extents.slice(0, seriesLength);
  const shared: Extent = { low: leastOf(series.map(({ low }) => low)), high: mostOf(series.map(({ high }) => high)) };
  const first = matrix.columns - categories.length;
  return {
    matrix,
    scales: extents.map((own, c) => scaleOf(c < seriesLength ? shared : own)),
    nominal: extents.map((_, c) => c >= first),
  };
}

interface Extent {
  readonly low: number;
  readonly high: number;
}

const scaleOf = ({ low, high }: Extent): number => (high > low ? 1 / (high - low) : 0);

function extent({ values, rowStep, columnStep }: Matrix, column: number, rows: Uint32Array): Extent {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i] * rowStep + column * columnStep];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}

function nodesOf(made: readonly SeriesBlock[]): readonly TracedNode[] {
  let groups = 0;
  return made.flatMap(({ nodes = [], groupStarts }) => {
    const renumbered = nodes.map((node) => ({ ...node, group: node.group + groups }));
    groups += groupStarts.length - 1;
    return renumbered;
  });
}
