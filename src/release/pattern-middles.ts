import type { SeriesRelease } from './series-release.ts';

/**
 * What a reader takes each symbol of a pattern for: twice the middle of its range, so that it stays whole. A single symbol j gives 2j.
 * At level L it stands for the normal quantile of (middle + 1) / 2L, the median of its cell where it is a single symbol.
 */
export function middlesOf({ words, upperWords = words }: Pick<SeriesRelease, 'words' | 'upperWords'>): Uint8Array {
  return words.map((symbol, i) => symbol + upperWords[i]);
}
