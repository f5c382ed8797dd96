import type { Kernel } from '../../base/pool.ts';
import { distinctHoldings, modelHoldings, type RowHoldings } from '../../clusters/holdings.ts';
import { mergeUntilKept, type Unit } from '../../clusters/merge-until-kept.ts';
import type { ValueSpace } from '../../clusters/mondrian.ts';
import type { ValueModel } from '../../clusters/value-models.ts';
import { gatheredRows } from '../../frame/gather.ts';
import { blockOf, columnsOf, type Matrix } from '../../frame/matrix.ts';
import { joinedLeaves, type Leaf, leafOf, lossOfJoining, type WordRule } from './diverse-leaves.ts';
import { envelopesOf } from './envelope.ts';
import type { SeriesBlock } from './series-block.ts';
import { shapesOf } from './shapes.ts';

export interface DiverseInput {
  readonly space: ValueSpace;
  readonly seriesLength: number;
  readonly decimals: readonly number[];
  readonly segments: number;
  /** Groups and leaves as a method made them: starts count from the first of `rows`. */
  readonly made: Pick<SeriesBlock, 'rows' | 'groupStarts' | 'leafStarts' | 'words' | 'levels'>;
  readonly owes: LeafDebt;
  readonly rule: WordRule;
}

/** What every leaf owes in sensitive columns: distinct values of each, or what models ask for. Row i of the block has the value codes[i]. */
export type LeafDebt =
  | { readonly kind: 'distinct'; readonly sensitive: readonly Uint32Array[]; readonly l: number }
  | { readonly kind: 'models'; readonly models: readonly ValueModel[] };

/**
 * Groups that lack something of what their values owe join the group that widens their bands least, then leaves inside a group the leaf that costs least
 * shape. Sizes only grow, so k and P stay. Machanavajjhala et al., ICDE 2006, §4, for distinct values.
 */
export function diverse(input: DiverseInput): SeriesBlock {
  const { owes } = input;
  return owes.kind === 'distinct'
    ? mergeBlock(input, distinctHoldings(owes.sensitive, owes.l))
    : mergeBlock(input, modelHoldings(owes.models));
}

function mergeBlock<Held>(
  { space, seriesLength, decimals, segments, made, rule }: DiverseInput,
  holdings: RowHoldings<Held>,
): SeriesBlock {
  const { leafStarts, words, levels } = made;
  const matrix = blockOf(space.matrix, made.rows);
  const shapes = shapesOf(columnsOf(matrix, seriesLength), segments);
  const leaves = Array.from(levels, (level, leaf) => {
    const [from, to] = [leafStarts[leaf], leafStarts[leaf + 1]];
    const members = Array.from({ length: to - from }, (_, i) => from + i);
    const word = words.subarray(leaf * segments, (leaf + 1) * segments);
    return { ...leafOf(members, { level, word }, shapes, rule), held: holdings.of(members) };
  });
  const groups = mergeUntilKept(
    groupsOf(leaves, made, { ...space, matrix }, holdings),
    holdings,
    (group, other, limit) => growthOf(group, other, space.scales, limit),
    (group, other) => joinedGroups(group, other, space.scales, holdings),
  );
  const priceOf = (leaf: Leaf, other: Leaf) => lossOfJoining(leaf, other, rule);
  const join = (leaf: DiverseLeaf<Held>, other: DiverseLeaf<Held>): DiverseLeaf<Held> => ({
    ...joinedLeaves(leaf, other, shapes, rule),
    held: holdings.join(leaf.held, other.held),
  });
  return blockFrom(
    groups.map(({ leaves: own }) => mergeUntilKept(own, holdings, priceOf, join)),
    made.rows,
    matrix,
    decimals,
  );
}

export const diverseKernel: Kernel<DiverseInput, SeriesBlock> = {
  name: 'diverseKernel',
  perform: diverse,
};

type DiverseLeaf<Held> = Leaf & Unit<Held>;

interface Group<Held> extends Box, Unit<Held> {
  readonly leaves: readonly DiverseLeaf<Held>[];
  readonly size: number;
  /** Root of the sum of its squared scaled widths. */
  readonly loss: number;
}

