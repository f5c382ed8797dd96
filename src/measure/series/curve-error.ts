import type { Kernel } from '../../base/pool.ts';
import type { RowsBlock } from './blocks.ts';
import { suppressed } from './released.ts';

export interface CurvesBlock extends RowsBlock {
  /** Value t of leaf l's curve is curves[l * instants + t]. */
  readonly curves: Float64Array;
}

export interface CurveSums {
  readonly error: number;
  /** Of all points that are told: what the curves say, and what the series were. */
  readonly told: number;
  readonly held: number;
}

/**
 * How far each released row of the block is from the curve published for it, as root mean square over the instants that are told; summed up.
 * Nothing is told of a row whose curve is blank throughout.
 */
export const curveErrors: Kernel<CurvesBlock, CurveSums> = {
  name: 'curveErrors',
  perform({ values, rowStep, instants, leaves, curves, from, to }) {
    let error = 0;
    let told = 0;
    let held = 0;
    for (let row = from; row < to; row++) {
      const leaf = leaves[row];
      if (leaf === suppressed) continue;
      let squares = 0;
      let points = 0;
      for (let t = 0, at = row * rowStep, on = leaf * instants; t < instants; t++, at++, on++) {
        const point = curves[on];
        if (Number.isNaN(point)) continue;
        const distance = values[at] - point;
        squares += distance * distance;
        points++;
        told += point;
        held += values[at];
      }
      if (points > 0) error += Math.sqrt(squares / points);
    }
    return { error, told, held };
  },
};
