import { groupCount } from '../../frame/partition.ts';
import type { SeriesRelease } from '../../release/series-release.ts';

/**
 * Mean over released records of the width of their group's published envelope, as root mean square over the instants.
 * Shou et al., TKDE 25(4) 2013: instant value loss. The paper sums over records; the mean compares releases of different size.
 */
export function valueLoss(release: SeriesRelease, instants: number): number {
  const { starts, rows } = release.groups;
  const widths = groupWidths(release, instants);
  let total = 0;
  for (let group = 0; group < widths.length; group++) total += (starts[group + 1] - starts[group]) * widths[group];
  return total / rows.length;
}

/** What value loss would be if one band held everybody: what it is to be compared with. */
export function widthOfAll({ envelope: { columns, lower, upper } }: SeriesRelease, instants: number): number {
  const least = lower.slice(0, instants);
  const most = upper.slice(0, instants);
  for (let group = 0; group < lower.length; group += columns)
    for (let t = 0; t < instants; t++) {
      if (lower[group + t] < least[t]) least[t] = lower[group + t];
      if (upper[group + t] > most[t]) most[t] = upper[group + t];
    }
  return Math.sqrt(most.reduce((squares, high, t) => squares + (high - least[t]) ** 2, 0) / Math.max(1, instants));
}

/** The value loss of each group's members. */
export function groupWidths({ groups, envelope }: SeriesRelease, instants: number): Float64Array {
  const { columns, lower, upper } = envelope;
  const widths = new Float64Array(groupCount(groups));
  for (let group = 0; group < widths.length; group++) {
    let squares = 0;
    for (let at = group * columns; at < group * columns + instants; at++) {
      const width = upper[at] - lower[at];
      squares += width * width;
    }
    widths[group] = Math.sqrt(squares / instants);
  }
  return widths;
}
