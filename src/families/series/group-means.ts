import type { Matrix } from '../../frame/matrix.ts';
import { roundTo } from '../../release/grid.ts';
import { curveDecimals } from '../../release/published-columns.ts';
import type { SeriesRelease } from '../../release/series-release.ts';

/** By the rule of dominance a mean is not told where its two largest members hold more than this share of the sum: it would be nearly theirs. */
const dominantShare = 0.9;

/**
 * The mean of each group's values at each instant, the same for all of its leaves; NaN where it is not told. A leaf may have fewer than k members,
 * a group never has. Value t of leaf l is at [l * length + t], on the grid it is printed on, and within the band.
 */
export function meanCurvesOf(
  { groups, leafStarts, levels, envelope }: SeriesRelease,
  matrix: Matrix,
  length: number,
): Float64Array {
  const { values, rowStep, columnStep } = matrix;
  const { rows, starts } = groups;
  const curves = new Float64Array(levels.length * length);
  for (let group = 0, leaf = 0; group + 1 < starts.length; group++) {
    const first = leaf * length;
    for (let t = 0; t < length; t++) {
      let sum = 0;
      let whole = 0;
      let largest = 0;
      let second = 0;
      for (let i = starts[group]; i < starts[group + 1]; i++) {
        const value = values[rows[i] * rowStep + t * columnStep];
        const part = Math.abs(value);
        sum += value;
        whole += part;
        if (part > largest) {
          second = largest;
          largest = part;
        } else if (part > second) second = part;
      }
      const band = group * envelope.columns + t;
      const mean = roundTo(sum / (starts[group + 1] - starts[group]), curveDecimals(envelope.decimals[t]));
      curves[first + t] =
        largest + second > dominantShare * whole
          ? Number.NaN
          : Math.min(envelope.upper[band], Math.max(envelope.lower[band], mean));
    }
    while (leafStarts[++leaf] < starts[group + 1]) curves.copyWithin(leaf * length, first, first + length);
  }
  return curves;
}
