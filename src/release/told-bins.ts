/** From `from` up to but not at `to`; the last of a list includes its end. Sizes are whole: 5 up to 7 is 5 and 6. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Neighbours joined until each bin holds nobody or at least k; what is left over at the end joins the last one. */
export function joinedBins(bins: readonly Bin[], k: number): readonly Bin[] {
  const joined: Bin[] = [];
  let open: Bin | undefined;
  for (const bin of bins) {
    open = open === undefined ? bin : { from: open.from, to: bin.to, count: open.count + bin.count };
    if (open.count !== 0 && open.count < k) continue;
    joined.push(open);
    open = undefined;
  }
  const last = joined.findLastIndex(({ count }) => count >= k);
  if (open === undefined) return joined;
  return last < 0
    ? []
    : [...joined.slice(0, last), { from: joined[last].from, to: open.to, count: joined[last].count + open.count }];
}

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
