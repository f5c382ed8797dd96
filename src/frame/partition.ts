/** Rows put into groups, end to end: group g is rows[starts[g]] .. rows[starts[g + 1] - 1]. `starts` ends with the number of rows. */
export interface Partition {
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
}

export const groupCount = ({ starts }: Partition): number => starts.length - 1;

export function* groups({ rows, starts }: Partition): Generator<Uint32Array> {
  for (let g = 0; g + 1 < starts.length; g++) yield rows.subarray(starts[g], starts[g + 1]);
}

/** The size of the smallest group; 0 when there is none. */
export function smallest(starts: Uint32Array): number {
  let least = starts.length > 1 ? Number.POSITIVE_INFINITY : 0;
  for (let g = 1; g < starts.length; g++) least = Math.min(least, starts[g] - starts[g - 1]);
  return least;
}
