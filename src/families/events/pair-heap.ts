/** Pairs of two kinds by gain, the largest first; of equal gains the one with the smaller kinds. */
export interface PairHeap {
  push(gain: number, pair: number): void;
  /** The pair that is first, or -1 where none is left; `gain` is its gain until the next call. */
  pop(): number;
  readonly gain: number;
}

/** `firsts` and `seconds` hold the kinds of each pair. */
export function createPairHeap(firsts: ArrayLike<number>, seconds: ArrayLike<number>): PairHeap {
  let gains = new Float64Array(1024);
  let pairs = new Uint32Array(1024);
  let size = 0;
  const isBefore = (gain: number, pair: number, at: number): boolean => {
    if (gain !== gains[at]) return gain > gains[at];
    const other = pairs[at];
    return firsts[pair] < firsts[other] || (firsts[pair] === firsts[other] && seconds[pair] < seconds[other]);
  };
  const heap = {
    gain: 0,
    push(gain: number, pair: number): void {
      if (size === gains.length) [gains, pairs] = [growTwofold(gains, Float64Array), growTwofold(pairs, Uint32Array)];
      let at = size++;
      while (at > 0) {
        const above = (at - 1) >> 1;
        if (!isBefore(gain, pair, above)) break;
        gains[at] = gains[above];
        pairs[at] = pairs[above];
        at = above;
      }
      gains[at] = gain;
      pairs[at] = pair;
    },
    pop(): number {
      if (size === 0) return -1;
      heap.gain = gains[0];
      const first = pairs[0];
      const [gain, pair] = [gains[--size], pairs[size]];
      let at = 0;
      for (;;) {
        let below = 2 * at + 1;
        if (below >= size) break;
        if (below + 1 < size && isBefore(gains[below + 1], pairs[below + 1], below)) below++;
        if (isBefore(gain, pair, below)) break;
        gains[at] = gains[below];
        pairs[at] = pairs[below];
        at = below;
      }
      gains[at] = gain;
      pairs[at] = pair;
      return first;
    },
  };
  return heap;
}

function growTwofold<Cells extends Float64Array | Uint32Array>(of: Cells, Larger: new (length: number) => Cells): Cells {
  const larger = new Larger(2 * of.length);
  larger.set(of);
  return larger;
}
