import type { Kernel } from '../../../base/pool.ts';
import { mondrian, type ValueSpace } from '../../../clusters/mondrian.ts';
import { ascending } from '../../../frame/gather.ts';
import { blockOf } from '../../../frame/matrix.ts';
import { openGroups, valueSum } from './prism-groups.ts';
import type { Records } from './prism-points.ts';

export interface MondrianInput {
  readonly space: ValueSpace;
  readonly rows: Uint32Array;
  readonly k: number;
  /** Of these rows. */
  readonly records: Records;
}

/** The value loss of Mondrian's groups, summed over the records in the units of their coordinates. */
export const mondrianLoss: Kernel<MondrianInput, { readonly value: number }> = {
  name: 'mondrianLoss',
  perform({ space, rows, k, records }) {
    const groups = mondrian({ ...space, matrix: blockOf(space.matrix, rows) }, ascending(rows.length), k);
    const arrangement = { members: groups.rows, groupStarts: groups.starts, leafStarts: groups.starts };
    return { value: valueSum(openGroups(records, arrangement, k)) };
  },
};
