import type { Matrix } from '../../frame/matrix.ts';
import { middlesOf } from '../../release/pattern-middles.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { centredOn } from './centred.ts';
import { patternLossOf, quantilesUpTo } from './pattern-loss.ts';

/** The pattern loss of each of at most `most` records, evenly over the groups. */
export function sampledPatternLosses(
  { values, rowStep }: Matrix,
  instants: number,
  release: SeriesRelease,
  most: number,
): Float64Array {
  const { groups, leafStarts, levels, segments } = release;
  const patterns = {
    values,
    rowStep,
    instants,
    levels,
    segments,
    middles: middlesOf(release),
    quantiles: quantilesUpTo(levels.reduce((highest, level) => Math.max(highest, level), 1)),
  };
  const count = Math.min(most, groups.rows.length);
  const centred = centredOn(instants, segments);
  const losses = new Float64Array(count);
  for (let i = 0, leaf = 0; i < count; i++) {
    const place = Math.floor((i * groups.rows.length) / count);
    while (leafStarts[leaf + 1] <= place) leaf++;
    losses[i] = patternLossOf(patterns, groups.rows[place], leaf, centred);
  }
  return losses;
}
