import type { Kernel } from '../base/pool.ts';
import type { Block } from './blocks.ts';
import { cellOf, cells, type Grid } from './grid.ts';
import { suppressed } from './released.ts';

export interface ColumnsBlock extends Block {
  readonly columns: readonly Float64Array[];
  readonly leaves: Uint32Array;
}

/** Least and largest value of each column over the block's released rows. */
export const extremes: Kernel<ColumnsBlock, { least: Float64Array; most: Float64Array }> = {
  module: import.meta.url,
  name: 'extremes',
  perform({ columns, leaves, from, to }) {
    const least = new Float64Array(columns.length).fill(Number.POSITIVE_INFINITY);
    const most = new Float64Array(columns.length).fill(Number.NEGATIVE_INFINITY);
    for (let c = 0; c < columns.length; c++) {
      const column = columns[c];
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let row = from; row < to; row++) {
        if (leaves[row] === suppressed) continue;
        const value = column[row];
        if (value < low) low = value;
        if (value > high) high = value;
      }
      least[c] = low;
      most[c] = high;
    }
    return { least, most };
  },
};

/** How many of the block's released rows lie in each cell of each column. */
export const cellCounts: Kernel<ColumnsBlock & { readonly grid: Grid }, { counts: Uint32Array }> = {
  module: import.meta.url,
  name: 'cellCounts',
  perform({ columns, leaves, from, to, grid }) {
    const counts = new Uint32Array(columns.length * cells);
    for (let c = 0; c < columns.length; c++) {
      const column = columns[c];
      const least = grid.least[c];
      const scale = grid.scale[c];
      for (let row = from; row < to; row++)
        if (leaves[row] !== suppressed) counts[c * cells + cellOf(column[row], least, scale)]++;
    }
    return { counts };
  },
};
