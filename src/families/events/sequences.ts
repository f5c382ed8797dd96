/** Rows of numbers, one after the other: row r is items[starts[r]] to items[starts[r + 1]], which is left out. */
export interface Sequences {
  readonly items: Uint32Array;
  readonly starts: Uint32Array;
}

export const sequenceAt = ({ items, starts }: Sequences, row: number): Uint32Array =>
  items.subarray(starts[row], starts[row + 1]);

/** A number for each row, from 0: the same for equal rows, and for no others. Rows are led along a tree, so nothing is ever joined to one text. */
export function numberSequences(sequences: Sequences): Uint32Array {
  const { items, starts } = sequences;
  const span = items.reduce((largest, item) => Math.max(largest, item), 0) + 1;
  const branches = new Map<number, number>();
  const leaves = new Map<number, number>();
  return Uint32Array.from({ length: starts.length - 1 }, (_, row) => {
    let node = 0;
    for (const item of sequenceAt(sequences, row)) {
      const branch = node * span + item;
      const next = branches.get(branch) ?? branches.size + 1;
      branches.set(branch, next);
      node = next;
    }
    const leaf = leaves.get(node) ?? leaves.size;
    leaves.set(node, leaf);
    return leaf;
  });
}

/** How many rows have each number. */
export function countNumbers(numbers: Uint32Array): Uint32Array {
  const counts = new Uint32Array(numbers.reduce((largest, one) => Math.max(largest, one + 1), 0));
  for (const one of numbers) counts[one]++;
  return counts;
}
