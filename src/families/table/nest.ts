import type { Crowd } from '../../clusters/crowd.ts';
import { joinGroups } from '../../clusters/join-groups.ts';
import { type BoxedSpace, type Boxes, boxSize, join, joinedLoss, type LossSpace, spanRows } from '../../clusters/loss-space.ts';
import type { TableRelease } from '../../release/table-release.ts';
import { generaliseGroups, type Naming } from './generalise.ts';

/** A coarser release of the same records. */
export interface NestedRelease {
  readonly k: number;
  readonly release: TableRelease;
  /** The groups of the finest release that each of its groups is made of. */
  readonly parts: readonly (readonly number[])[];
}

/**
 * Releases for larger and larger k, each made of whole groups of the one before it, so that laid over each other they part nobody. Where groups are
 * counted together, what is left of one count after another must not be a few: a subject may be in several groups, so counts do not simply add up.
 * Ends where the records are too few for the next k.
 */
export function nestedReleases(
  finest: TableRelease,
  naming: Naming,
  crowd: Crowd,
  { least, ks }: { readonly least: number; readonly ks: readonly number[] },
): readonly NestedRelease[] {
  const nested: NestedRelease[] = [];
  let open = openGroups(finest, crowd);
  const boxes = boxesOf(finest, naming.space);
  for (const k of ks) {
    const level = levelOf(open, { k, least, boxes, finest, naming, crowd });
    if (level === undefined) break;
    nested.push({ k, release: level.release, parts: level.parts });
    open = level.open.map((group) => ({ ...group, finer: [...group.finer, [group.members.size]] }));
  }
  return nested;
}

interface Open {
  readonly members: ReadonlySet<number>;
  /** Groups of the finest release in it; its box is that of the first. */
  readonly parts: readonly number[];
  /** How many subjects the groups of each finer release have that lie in it. */
  readonly finer: readonly (readonly number[])[];
}

interface Nesting {
  readonly k: number;
  /** The fewest that any difference may leave. */
  readonly least: number;
  readonly boxes: Boxes;
  readonly finest: TableRelease;
  readonly naming: Naming;
  readonly crowd: Crowd;
}

function openGroups({ groups: { rows, starts } }: TableRelease, { subjects }: Crowd): readonly Open[] {
  return Array.from({ length: starts.length - 1 }, (_, g) => {
    const members = new Set(Array.from(rows.subarray(starts[g], starts[g + 1]), (row) => subjects[row]));
    return { members, parts: [g], finer: [[members.size]] };
  });
}

function boxesOf({ groups: { rows, starts } }: TableRelease, space: LossSpace): Boxes {
  const boxes = new Float64Array(boxSize(space) * (starts.length - 1));
  for (let g = 0; g + 1 < starts.length; g++) spanRows(space, rows.subarray(starts[g], starts[g + 1]), boxes, g);
  return boxes;
}

/** Groups that are too small or tell of a few join their nearest, and those with one label each other, until none is left. */
function levelOf(
  from: readonly Open[],
  nesting: Nesting,
): { open: readonly Open[]; release: TableRelease; parts: readonly (readonly number[])[] } | undefined {
  const boxed = { space: nesting.naming.space, boxes: nesting.boxes.slice() }; // those of a level that fails must not be another's
  const open = new Set(from);
  for (;;) {
    for (let small = unfit(open, nesting); small !== undefined; small = unfit(open, nesting)) {
      const near = nearest(small, open, boxed);
      if (near === undefined) return undefined;
      merge(open, [near, small], boxed);
    }
    const { release, sharing } = releaseOfGroups([...open], nesting);
    const alike = sharing.filter(({ length }) => length > 1);
    if (alike.length === 0) {
      nesting.boxes.set(boxed.boxes);
      return { open: [...open], release, parts: sharing.map(([{ parts }]) => parts) };
    }
    for (const same of alike) merge(open, same, boxed);
  }
}

/** Of the groups that may not be told as they are, the one with the fewest subjects. */
function unfit(open: Iterable<Open>, { k, least }: Nesting): Open | undefined {
  let found: Open | undefined;
  for (const group of open)
    if ((group.members.size < k || tellsOfFew(group, least)) && (found === undefined || group.members.size < found.members.size))
      found = group;
  return found;
}

/**
 * Whether counts of finer groups, taken from the count of their union, leave a few: those outside one of them, or those counted more than once. Where
 * nobody is counted twice the counts add up, and the union tells nothing that the finer ones did not.
 */
export function tellsOfFew({ members: { size }, finer }: Pick<Open, 'members' | 'finer'>, least: number): boolean {
  return finer.some((sizes) => {
    if (sizes.length === 1 && sizes[0] === size) return false;
    const twice = sizes.reduce((sum, one) => sum + one, 0) - size;
    return (twice > 0 && twice < least) || sizes.some((one) => size - one < least);
  });
}

function nearest(group: Open, open: Iterable<Open>, boxed: BoxedSpace): Open | undefined {
  let near: Open | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const other of open) {
    if (other === group) continue;
    const loss = joinedLoss(boxed, group.parts[0], other.parts[0], least);
    if (near !== undefined && loss >= least) continue;
    least = loss;
    near = other;
  }
  return near;
}

function merge(open: Set<Open>, together: readonly Open[], { space, boxes }: BoxedSpace): void {
  const [first, ...rest] = together;
  for (const other of rest) join(space, boxes, first.parts[0], other.parts[0]);
  for (const group of together) open.delete(group);
  open.add({
    members: new Set(together.flatMap(({ members }) => [...members])),
    parts: together.flatMap(({ parts }) => parts),
    finer: first.finer.map((_, level) => together.flatMap(({ finer }) => finer[level])),
  });
}

/** The release of these groups under their labels, and for each group of it those that got its labels. */
function releaseOfGroups(
  open: readonly Open[],
  { finest, naming, crowd, k }: Nesting,
): { release: TableRelease; sharing: Open[][] } {
  const home = new Uint32Array(finest.subjects.length);
  for (const { parts } of open) for (const part of parts) home[part] = parts[0];
  const release = generaliseGroups(joinGroups(finest.groups, home), naming, crowd, k);
  const { rows, starts } = release.groups;
  const groupOf = new Map<number, number>();
  for (let g = 0; g + 1 < starts.length; g++) for (let i = starts[g]; i < starts[g + 1]; i++) groupOf.set(rows[i], g);
  const sharing: Open[][] = Array.from({ length: starts.length - 1 }, () => []);
  for (const group of open) sharing[groupOf.get(finest.groups.rows[finest.groups.starts[group.parts[0]]]) ?? 0].push(group);
  return { release, sharing };
}
