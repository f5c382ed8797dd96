import { groupCount } from '../frame/partition.ts';
import type { SeriesRelease } from '../release/series-release.ts';

/**
 * Mean over released records of the width of their group's published envelope, as root mean square over the instants.
 * Shou et al., TKDE 25(4) 2013: instant value loss. The paper sums over records; the mean compares releases of different size.
 */
export function valueLoss({ groups, envelope }: SeriesRelease, instants: number): number {
  const { columns, lower, upper } = envelope;
  let total = 0;
  for (let group = 0; group < groupCount(groups); group++) {
    let squares = 0;
    for (let at = group * columns; at < group * columns + instants; at++) {
      const width = upper[at] - lower[at];
      squares += width * width;
    }
    total += (groups.starts[group + 1] - groups.starts[group]) * Math.sqrt(squares / instants);
  }
  return total / groups.rows.length;
}
