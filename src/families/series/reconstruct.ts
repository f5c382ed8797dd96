import { segmentStart } from '../../frame/segments.ts';
import { roundTo } from '../../release/grid.ts';
import { middlesOf } from '../../release/pattern-middles.ts';
import { curveDecimals } from '../../release/published-columns.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { middleQuantiles } from './directions.ts';

/**
 * One curve per leaf, from what is published of it and nothing else: halfway between the middle of the band and the curve its word asks
 * for. The latter is the word's cell medians (Shou et al., TKDE 2013), or the middle quantiles of its ranges, moved and stretched to fit the middles best, with the middles'
 * own course inside each segment, kept within the band. A word that says no shape leaves the middle. Values are on the grid they are
 * printed on; value t of leaf l is at [l * length + t].
 */
export function curvesOf(release: SeriesRelease, length: number): Float64Array {
  const { groups, leafStarts, levels, segments, envelope } = release;
  const middles = middlesOf(release);
  const curves = new Float64Array(levels.length * length);
  const middle = new Float64Array(length);
  const asked = new Float64Array(length);
  for (let leaf = 0, group = 0; leaf < levels.length; leaf++) {
    while (groups.starts[group + 1] <= leafStarts[leaf]) group++;
    const band = group * envelope.columns;
    for (let t = 0; t < length; t++) middle[t] = envelope.lower[band + t] / 2 + envelope.upper[band + t] / 2;
    const quantiles = middleQuantiles(levels[leaf]);
    for (let i = 0; i < segments; i++)
      asked.fill(
        quantiles[middles[leaf * segments + i]],
        segmentStart(i, length, segments),
        segmentStart(i + 1, length, segments),
      );
    const stretch = stretchOf(asked, middle);
    for (let i = 0; i < segments; i++) {
      const from = segmentStart(i, length, segments);
      const to = segmentStart(i + 1, length, segments);
      const level = stretch === undefined ? 0 : stretch.mean + stretch.factor * (asked[from] - stretch.askedMean);
      const offset = stretch === undefined ? 0 : level - meanOf(middle, from, to);
      for (let t = from; t < to; t++) {
        const shaped = Math.min(envelope.upper[band + t], Math.max(envelope.lower[band + t], middle[t] + offset));
        curves[leaf * length + t] = roundTo((middle[t] + shaped) / 2, curveDecimals(envelope.decimals[t]));
      }
    }
  }
  return curves;
}

/** Least squares of the middles on the asked shape, never turned upside down; undefined where the word says no shape. */
function stretchOf(asked: Float64Array, middle: Float64Array): { mean: number; askedMean: number; factor: number } | undefined {
  const mean = meanOf(middle, 0, middle.length);
  const askedMean = meanOf(asked, 0, asked.length);
  let shared = 0;
  let own = 0;
  for (let t = 0; t < asked.length; t++) {
    shared += (asked[t] - askedMean) * (middle[t] - mean);
    own += (asked[t] - askedMean) ** 2;
  }
  return own < 1e-18 ? undefined : { mean, askedMean, factor: Math.max(0, shared / own) };
}

function meanOf(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let t = from; t < to; t++) sum += values[t];
  return sum / (to - from);
}
