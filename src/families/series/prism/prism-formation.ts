import { acrossValues } from '../../../clusters/across-values.ts';
import { bisect, columnsOf } from '../../../clusters/bisect.ts';
import type { Diversity } from '../../../clusters/diversity.ts';
import { mdav } from '../../../clusters/mdav.ts';
import type { Points } from '../../../clusters/points.ts';
import type { Owed } from '../../../clusters/value-models.ts';
import { ascending } from '../../../frame/gather.ts';
import type { Partition } from '../../../frame/partition.ts';
import type { Arrangement } from './arrangement.ts';
import { jointPoints, type Records, shapePoints } from './prism-points.ts';

export interface PrismRules {
  readonly k: number;
  readonly p: number;
  /** Members a group is formed with, k where left out: with a multiple of P, all leaves can be as small as P. */
  readonly size?: number | undefined;
  readonly diversity?: Diversity | undefined;
  /** The share of the groups that diverse values allow which a cut leaves possible; all where left out. */
  readonly kept?: number | undefined;
  /** What models ask of the values of every leaf. */
  readonly owed?: Owed | undefined;
  /** The share of the room that models leave which a cut along the axis may use up; all where left out. */
  readonly tight?: number | undefined;
  /** The share of the direction in which values lie apart that cuts leave out of account; none where left out. */
  readonly across?: number | undefined;
  /** Whether few ways of cutting are tried, as a table is large. */
  readonly few?: boolean | undefined;
}

/** Whether leaves owe anything but their size. */
export const owesValues = ({ diversity, owed }: Pick<PrismRules, 'diversity' | 'owed'>): boolean =>
  diversity !== undefined || owed !== undefined;

/** Groups by halving along the leading axis of values and shapes, leaves by shape: near linear, and where every effort starts. */
export function halvedGroups(records: Records, rules: PrismRules): Arrangement {
  const { k, size = k, diversity, kept, owed, tight } = rules;
  const all = ascending(records.flat.length);
  const cuts = { k: size, largest: 2 * size - 1, diversity, kept, owed, tight };
  return withLeaves(records, bisect(pointsToCut(records, rules), all, cuts), rules);
}

/** Values and shapes side by side, nearer where values lie apart by the share asked for. */
export function pointsToCut(
  records: Records,
  { across, diversity, owed }: Pick<PrismRules, 'across' | 'diversity' | 'owed'>,
): Points {
  const points = jointPoints(records);
  return across === undefined ? points : acrossValues(points, columnsOf(diversity, owed), across);
}

/** Groups around records far out, by microaggregation; better company than halving gives, at O(records² / k). */
export function microaggregate(records: Records, rules: PrismRules): Arrangement {
  const { k, size = k } = rules;
  return withLeaves(records, mdav(jointPoints(records), ascending(records.flat.length), size), rules);
}

/** The same with flat records in groups of their own, as they lose all in a leaf that has a shape; undefined where there are too few of either kind. */
export function microaggregateApart(records: Records, rules: PrismRules): Arrangement | undefined {
  const { k, size = k } = rules;
  const all = ascending(records.flat.length);
  const kinds = [0, 1].map((kind) => all.filter((r) => records.flat[r] === kind));
  if (kinds.some((rows) => rows.length < size)) return undefined;
  const [shaped, flat] = kinds.map((rows) => mdav(jointPoints(records), rows, size));
  const rows = Uint32Array.from([...shaped.rows, ...flat.rows]);
  const starts = Uint32Array.from([...shaped.starts, ...flat.starts.subarray(1).map((start) => start + shaped.rows.length)]);
  return withLeaves(records, { rows, starts }, rules);
}

function withLeaves(records: Records, groups: Partition, { p, diversity, owed }: PrismRules): Arrangement {
  const shapes = shapePoints(records);
  const members = groups.rows.slice();
  const leafStarts: number[] = [];
  for (let g = 0; g + 1 < groups.starts.length; g++) {
    const from = groups.starts[g];
    const own = members.subarray(from, groups.starts[g + 1]);
    if (own.length < 2 * p) {
      leafStarts.push(from);
      continue;
    }
    const few = !owesValues({ diversity, owed }) && own.length <= mostMicroaggregated;
    const leaves = few ? mdav(shapes, own, p) : bisect(shapes, own, { k: p, largest: 2 * p - 1, diversity, owed });
    own.set(leaves.rows);
    for (let l = 0; l + 1 < leaves.starts.length; l++) leafStarts.push(from + leaves.starts[l]);
  }
  return { members, groupStarts: groups.starts, leafStarts: Uint32Array.from([...leafStarts, members.length]) };
}

/** Beyond so many members microaggregation, which is quadratic, takes too long; nor does it know of values. */
const mostMicroaggregated = 1024;
