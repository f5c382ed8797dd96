/** Rows put into groups, end to end: group g is rows[starts[g]] .. rows[starts[g + 1] - 1]. `starts` ends with the number of rows. */
export interface Partition {
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
}

export const groupCount = ({ starts }: Partition): number => starts.length - 1;

export function* groups({ rows, starts }: Partition): Generator<Uint32Array> {
  for (let g = 0; g + 1 < starts.length; g++) yield rows.subarray(starts[g], starts[g + 1]);
}
