/** Who has which combination: a row of bits for each combination that matters, a bit for each subject. */
export interface Bitmaps {
  /** 32-bit words of a row. */
  readonly words: number;
  readonly bits: Uint32Array;
  /** The row of each combination. */
  readonly rows: ReadonlyMap<number, number>;
}

/** How many of a target's points it takes until nobody else has them all; Infinity where even all of them do not single it out. */
export function pointsToSingleOut(points: Uint32Array, { words, bits, rows }: Bitmaps): number {
  const starts = Array.from(points, (point) => (rows.get(point) ?? 0) * words);
  for (let known = 1; known <= starts.length; known++) if (alone(bits, words, starts.slice(0, known))) return known;
  return Number.POSITIVE_INFINITY;
}

/** Whether the rows have just one bit in common. Crowds are told by their first two members, so only the lonely cost a whole pass. */
function alone(bits: Uint32Array, words: number, starts: readonly number[]): boolean {
  let found = false;
  for (let word = 0; word < words; word++) {
    let common = bits[starts[0] + word];
    for (let i = 1; i < starts.length && common !== 0; i++) common &= bits[starts[i] + word];
    if (common === 0) continue;
    if (found || (common & (common - 1)) !== 0) return false;
    found = true;
  }
  return found;
}
