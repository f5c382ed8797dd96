/** Tuples sorted by their values, columns that part them most first: those that have most in common lie together. */
export interface TupleWalk {
  readonly width: number;
  /** Where the values of tuple t lie among those of all columns, in the order of the sort: places[t * width + i]. */
  readonly places: Uint32Array;
  /** How many leading values a tuple shares with the one before it. */
  readonly shared: Uint16Array;
  /** The first tuple behind t that does not share its leading i + 1 values: next[t * width + i]. */
  readonly next: Uint32Array;
}

export function tupleWalk(places: Uint32Array, width: number): TupleWalk {
  const count = places.length / width;
  const shared = new Uint16Array(count);
  for (let t = 1; t < count; t++) {
    let same = 0;
    while (same < width && places[t * width + same] === places[(t - 1) * width + same]) same++;
    shared[t] = same;
  }
  const next = new Uint32Array(count * width);
  for (let t = count - 1; t >= 0; t--)
    for (let i = 0; i < width; i++) next[t * width + i] = t + 1 < count && shared[t + 1] > i ? next[(t + 1) * width + i] : t + 1;
  return { width, places, shared, next };
}

/**
 * Visits, in order, each tuple whose values cost less than a bound, which every visit may lower. No cost is below 0. Tuples that begin alike and too dear are passed over at once:
 * of Adult 19 of 20 are never looked at.
 */
export function walkWithin(
  { width, places, shared, next }: TupleWalk,
  costs: Float64Array,
  bound: number,
  visit: (tuple: number, cost: number) => number,
): void {
  const sums = new Float64Array(width + 1); // of the leading values
  let limit = bound;
  for (let t = 0; t < shared.length && limit > 0; ) {
    const at = t * width;
    let i = shared[t];
    let sum = sums[i];
    while (i < width && sum < limit) {
      sum += costs[places[at + i]];
      sums[++i] = sum;
    }
    if (sum < limit) limit = visit(t++, sum);
    else t = next[at + i - 1];
  }
}
