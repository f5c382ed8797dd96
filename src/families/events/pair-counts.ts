/** How many subjects have both of two kinds, by the pair. */
export interface PairCounts {
  add(pair: number, count: number): void;
  set(pair: number, count: number): void;
  /** One less, where it is counted at all. */
  takeOne(pair: number): void;
  /** 0 where it is not counted. */
  of(pair: number): number;
  /** Every pair with a count above 0. */
  each(use: (pair: number, count: number) => void): void;
}

const kinds = 2 ** 26; // a pair of two of them is exact in 53 bits

export const pairOf = (a: number, b: number): number => (a < b ? a * kinds + b : b * kinds + a);
export const firstOf = (pair: number): number => Math.floor(pair / kinds);
export const secondOf = (pair: number): number => pair % kinds;

/** Open addressing over typed arrays: a Map of numbers takes ten times as long here, and this is where the time goes. */
export function createPairCounts(): PairCounts {
  let room = 1024;
  let used = 0;
  let pairs = new Float64Array(room).fill(-1);
  let counts = new Int32Array(room);

  const slotOf = (pair: number): number => {
    let slot = slotFor(pair, room);
    while (pairs[slot] !== pair && pairs[slot] !== -1) slot = (slot + 1) & (room - 1);
    return slot;
  };
  const grow = (): void => {
    const [oldPairs, oldCounts] = [pairs, counts];
    room *= 2;
    pairs = new Float64Array(room).fill(-1);
    counts = new Int32Array(room);
    used = 0;
    for (let i = 0; i < oldPairs.length; i++) {
      if (oldCounts[i] === 0) continue;
      const slot = slotOf(oldPairs[i]);
      pairs[slot] = oldPairs[i];
      counts[slot] = oldCounts[i];
      used++;
    }
  };
  const claim = (pair: number): number => {
    const slot = slotOf(pair);
    if (pairs[slot] === pair) return slot;
    if (2 * used >= room) {
      grow();
      return claim(pair);
    }
    pairs[slot] = pair;
    used++;
    return slot;
  };
  return {
    add(pair, count) {
      counts[claim(pair)] += count;
    },
    set(pair, count) {
      counts[claim(pair)] = count;
    },
    takeOne(pair) {
      const slot = slotOf(pair);
      if (counts[slot] > 0) counts[slot]--;
    },
    of: (pair) => counts[slotOf(pair)],
    each(use) {
      for (let slot = 0; slot < room; slot++) if (counts[slot] > 0) use(pairs[slot], counts[slot]);
    },
  };
}

function slotFor(pair: number, room: number): number {
  let bits = Math.imul((pair / kinds) >>> 0, 0x9e3779b1) ^ Math.imul((pair % kinds) >>> 0, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) & (room - 1);
}
