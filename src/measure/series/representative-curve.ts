import { segmentStart } from '../../frame/segments.ts';
import { middlesOf } from '../../release/pattern-middles.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { normalQuantile } from './normal-quantile.ts';

/**
 * The curve that the most frequent pattern of a group asks for within its band, from what is published alone: the medians of its symbols,
 * moved and stretched to fit the middles of the band, never beyond the band. A pattern without shape leaves the middle.
 */
export function representativeCurve(release: SeriesRelease, group: number, length: number): Float64Array {
  const { envelope, levels, segments, words, upperWords = words } = release;
  const at = group * envelope.columns;
  const middle = Float64Array.from({ length }, (_, t) => envelope.lower[at + t] / 2 + envelope.upper[at + t] / 2);
  const leaf = largestLeaf(release, group);
  const word = { words: symbols(words, leaf, segments), upperWords: symbols(upperWords, leaf, segments) };
  const medians = Float64Array.from(middlesOf(word), (middle) => normalQuantile((middle + 1) / (2 * levels[leaf])));
  const asked = new Float64Array(length);
  for (let i = 0; i < segments; i++)
    asked.fill(medians[i], segmentStart(i, length, segments), segmentStart(i + 1, length, segments));
  const [mean, askedMean] = [meanOf(middle), meanOf(asked)];
  const spread = asked.reduce((sum, value) => sum + (value - askedMean) ** 2, 0);
  if (spread < 1e-18) return middle;
  const together = asked.reduce((sum, value, t) => sum + (value - askedMean) * (middle[t] - mean), 0);
  const stretch = Math.max(0, together / spread);
  return middle.map((_, t) =>
    Math.min(envelope.upper[at + t], Math.max(envelope.lower[at + t], mean + stretch * (asked[t] - askedMean))),
  );
}

const symbols = (words: Uint8Array, leaf: number, segments: number): Uint8Array =>
  words.subarray(leaf * segments, (leaf + 1) * segments);

/** Of equal ones the first. */
function largestLeaf({ groups, leafStarts }: SeriesRelease, group: number): number {
  let low = 0;
  let high = leafStarts.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (leafStarts[middle] < groups.starts[group]) low = middle + 1;
    else high = middle;
  }
  let largest = low;
  for (let leaf = low; leaf + 1 < leafStarts.length && leafStarts[leaf] < groups.starts[group + 1]; leaf++)
    if (leafStarts[leaf + 1] - leafStarts[leaf] > leafStarts[largest + 1] - leafStarts[largest]) largest = leaf;
  return largest;
}

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
