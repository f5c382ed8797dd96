/** Records put into groups, and each group's into leaves: leaf l is members[leafStarts[l]] .. members[leafStarts[l + 1] - 1]. */
export interface Arrangement {
  readonly members: Uint32Array;
  readonly groupStarts: Uint32Array;
  /** Each group start is also a leaf start. */
  readonly leafStarts: Uint32Array;
}

/** What a block loses, summed over its records, in the units of the coordinates. */
export interface BlockLosses {
  readonly value: number;
  /** Above what any pattern on so many segments must cost. */
  readonly shape: number;
  /** What any pattern must cost. */
  readonly floor: number;
}
