import type { Kernel } from '../../base/pool.ts';
import { addValue } from '../../clusters/diversity.ts';
import { mergeUntilDiverse, type Unit, unionOf, type Values } from '../../clusters/merge-until-diverse.ts';
import type { ValueSpace } from '../../clusters/mondrian.ts';
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
  /** The value of each table row in each sensitive column, as a code. */
  readonly sensitive: readonly Uint32Array[];
  readonly l: number;
  readonly rule: WordRule;
}

/**
 * Distinct l-diversity by merging: groups that lack l values of a sensitive column join the group that widens their bands least, then
 * leaves inside a group the leaf that costs least shape. Sizes only grow, so k and P stay. Machanavajjhala et al., ICDE 2006, §4.
 */
export function diverse({ space, seriesLength, decimals, segments, made, sensitive, l, rule }: DiverseInput): SeriesBlock {
  const { rows, leafStarts, words, levels } = made;
  const matrix = blockOf(space.matrix, rows);
  const shapes = shapesOf(columnsOf(matrix, seriesLength), segments);
  const valuesOf = (members: readonly number[]): Values =>
    sensitive.map((codes) => firstDistinct(members, (member) => codes[rows[member]], l));
  const leaves = Array.from(levels, (level, leaf) => {
    const members = Array.from({ length: leafStarts[leaf + 1] - leafStarts[leaf] }, (_, i) => leafStarts[leaf] + i);
    const word = words.subarray(leaf * segments, (leaf + 1) * segments);
    return { ...leafOf(members, level, word, shapes), values: valuesOf(members) };
  });
  const groups = mergeUntilDiverse(
    groupsOf(leaves, made, { ...space, matrix }, l),
    l,
    (group, other, limit) => growthOf(group, other, space.scales, limit),
    (group, other) => joinedGroups(group, other, space.scales, l),
  );
  const join = (leaf: DiverseLeaf, other: DiverseLeaf): DiverseLeaf => ({
    ...joinedLeaves(leaf, other, shapes, rule),
    values: unionOf(leaf.values, other.values, l),
  });
  return blockFrom(
    groups.map(({ leaves: own }) => mergeUntilDiverse(own, l, lossOfJoining, join)),
    made.rows,
    matrix,
    decimals,
  );
}

export const diverseKernel: Kernel<DiverseInput, SeriesBlock> = {
  name: 'diverseKernel',
  perform: diverse,
};

type DiverseLeaf = Leaf & Unit;

/** The first l distinct codes; the rest does not matter. */
function firstDistinct(members: readonly number[], codeOf: (member: number) => number, l: number): readonly number[] {
  const found = new Set<number>();
  for (const member of members) {
    addValue(found, codeOf(member));
    if (found.size === l) break;
  }
  return [...found];
}

interface Group extends Unit {
  readonly leaves: readonly DiverseLeaf[];
  readonly size: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Root of the sum of its squared scaled widths. */
  readonly loss: number;
}

function groupsOf(
  leaves: readonly DiverseLeaf[],
  { groupStarts, leafStarts }: Pick<SeriesBlock, 'groupStarts' | 'leafStarts'>,
  { matrix, scales }: ValueSpace,
  l: number,
): Group[] {
  const groups: Group[] = [];
  for (let g = 0, leaf = 0; g + 1 < groupStarts.length; g++) {
    const own: DiverseLeaf[] = [];
    while (leafStarts[leaf] < groupStarts[g + 1]) own.push(leaves[leaf++]);
    const values = own.slice(1).reduce((all, { values }) => unionOf(all, values, l), own[0].values);
    const box = boxOf(matrix, own);
    groups.push({ leaves: own, size: groupStarts[g + 1] - groupStarts[g], values, ...box, loss: lossOf(box, scales) });
  }
  return groups;
}

function boxOf({ values, rowStep, columnStep, columns }: Matrix, leaves: readonly Leaf[]): Pick<Group, 'lower' | 'upper'> {
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

function lossOf({ lower, upper }: Pick<Group, 'lower' | 'upper'>, scales: readonly number[]): number {
  let sum = 0;
  for (let c = 0; c < scales.length; c++) sum += ((upper[c] - lower[c]) * scales[c]) ** 2;
  return Math.sqrt(sum);
}

/** How much the loss over all members of both grows; given up as infinite once it must pass `limit`. */
function growthOf(group: Group, other: Group, scales: readonly number[], limit: number): number {
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

function joinedGroups(group: Group, other: Group, scales: readonly number[], l: number): Group {
  const lower = group.lower.map((low, c) => Math.min(low, other.lower[c]));
  const upper = group.upper.map((high, c) => Math.max(high, other.upper[c]));
  return {
    leaves: [...group.leaves, ...other.leaves],
    size: group.size + other.size,
    values: unionOf(group.values, other.values, l),
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
