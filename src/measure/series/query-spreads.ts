import type { Kernel } from '../../base/pool.ts';
import type { RowsBlock } from './blocks.ts';
import { cellOf, cells, type Grid } from './grid.ts';
import { suppressed } from './released.ts';

/** Over the block's released rows. */
export interface Spreads {
  readonly least: Float64Array;
  readonly most: Float64Array;
  /** Rows in cell i of column c: [c * cells + i]. */
  readonly counts: Uint32Array;
}

export const spreads = {
  name: 'spreads',
  perform({ values, rowStep, instants, leaves, from, to, grid }) {
    const counts = new Uint32Array(instants * cells);
    const least = new Float64Array(instants).fill(Number.POSITIVE_INFINITY);
    const most = new Float64Array(instants).fill(Number.NEGATIVE_INFINITY);
    for (let first = from; first < to; first += rowsAtOnce) {
      const end = Math.min(first + rowsAtOnce, to);
      for (let c = 0; c < instants; c++) {
        const start = grid.least[c];
        const scale = grid.scale[c];
        const table = c * cells;
        let low = least[c];
        let high = most[c];
        for (let row = first; row < end; row++) {
          if (leaves[row] === suppressed) continue;
          const value = values[row * rowStep + c];
          counts[table + cellOf(value, start, scale)]++;
          if (value >= low && value <= high) continue; // one test for nearly all: two updates a value take three times as long
          if (value < low) low = value;
          if (value > high) high = value;
        }
        least[c] = low;
        most[c] = high;
      }
    }
    return { least, most, counts };
  },
} satisfies Kernel<RowsBlock & { readonly grid: Grid }, Spreads>;

const rowsAtOnce = 128; // of 24 instants they stay in the first cache while column after column is read
