/**
 * Numbers things 0, 1, … so that those alike, and no others, have the same number, in order of first appearance. Hashes only say where to
 * look: whether two things are alike is asked of the things themselves.
 */
export function numbersOfAlike(
  count: number,
  hashOf: (thing: number) => number,
  alike: (thing: number, other: number) => boolean,
): Uint32Array {
  const size = 2 ** Math.ceil(Math.log2(2 * count + 2));
  const firsts = new Int32Array(size).fill(-1);
  const numbers = new Uint32Array(count);
  let found = 0;
  for (let thing = 0; thing < count; thing++) {
    let slot = hashOf(thing) & (size - 1);
    while (firsts[slot] >= 0 && !alike(firsts[slot], thing)) slot = (slot + 1) & (size - 1);
    if (firsts[slot] < 0) {
      firsts[slot] = thing;
      numbers[thing] = found++;
    } else numbers[thing] = numbers[firsts[slot]];
  }
  return numbers;
}

/** A hash that goes on from another one, for whole numbers. */
export const mixHash = (hash: number, value: number): number => {
  const product = Math.imul(hash ^ value, 0x9e3779b1);
  return product ^ (product >>> 15);
};
