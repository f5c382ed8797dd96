export interface Block {
  readonly from: number;
  readonly to: number;
}

/** Rows of the input; `leaves` tells which were released. */
export interface RowsBlock extends Block {
  /** The series of row r starts at values[r * rowStep]. */
  readonly values: Float64Array;
  readonly rowStep: number;
  readonly instants: number;
  readonly leaves: Int32Array;
}

/** Cuts 0 .. count - 1 into pieces of one fixed size, whatever the number of threads: sums added in their order come out the same. */
export function blocksOf(count: number, size: number): Block[] {
  const blocks: Block[] = [];
  for (let from = 0; from < count; from += size) blocks.push({ from, to: Math.min(from + size, count) });
  return blocks;
}
