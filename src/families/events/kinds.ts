/** Sets of combinations that some subjects have linked, interned: two ways to one set lead to one kind. */
export interface Kinds {
  /** The combinations of each kind, ascending. */
  readonly items: Uint32Array[];
  /** How many those are. */
  readonly lengths: number[];
  /** Combinations come with the kind of just that one, whose number is their own. */
  unionOf(a: number, b: number): number | undefined;
  /** Quick to tell: whether there may be such a kind. */
  mayHaveUnion(a: number, b: number): boolean;
  makeUnion(a: number, b: number): number;
  areDisjoint(a: number, b: number): boolean;
}

/** The kinds of single combinations, numbered as they are. */
export function createKinds(combinations: number): Kinds {
  const items: Uint32Array[] = [];
  const lengths: number[] = [];
  const hashes: number[] = [];
  const lows: number[] = []; // the last 32 bits of each
  const chained: number[] = []; // the kind before it that has the same hash, or -1
  const latest = new Map<number, number>();
  const seen = new Uint32Array(2 ** 15); // a bit for the last digits of every hash: most unions are of no kind, and are told so at once
  const intern = (set: Uint32Array, hash: number): number => {
    const kind = items.push(set) - 1;
    lengths.push(set.length);
    hashes.push(hash);
    chained.push(latest.get(hash) ?? -1);
    latest.set(hash, kind);
    lows.push(hash | 0);
    seen[(hash >>> 5) & 0x7fff] |= 1 << (hash & 31);
    return kind;
  };
  for (let combination = 0; combination < combinations; combination++) intern(Uint32Array.of(combination), hashOf(combination));
  /** A hash is a sum over the set, so that of a union is known before the union is. */
  const hashOfUnion = (a: number, b: number): number => (hashes[a] + hashes[b]) % modulus;
  const mayHaveUnion = (a: number, b: number): boolean => {
    const low = lows[a] + lows[b];
    return ((seen[(low >>> 5) & 0x7fff] >>> (low & 31)) & 1) === 1;
  };
  return {
    items,
    lengths,
    mayHaveUnion,
    unionOf(a, b) {
      if (!mayHaveUnion(a, b)) return undefined;
      let kind = latest.get(hashOfUnion(a, b)) ?? -1;
      while (kind >= 0 && !isUnion(items[kind], items[a], items[b])) kind = chained[kind];
      return kind < 0 ? undefined : kind;
    },
    makeUnion(a, b) {
      const found = this.unionOf(a, b);
      return found ?? intern(mergeSorted(items[a], items[b]), hashOfUnion(a, b));
    },
    areDisjoint: (a, b) => areDisjoint(items[a], items[b]),
  };
}

const modulus = 2 ** 51;

function hashOf(combination: number): number {
  let bits = Math.imul(combination + 1, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b);
  const low = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35) >>> 0;
  const high = Math.imul(low ^ (low >>> 16), 0x27d4eb2f) >>> 13;
  return high * 2 ** 32 + low; // below the modulus
}

function areDisjoint(a: Uint32Array, b: Uint32Array): boolean {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) return false;
    if (a[i] < b[j]) i++;
    else j++;
  }
  return true;
}

function mergeSorted(a: Uint32Array, b: Uint32Array): Uint32Array {
  const union = new Uint32Array(a.length + b.length);
  union.set(a);
  union.set(b, a.length);
  return union.sort();
}

/** Whether a set is the union of two disjoint ones. */
function isUnion(set: Uint32Array, a: Uint32Array, b: Uint32Array): boolean {
  if (set.length !== a.length + b.length) return false;
  let i = 0;
  let j = 0;
  for (const item of set)
    if (a[i] === item) i++;
    else if (b[j] === item) j++;
    else return false;
  return true;
}
