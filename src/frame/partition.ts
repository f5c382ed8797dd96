/** Rows put into groups, end to end: group g is rows[starts[g]] .. rows[starts[g + 1] - 1]. `starts` ends with the number of rows. */
export interface Partition {
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
}

export const groupCount = ({ starts }: Partition): number => starts.length - 1;

export function* groups({ rows, starts }: Partition): Generator<Uint32Array> {
  for (let g = 0; g + 1 < starts.length; g++) yield rows.subarray(starts[g], starts[g + 1]);
}

export const oneGroup = (rows: Uint32Array): Partition => ({ rows, starts: Uint32Array.of(0, rows.length) });

/** Each row alone. */
export const groupsOfOne = (rows: Uint32Array): Partition => ({
  rows,
  starts: Uint32Array.from({ length: rows.length + 1 }, (_, g) => g),
});

/** Partitions of different rows as one, group after group. */
export function endToEnd(parts: readonly Partition[]): Partition {
  const rows = new Uint32Array(parts.reduce((sum, part) => sum + part.rows.length, 0));
  const starts: number[] = [];
  let at = 0;
  for (const part of parts) {
    rows.set(part.rows, at);
    for (let g = 0; g + 1 < part.starts.length; g++) starts.push(at + part.starts[g]);
    at += part.rows.length;
  }
  return { rows, starts: Uint32Array.from([...starts, at]) };
}
