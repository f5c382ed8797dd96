/** Records put into groups, and each group's into leaves: leaf l is members[leafStarts[l]] .. members[leafStarts[l + 1] - 1]. */
export interface Arrangement {
  readonly members: Uint32Array;
  readonly groupStarts: Uint32Array;
  /** Each group start is also a leaf start. */
  readonly leafStarts: Uint32Array;
}
