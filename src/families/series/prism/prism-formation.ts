import { acrossValues } from '../../../clusters/across-values.ts';
import { bisect, columnsOf } from '../../../clusters/bisect.ts';
import type { Diversity } from '../../../clusters/diversity.ts';
import { mdav } from '../../../clusters/mdav.ts';
import type { Points } from '../../../clusters/points.ts';
import type { Owed } from '../../../clusters/value-models.ts';
import { ascending } from '../../../frame/gather.ts';
import type { Partition } from '../../../frame/partition.ts';
import type { Arrangement } from './arrangement.ts';
import { jointPoints, type Records, shapePoints, valuePoints } from './prism-points.ts';

export interface PrismRules {
  readonly k: number;
  readonly p: number;
  /** Members a group is formed with, k where left out: with a multiple of P, all leaves can be as small as P. */
  readonly size?: number | undefined;
  /** What groups of that size are cut into again; they stay whole where left out. */
  readonly part?: number | undefined;
  /** Whether values alone decide who keeps company. */
  readonly byValues?: boolean | undefined;
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

/** Members of the smallest of as many groups as k allows, if all have as many as can be. */
export const evenSize = (records: number, k: number): number =>
  Math.max(k, Math.floor(records / Math.max(1, Math.floor(records / k))));

/** Whether leaves owe anything but their size. */
export const owesValues = ({ diversity, owed }: Pick<PrismRules, 'diversity' | 'owed'>): boolean =>
  diversity !== undefined || owed !== undefined;

/** Groups by halving along the leading axis of values and shapes, leaves by shape: near linear, and where every effort starts. */
export function halvedGroups(records: Records, rules: PrismRules): Arrangement {
  const { diversity, kept, owed, tight } = rules;
  const points = pointsToCut(records, rules);
  const halve = (rows: Uint32Array, size: number) =>
    bisect(points, rows, { k: size, largest: 2 * size - 1, diversity, kept, owed, tight });
  return withLeaves(records, cutIn(ascending(records.flat.length), rules, halve), rules);
}

/** Values and shapes side by side, nearer where values lie apart by the share asked for. */
export function pointsToCut(
  records: Records,
  { across, diversity, owed, byValues }: Pick<PrismRules, 'across' | 'diversity' | 'owed' | 'byValues'>,
): Points {
  const points = pointsFor(records, { byValues });
  return across === undefined ? points : acrossValues(points, columnsOf(diversity, owed), across);
}

/** Groups around records far out, by microaggregation; better company than halving gives, at O(records² / k). */
export function microaggregate(records: Records, rules: PrismRules): Arrangement {
  const points = pointsFor(records, rules);
  const gather = (rows: Uint32Array, size: number) => mdav(points, rows, size);
  return withLeaves(records, cutIn(ascending(records.flat.length), rules, gather), rules);
}

const pointsFor = (records: Records, { byValues }: Pick<PrismRules, 'byValues'>): Points =>
  byValues === true ? valuePoints(records) : jointPoints(records);

/** Groups of the size asked for, and those in their parts where they have any. */
function cutIn(
  all: Uint32Array,
  { k, size = k, part }: PrismRules,
  cut: (rows: Uint32Array, size: number) => Partition,
): Partition {
  const whole = cut(all, size);
  if (part === undefined) return whole;
  const rows = whole.rows.slice();
  const starts: number[] = [];
  for (let g = 0; g + 1 < whole.starts.length; g++) {
    const from = whole.starts[g];
    const parts = cut(rows.slice(from, whole.starts[g + 1]), part);
    rows.set(parts.rows, from);
    for (const start of parts.starts.subarray(0, -1)) starts.push(from + start);
  }
  return { rows, starts: Uint32Array.from([...starts, rows.length]) };
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
