/** Numbers of 32 bits that lie `step` apart in an array, from `first` on. */
export interface Digits {
  readonly cells: Uint32Array;
  readonly first: number;
  readonly step: number;
}

/** 0 .. count - 1 in the order of their keys, the least significant key first; what is alike stays in its order. A pass over all for each 11 bits that differ. */
export function radixOrder(count: number, keys: readonly Digits[]): Uint32Array {
  let order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  let next = new Uint32Array(count);
  for (const { cells, first, step } of keys) {
    let differ = 0;
    for (let i = 0; i < count; i++) differ |= cells[first + i * step] ^ cells[first];
    for (let shift = 0; shift < 32; shift += 11) {
      if (((differ >>> shift) & 2047) === 0) continue;
      const ends = new Uint32Array(2049);
      for (let i = 0; i < count; i++) ends[((cells[first + i * step] >>> shift) & 2047) + 1]++;
      for (let digit = 0; digit < 2048; digit++) ends[digit + 1] += ends[digit];
      for (let i = 0; i < count; i++) next[ends[(cells[first + order[i] * step] >>> shift) & 2047]++] = order[i];
      [order, next] = [next, order];
    }
  }
  return order;
}

/** The two halves of numbers of 64 bits, the lower one first, as they lie in memory. */
export function halvesOf(numbers: BigUint64Array): readonly [low: Digits, high: Digits] {
  const cells = new Uint32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length);
  return [
    { cells, first: 0, step: 2 },
    { cells, first: 1, step: 2 },
  ];
}
