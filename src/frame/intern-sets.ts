/** Sets of whole numbers below `items`, by a kind that equal sets have in common: of one item that item, of several one from `items` on. */
export interface SetKinds {
  readonly kinds: Uint32Array;
  /** How many kinds there are at most: all items, and every set of several. */
  readonly count: number;
  /** Where the first set of each kind of several begins, and how many it holds. */
  readonly firsts: readonly number[];
  readonly lengths: readonly number[];
}

const mostProbes = 1000; // sets made to have one hash would take as long as there are pairs of them
const few = 32;

/**
 * Set s holds the cells from starts[s] on, before starts[s + 1]; each is put in order where it lies. Sets are compared item by item, a hash only says where to look. Nothing where a set is empty, or holds an item
 * twice, or too many have one hash.
 */
export function internSets(cells: Uint32Array, starts: Uint32Array, items: number, hash = hashOf): SetKinds | undefined {
  const all = starts.length - 1;
  const kinds = new Uint32Array(all);
  const table = createTable(cells);
  for (let set = 0; set < all; set++) {
    const [from, to] = [starts[set], starts[set + 1]];
    if (to === from) return undefined;
    if (to - from === 1) {
      kinds[set] = cells[from];
      continue;
    }
    sortSome(cells, from, to);
    for (let i = from + 1; i < to; i++) if (cells[i] === cells[i - 1]) return undefined;
    const kind = table.kindOf(from, to - from, hash(cells, from, to));
    if (kind < 0) return undefined;
    kinds[set] = items + kind;
  }
  const { firsts, lengths } = table;
  return { kinds, count: items + firsts.length, firsts, lengths };
}

/** Sets of several by their kinds, in the order of first sight; -1 for one that is looked for too long. */
function createTable(cells: Uint32Array) {
  const [firsts, lengths, hashes]: number[][] = [[], [], []];
  let slots = new Int32Array(1 << 12).fill(-1);
  const grow = (): void => {
    slots = new Int32Array(2 * slots.length).fill(-1);
    for (let kind = 0; kind < hashes.length; kind++) {
      let slot = hashes[kind] & (slots.length - 1);
      while (slots[slot] >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = kind;
    }
  };
  const kindOf = (from: number, length: number, hash: number): number => {
    let slot = hash & (slots.length - 1);
    for (let probes = 0; slots[slot] >= 0; probes++) {
      const kind = slots[slot];
      if (hashes[kind] === hash && lengths[kind] === length && areAlike(cells, firsts[kind], from, length)) return kind;
      if (probes > mostProbes) return -1;
      slot = (slot + 1) & (slots.length - 1);
    }
    const kind = firsts.push(from) - 1;
    lengths.push(length);
    hashes.push(hash);
    slots[slot] = kind;
    if (2 * firsts.length > slots.length) grow();
    return kind;
  };
  return { firsts, lengths, kindOf };
}

function sortSome(cells: Uint32Array, from: number, to: number): void {
  if (to - from > few) {
    cells.subarray(from, to).sort();
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const cell = cells[i];
    let at = i;
    for (; at > from && cells[at - 1] > cell; at--) cells[at] = cells[at - 1];
    cells[at] = cell;
  }
}

function hashOf(cells: Uint32Array, from: number, to: number): number {
  let hash = to - from;
  for (let i = from; i < to; i++) {
    hash = Math.imul(hash ^ cells[i], 0x85ebca6b);
    hash ^= hash >>> 13;
  }
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function areAlike(cells: Uint32Array, one: number, other: number, length: number): boolean {
  let at = 0;
  while (at < length && cells[one + at] === cells[other + at]) at++;
  return at === length;
}
