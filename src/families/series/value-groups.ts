import type { Kernel } from '../../base/pool.ts';
import type { ValueSpace } from '../../clusters/mondrian.ts';
import { narrowerGroups } from '../../clusters/narrower-groups.ts';
import { blockOf, columnsOf } from '../../frame/matrix.ts';
import type { Partition } from '../../frame/partition.ts';
import { envelopesOf } from './envelope.ts';
import { type Shapes, shapesOf } from './shapes.ts';

export interface ValueGroupsInput {
  /** Series columns first, then further quasi-identifiers. */
  readonly space: ValueSpace;
  readonly seriesLength: number;
  /** Decimal places of the numeric columns' bounds: the first columns; categories follow. */
  readonly decimals: readonly number[];
  readonly rows: Uint32Array;
  readonly k: number;
  readonly segments: number;
}

/** Groups of k by value, their bands, and the shapes of all members. */
export interface ValueGroups {
  /** Places in the block, not rows of the table. */
  readonly groups: Partition;
  readonly shapes: Shapes;
  /** Bounds of group g, numeric column c at [g * columns + c], on the grid. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** The first half of Naive on one block of rows. It hangs on neither P nor level, so settings that differ in these alone may share it. */
export function valueGroups({ space, seriesLength, decimals, rows, k, segments }: ValueGroupsInput): ValueGroups {
  const matrix = blockOf(space.matrix, rows);
  const groups = narrowerGroups({ ...space, matrix }, k);
  const shapes = shapesOf(columnsOf(matrix, seriesLength), segments);
  return { groups, shapes, ...envelopesOf(matrix, groups.rows, groups.starts, decimals) };
}

export const valueGroupsKernel: Kernel<ValueGroupsInput, ValueGroups> = {
  name: 'valueGroupsKernel',
  perform: valueGroups,
};
