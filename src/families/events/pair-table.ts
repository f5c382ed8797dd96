/** Pairs of two kinds, numbered from 0 as they come: how many subjects have both, and how a pair looked when nobody could merge it. */
export interface PairTable {
  /** The number of a pair, in either order; -1 where there is none. */
  find(a: number, b: number): number;
  /** The number of a pair, a new one where there is none. */
  claim(a: number, b: number): number;
  /** The smaller and the larger kind of each pair. */
  readonly firsts: number[];
  readonly seconds: number[];
  readonly counts: number[];
  readonly looks: number[];
}

/** Open addressing over typed arrays: a Map of pairs takes ten times as long here, and this is where the time goes. */
export function createPairTable(): PairTable {
  const [firsts, seconds, counts, looks]: number[][] = [[], [], [], []];
  let slots = new Int32Array(4096).fill(-1);

  /** The slot of a pair, or the free one where it belongs. */
  const slotOf = (first: number, second: number): number => {
    const last = slots.length - 1;
    let slot = hashOf(first, second) & last;
    for (let pair = slots[slot]; pair >= 0; pair = slots[slot]) {
      if (firsts[pair] === first && seconds[pair] === second) return slot;
      slot = (slot + 1) & last;
    }
    return slot;
  };
  const grow = (): void => {
    slots = new Int32Array(2 * slots.length).fill(-1);
    for (let pair = 0; pair < firsts.length; pair++) slots[slotOf(firsts[pair], seconds[pair])] = pair;
  };
  return {
    firsts,
    seconds,
    counts,
    looks,
    find: (a, b) => slots[a < b ? slotOf(a, b) : slotOf(b, a)],
    claim(a, b) {
      const [first, second] = a < b ? [a, b] : [b, a];
      const slot = slotOf(first, second);
      if (slots[slot] >= 0) return slots[slot];
      const pair = firsts.push(first) - 1;
      slots[slot] = pair;
      seconds.push(second);
      counts.push(0);
      looks.push(-1);
      if (2 * firsts.length >= slots.length) grow();
      return pair;
    },
  };
}

function hashOf(first: number, second: number): number {
  let bits = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
