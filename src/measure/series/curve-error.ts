import type { Kernel } from '../../base/pool.ts';
import type { RowsBlock } from './blocks.ts';
import { suppressed } from './released.ts';

export interface CurvesBlock extends RowsBlock {
  /** Value t of leaf l's curve is curves[l * instants + t]. */
  readonly curves: Float64Array;
}

/** How far each released row of the block is from the curve published for it, as root mean square over the instants; summed up. */
export const curveErrors: Kernel<CurvesBlock, { readonly error: number }> = {
  name: 'curveErrors',
  perform({ values, rowStep, instants, leaves, curves, from, to }) {
    let error = 0;
    for (let row = from; row < to; row++) {
      const leaf = leaves[row];
      if (leaf === suppressed) continue;
      let squares = 0;
      for (let t = 0, at = row * rowStep, on = leaf * instants; t < instants; t++, at++, on++) {
        const distance = values[at] - curves[on];
        squares += distance * distance;
      }
      error += Math.sqrt(squares / instants);
    }
    return { error };
  },
};