interface Box {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

function groupsOf<Held>(
  leaves: readonly DiverseLeaf<Held>[],
  { groupStarts, leafStarts }: Pick<SeriesBlock, 'groupStarts' | 'leafStarts'>,
  { matrix, scales }: ValueSpace,
  holdings: RowHoldings<Held>,
): Group<Held>[] {
  const groups: Group<Held>[] = [];
  for (let g = 0, leaf = 0; g + 1 < groupStarts.length; g++) {
    const own: DiverseLeaf<Held>[] = [];
    while (leafStarts[leaf] < groupStarts[g + 1]) own.push(leaves[leaf++]);
    const held = own.slice(1).reduce((all, leaf) => holdings.join(all, leaf.held), own[0].held);
    const box = boxOf(matrix, own);
    groups.push({ leaves: own, size: groupStarts[g + 1] - groupStarts[g], held, ...box, loss: lossOf(box, scales) });
  }
  return groups;
}

function boxOf({ values, rowStep, columnStep, columns }: Matrix, leaves: readonly Leaf[]): Box {
  const lower = new Float64Array(columns).fill(Number.POSITIVE_INFINITY);
  const upper = new Float64Array(columns).fill(Number.NEGATIVE_INFINITY);
  for (const { members } of leaves)
    for (const member of members)
      for (let c = 0; c < columns; c++) {
        const value = values[member * rowStep + c * columnStep];
        if (value < lower[c]) lower[c] = value;
        if (value > upper[c]) upper[c] = value;
      }
  return { lower, upper };
}

function lossOf({ lower, upper }: Box, scales: readonly number[]): number {
  let sum = 0;
  for (let c = 0; c < scales.length; c++) sum += ((upper[c] - lower[c]) * scales[c]) ** 2;
  return Math.sqrt(sum);
}

type Priced = Pick<Group<unknown>, 'lower' | 'upper' | 'size' | 'loss'>;

/** How much the loss over all members of both grows; given up as infinite once it must pass `limit`. */
function growthOf(group: Priced, other: Priced, scales: readonly number[], limit: number): number {
  const size = group.size + other.size;
  const before = group.size * group.loss + other.size * other.loss;
  const most = limit === Number.POSITIVE_INFINITY ? limit : ((limit + before) / size) ** 2;
  let sum = 0;
  for (let c = 0; c < scales.length; c++) {
    const low = other.lower[c] < group.lower[c] ? other.lower[c] : group.lower[c];
    const high = other.upper[c] > group.upper[c] ? other.upper[c] : group.upper[c];
    const width = (high - low) * scales[c];
    sum += width * width;
    if (sum > most) return Number.POSITIVE_INFINITY;
  }
  return size * Math.sqrt(sum) - before;
}

function joinedGroups<Held>(
  group: Group<Held>,
  other: Group<Held>,
  scales: readonly number[],
  holdings: RowHoldings<Held>,
): Group<Held> {
  const lower = group.lower.map((low, c) => Math.min(low, other.lower[c]));
  const upper = group.upper.map((high, c) => Math.max(high, other.upper[c]));
  return {
    leaves: [...group.leaves, ...other.leaves],
    size: group.size + other.size,
    held: holdings.join(group.held, other.held),
    ...{ lower, upper, loss: lossOf({ lower, upper }, scales) },
  };
}

function blockFrom(
  groups: readonly (readonly Leaf[])[],
  rows: Uint32Array,
  matrix: Matrix,
  decimals: readonly number[],
): SeriesBlock {
  const leaves = groups.flat();
  const members = Uint32Array.from(leaves.flatMap((leaf) => leaf.members));
  const groupStarts = startsOf(groups.map((own) => own.reduce((size, leaf) => size + leaf.members.length, 0)));
  return {
    rows: gatheredRows(rows, members),
    groupStarts,
    leafStarts: startsOf(leaves.map((leaf) => leaf.members.length)),
    words: Uint8Array.from(leaves.flatMap(({ word }) => [...word])),
    levels: Uint8Array.from(leaves, ({ level }) => level),
    ...envelopesOf(matrix, members, groupStarts, decimals),
  };
}

function startsOf(sizes: readonly number[]): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (const [i, size] of sizes.entries()) starts[i + 1] = starts[i] + size;
  return starts;
}
