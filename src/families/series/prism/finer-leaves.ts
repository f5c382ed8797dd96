import { mdav } from '../../../clusters/mdav.ts';
import type { Arrangement } from './arrangement.ts';
import { type Records, shapePoints } from './prism-points.ts';

/**
 * The same groups with every leaf of 2P members or more cut by shape, where its parts lose less than it does: members that move let leaves grow,
 * and a finer pattern costs no band anything.
 */
export function finerLeaves(
  records: Records,
  { members: input, groupStarts, leafStarts }: Arrangement,
  p: number,
  lossOf: (members: Uint32Array) => number,
): Arrangement {
  const shapes = shapePoints(records);
  const members = input.slice();
  const starts: number[] = [];
  for (let leaf = 0; leaf + 1 < leafStarts.length; leaf++) {
    const from = leafStarts[leaf];
    const own = members.subarray(from, leafStarts[leaf + 1]);
    starts.push(from);
    if (own.length < 2 * p || own.length > mostCut) continue;
    const parts = mdav(shapes, own, p);
    let lost = 0;
    for (let part = 0; part + 1 < parts.starts.length; part++)
      lost += lossOf(parts.rows.subarray(parts.starts[part], parts.starts[part + 1]));
    if (!(lost < lossOf(own))) continue;
    own.set(parts.rows);
    for (let part = 1; part + 1 < parts.starts.length; part++) starts.push(from + parts.starts[part]);
  }
  return { members, groupStarts, leafStarts: Uint32Array.from([...starts, members.length]) };
}

/** Microaggregation takes the square of them. */
const mostCut = 1024;
