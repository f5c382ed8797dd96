import type { Partition } from '../frame/partition.ts';

/** Groups put together: `home[g]` is the group that g went to, itself where it stayed; a home may have gone on to another. */
export function joinGroups({ rows, starts }: Partition, home: Uint32Array): Partition {
  const last = home.map((_, g) => lastHome(home, g));
  const sizes = new Uint32Array(home.length);
  for (let g = 0; g < home.length; g++) sizes[last[g]] += starts[g + 1] - starts[g];
  const ends = new Uint32Array(home.length);
  for (let g = 1; g < home.length; g++) ends[g] = ends[g - 1] + sizes[g - 1];
  const begun = ends.filter((_, g) => sizes[g] > 0);
  const together = new Uint32Array(rows.length);
  for (let g = 0; g < home.length; g++) {
    together.set(rows.subarray(starts[g], starts[g + 1]), ends[last[g]]);
    ends[last[g]] += starts[g + 1] - starts[g];
  }
  return { rows: together, starts: Uint32Array.from([...begun, rows.length]) };
}

function lastHome(home: Uint32Array, group: number): number {
  let last = group;
  while (home[last] !== last) last = home[last];
  return last;
}
