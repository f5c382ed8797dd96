/** From `from` up to but not at `to`; the last of a list includes its end. Sizes are whole: 5 up to 7 is 5 and 6. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/**
 * Losses from 0 to 2 in bins whose edges hang on nobody: where the largest loss lies, or the few that are alone, would be told by edges that
 * follow the data. Each count is a multiple of k, rounded down, so that an empty bin may hold up to k - 1.
 */
export function fixedBins(bins: readonly Bin[], k: number): readonly Bin[] {
  if (bins.length === 0) return [];
  const counts = new Float64Array(pieces);
  for (const { from, to, count } of bins) {
    const place = Math.floor(((from + to) / 2) * perUnit); // finer bins lie in one piece
    counts[Math.max(0, Math.min(pieces - 1, place))] += count;
  }
  return Array.from(counts, (count, i) => ({ from: i / perUnit, to: (i + 1) / perUnit, count: count - (count % k) }));
}

const perUnit = 10;
const pieces = 2 * perUnit;

/** Bins of equal width joined until each spans k sizes: how many subjects a class has is then known to within k. */
export function wideBins(bins: readonly Bin[], k: number): readonly Bin[] {
  if (bins.length === 0) return [];
  const width = bins[0].to - bins[0].from;
  const each = Math.ceil(k / width);
  return Array.from({ length: Math.ceil(bins.length / each) }, (_, i) => {
    const from = bins[0].from + i * each * width;
    const count = bins.slice(i * each, (i + 1) * each).reduce((sum, bin) => sum + bin.count, 0);
    return { from, to: from + each * width, count };
  });
}

/** Leaves smaller than k as one bin, from the size that was promised. */
export function binsFromK(bins: readonly Bin[], k: number, p: number): readonly Bin[] {
  const small = bins.filter(({ from }) => from < k);
  if (small.length === 0) return bins;
  const to = Math.max(k, ...small.map((bin) => bin.to));
  const count = small.reduce((sum, bin) => sum + bin.count, 0);
  return [{ from: p, to, count }, ...bins.filter(({ from }) => from >= k)];
}
