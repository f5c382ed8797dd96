import type { Matrix } from '../../frame/matrix.ts';
import { ceilTo, floorTo } from '../../release/grid.ts';

/**
 * The band of each group over its first columns: the least and largest value of its members, rounded outward to the grid, so that the
 * published interval contains every member's value. Bound of group g, column c is at [g * decimals.length + c].
 */
export function envelopesOf(
  { values, rowStep, columnStep }: Matrix,
  rows: Uint32Array,
  starts: Uint32Array,
  decimals: readonly number[],
): { lower: Float64Array; upper: Float64Array } {
  const width = decimals.length;
  const lower = new Float64Array((starts.length - 1) * width);
  const upper = new Float64Array((starts.length - 1) * width);
  for (let c = 0; c < width; c++) {
    const base = c * columnStep;
    for (let g = 0; g + 1 < starts.length; g++) {
      let low = values[base + rows[starts[g]] * rowStep];
      let high = low;
      for (let i = starts[g] + 1; i < starts[g + 1]; i++) {
        const value = values[base + rows[i] * rowStep];
        if (value < low) low = value;
        else if (value > high) high = value;
      }
      lower[g * width + c] = floorTo(low, decimals[c]);
      upper[g * width + c] = ceilTo(high, decimals[c]);
    }
  }
  return { lower, upper };
}
