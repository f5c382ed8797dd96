import type { OnShare, Pool } from '../../../base/pool.ts';
import { blocksKernel } from '../../../clusters/blocks-kernel.ts';
import { sharedIndices } from '../../../frame/columns.ts';
import { groups, type Partition } from '../../../frame/partition.ts';
import { shareArray } from '../../../frame/share-array.ts';
import type { NaivePolicy } from '../../../policy/policy.ts';
import type { MethodMade, SeriesMaking, SeriesMethod } from '../method.ts';
import { releaseOfBlocks } from '../release-of-blocks.ts';
import type { SeriesBlock, TracedNode } from '../series-block.ts';
import { type ValueGroups, type ValueGroupsInput, valueGroupsKernel } from '../value-groups.ts';
import { naiveKernel } from './naive.ts';

/** Top-down value groups, then a pattern tree in each. Shang et al., (k, P)-anonymity, §4. Leaves nobody out. */
export const naive: SeriesMethod<NaivePolicy> = {
  name: 'naive',
  mergedWords: 'host',
  how: ({ badLeaf }) => ({ badLeaf }),
  make: makeNaive,
};

/** Value groups block by block, a pattern tree in each; a thread that groups a block goes on to its trees. */
async function makeNaive({
  table,
  space,
  policy,
  blockRows,
  pool,
  onProgress,
  common,
}: SeriesMaking<NaivePolicy>): Promise<MethodMade> {
  const { rows, seriesLength, decimals } = table;
  const { k, p, segments, maxLevel, badLeaf, trace } = policy;
  const cut = async () => {
    const tellCut = (share: number) =>
      onProgress({ phase: 'group', done: Math.round(share * rows.length), total: rows.length, unit: 'rows' });
    const blocks = await cutIntoBlocks({ space, rows, k, largest: blockRows }, pool, tellCut);
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
  return { release: releaseOfBlocks(made, table, segments, 'word'), nodes: nodesOf(made) };
}

/** A block, and its value groups where several settings ask for them; a single run leaves them to the thread that goes on with them. */
type Grouped = ValueGroupsInput & { readonly grouped?: ValueGroups };

async function groupedOnce(blocks: readonly ValueGroupsInput[], pool: Pool): Promise<readonly Grouped[]> {
  const made = await pool.map(valueGroupsKernel, blocks);
  return blocks.map((block, b) => ({ ...block, grouped: inSharedMemory(made[b], pool) }));
}

function inSharedMemory({ groups, shapes, lower, upper }: ValueGroups, pool: Pool): ValueGroups {
  return {
    groups: { rows: shareArray(groups.rows, pool), starts: shareArray(groups.starts, pool) },
    shapes: {
      ...shapes,
      quantiles: shareArray(shapes.quantiles, pool),
      coordinates: shareArray(shapes.coordinates, pool),
      flat: shareArray(shapes.flat, pool),
    },
    lower: shareArray(lower, pool),
    upper: shareArray(upper, pool),
  };
}

/** In two halves on one thread, each of them in four on its own, then each part as far as it goes: the cuts are the same as in one go. */
async function cutIntoBlocks(
  { space, rows, k, largest }: Parameters<typeof blocksKernel.perform>[0],
  pool: Pool,
  onShare: OnShare,
): Promise<Partition> {
  const shared = sharedIndices(rows.length);
  shared.set(rows);
  let starts = [0, rows.length];
  for (const [stage, share] of shares.entries()) {
    const parts = starts.slice(1).map((to, p) => shared.subarray(starts[p], to));
    const most = Math.max(largest, Math.ceil(rows.length / share));
    const cuts = await pool.map(
      blocksKernel,
      parts.map((part) => ({ space, rows: part, k, largest: most })),
      (count) => onShare((stage + count / parts.length) / shares.length),
    );
    starts = [0, ...cuts.flatMap((cut, p) => Array.from(cut.starts.subarray(1), (start) => starts[p] + start))];
    for (const [p, cut] of cuts.entries()) parts[p].set(cut.rows);
  }
  return { rows: shared, starts: Uint32Array.from(starts) };
}

/** Parts at least, stage after stage. */
const shares = [2, 8, Number.POSITIVE_INFINITY];

function nodesOf(made: readonly SeriesBlock[]): readonly TracedNode[] {
  let groups = 0;
  return made.flatMap(({ nodes = [], groupStarts }) => {
    const renumbered = nodes.map((node) => ({ ...node, group: node.group + groups }));
    groups += groupStarts.length - 1;
    return renumbered;
  });
}
