/** Pairs by gain, the largest first; of equal gains the smaller pair. */
export interface PairHeap {
  push(gain: number, pair: number): void;
  /** Nothing where none is left. */
  pop(): { readonly gain: number; readonly pair: number } | undefined;
}

export function createPairHeap(): PairHeap {
  let gains = new Float64Array(256);
  let pairs = new Float64Array(256);
  let size = 0;
  const isBefore = (gain: number, pair: number, at: number) => gain > gains[at] || (gain === gains[at] && pair < pairs[at]);
  const set = (at: number, gain: number, pair: number): void => {
    gains[at] = gain;
    pairs[at] = pair;
  };
  return {
    push(gain, pair) {
      if (size === gains.length) {
        gains = growTwofold(gains);
        pairs = growTwofold(pairs);
      }
      let at = size++;
      while (at > 0) {
        const above = (at - 1) >> 1;
        if (!isBefore(gain, pair, above)) break;
        set(at, gains[above], pairs[above]);
        at = above;
      }
      set(at, gain, pair);
    },
    pop() {
      if (size === 0) return undefined;
      const first = { gain: gains[0], pair: pairs[0] };
      const gain = gains[--size];
      const pair = pairs[size];
      let at = 0;
      for (;;) {
        let below = 2 * at + 1;
        if (below >= size) break;
        if (below + 1 < size && isBefore(gains[below + 1], pairs[below + 1], below)) below++;
        if (!isBefore(gains[below], pairs[below], size)) break; // the one that is sinking still stands there
        set(at, gains[below], pairs[below]);
        at = below;
      }
      set(at, gain, pair);
      return first;
    },
  };
}

function growTwofold(of: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * of.length);
  larger.set(of);
  return larger;
}
