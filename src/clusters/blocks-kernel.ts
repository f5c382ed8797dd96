import type { Kernel } from '../base/pool.ts';
import type { Partition } from '../frame/partition.ts';
import { blocks, mondrian, type ValueSpace } from './mondrian.ts';

interface BlocksInput {
  readonly space: ValueSpace;
  readonly rows: Uint32Array;
  readonly k: number;
  readonly largest: number;
}

/** Cutting a table into blocks, off the main thread: a million rows take a third of a second. */
export const blocksKernel: Kernel<BlocksInput, Partition> = {
  name: 'blocksKernel',
  perform: ({ space, rows, k, largest }) => blocks(space, rows, k, largest),
};

interface CategoriesInput {
  readonly space: ValueSpace;
  readonly rows: Uint32Array;
  readonly k: number;
}

/** Parts with as few different categories as k allows; numbers part nothing. */
export const categoriesKernel: Kernel<CategoriesInput, Partition> = {
  name: 'categoriesKernel',
  perform({ space, rows, k }) {
    const scales = space.scales.map((scale, c) => (space.nominal[c] ? scale : 0));
    return mondrian({ ...space, scales }, rows, k);
  },
};
