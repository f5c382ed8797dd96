import { floatsAt, indicesAt, lendMemory, numbersAt } from '../../../clusters/points-memory.ts';
import type { Arrangement } from './arrangement.ts';
import { takeGroup } from './exchange-memory.ts';
import type { Records } from './prism-points.ts';

/** What a unit of each loss weighs; both losses are sums over records. */
export interface Weights {
  readonly value: number;
  readonly shape: number;
}

/**
 * Groups under exchange of members. Kept up to date with each change, so that a trial costs no more than a pass over the instants:
 * per group and value the two largest and two least, per leaf the sum of its unit shapes and its length.
 */
export interface PrismGroups {
  readonly records: Records;
  /** Of each record. */
  readonly groupOf: Uint32Array;
  readonly leafOf: Uint32Array;
  readonly placeOf: Uint32Array;
  /** How much less its group would lose over all members without it; 0 for one that holds no extreme. */
  readonly reliefs: Float64Array;
  /** Of each group: members from [g * room] on. */
  readonly room: number;
  readonly members: Uint32Array;
  readonly sizes: Uint32Array;
  /** Where memory holds what trials look at. */
  readonly at: Places;
  /** Value loss of each member: root of the mean squared width. */
  readonly losses: Float64Array;
  /** Of each leaf. */
  readonly groupOfLeaf: Uint32Array;
  readonly leafSizes: Uint32Array;
  readonly leafFlats: Uint32Array;
  readonly sums: Float64Array;
  readonly lengths: Float64Array;
}

/** Places in the memory of points-memory.ts. */
interface Places {
  readonly coordinates: number;
  readonly members: number;
  readonly reliefs: number;
  /** Of each group, for all values: the largest, then the second largest, the least, the second least. */
  readonly extremes: number;
}

/** They lie in memory that is lent until the next block. */
export function openGroups(records: Records, { members, groupStarts, leafStarts }: Arrangement, k: number): PrismGroups {
  const count = members.length;
  const groupCount = groupStarts.length - 1;
  const leafCount = leafStarts.length - 1;
  let room = 2 * k;
  for (let g = 0; g < groupCount; g++) room = Math.max(room, groupStarts[g + 1] - groupStarts[g] + 1);
  const { coordinates, values } = records;
  const at = {
    coordinates: lendMemory(4 * coordinates.length),
    members: lendMemory(4 * groupCount * room),
    reliefs: lendMemory(8 * count),
    extremes: lendMemory(16 * groupCount * values),
  };
  const held = floatsAt(at.coordinates, coordinates.length);
  held.set(coordinates);
  const groups: PrismGroups = {
    records: { ...records, coordinates: held },
    at,
    groupOf: new Uint32Array(count),
    leafOf: new Uint32Array(count),
    placeOf: new Uint32Array(count),
    reliefs: numbersAt(at.reliefs, count),
    room,
    members: indicesAt(at.members, groupCount * room),
    sizes: new Uint32Array(groupCount),
    losses: new Float64Array(groupCount),
    groupOfLeaf: new Uint32Array(leafCount),
    leafSizes: new Uint32Array(leafCount),
    leafFlats: new Uint32Array(leafCount),
    sums: new Float64Array(leafCount * records.segments),
    lengths: new Float64Array(leafCount),
  };
  for (let leaf = 0, g = 0; leaf < leafCount; leaf++) {
    while (leafStarts[leaf] >= groupStarts[g + 1]) g++;
    groups.groupOfLeaf[leaf] = g;
    for (let i = leafStarts[leaf]; i < leafStarts[leaf + 1]; i++) groups.leafOf[members[i]] = leaf;
  }
  settle(groups);
  return groups;
}

/** Fills everything from `leafOf` alone. */
export function settle(groups: PrismGroups): void {
  const { leafOf, groupOf, groupOfLeaf, placeOf, members, room, sizes, leafSizes } = groups;
  sizes.fill(0);
  leafSizes.fill(0);
  for (let record = 0; record < leafOf.length; record++) {
    const g = groupOfLeaf[leafOf[record]];
    groupOf[record] = g;
    placeOf[record] = sizes[g];
    members[g * room + sizes[g]++] = record;
    leafSizes[leafOf[record]]++;
  }
  for (let g = 0; g < sizes.length; g++) retakeGroup(groups, g);
  for (let leaf = 0; leaf < leafSizes.length; leaf++) retakeLeaf(groups, leaf);
}

/** The extremes of a group, its loss and the relief each member would be. */
export function retakeGroup({ records: { values, segments }, at, room, sizes, losses }: PrismGroups, g: number): void {
  const members = at.members + 4 * g * room;
  const extremes = at.extremes + 16 * g * values;
  losses[g] = takeGroup(members, sizes[g], at.coordinates, 4 * (values + segments), values, extremes, at.reliefs);
}

export function retakeLeaf(groups: PrismGroups, leaf: number): void {
  const { records, members, room, sizes, groupOfLeaf, leafOf, leafFlats, sums, lengths } = groups;
  const { coordinates, values, segments, flat } = records;
  const step = values + segments;
  const first = groupOfLeaf[leaf] * room;
  const to = leaf * segments;
  sums.fill(0, to, to + segments);
  leafFlats[leaf] = 0;
  for (let m = first; m < first + sizes[groupOfLeaf[leaf]]; m++) {
    const record = members[m];
    if (leafOf[record] !== leaf) continue;
    leafFlats[leaf] += flat[record];
    for (let i = 0, at = record * step + values; i < segments; i++, at++) sums[to + i] += coordinates[at];
  }
  let squares = 0;
  for (let i = to; i < to + segments; i++) squares += sums[i] * sums[i];
  lengths[leaf] = Math.sqrt(squares);
}

/** Value loss summed over the records. */
export function valueSum({ sizes, losses }: PrismGroups): number {
  let sum = 0;
  for (let g = 0; g < sizes.length; g++) sum += sizes[g] * losses[g];
  return sum;
}

/**
 * Shape kept, summed over the records: the best pattern of a leaf points along the sum of its unit shapes, and then keeps the length of
 * that sum. A record without shape loses one unit where its leaf has a shape.
 */
export function shapeSum({ lengths, leafFlats, leafSizes }: PrismGroups, unit: number): number {
  let sum = 0;
  for (let leaf = 0; leaf < lengths.length; leaf++)
    sum += lengths[leaf] - unit * misplacedFlats(leafFlats[leaf], leafSizes[leaf]);
  return sum;
}

/** Records without shape that share a leaf with others. */
export const misplacedFlats = (flats: number, size: number): number => (flats === size ? 0 : flats);

/** What the search lowers, but for a constant. */
export const objectiveOf = (groups: PrismGroups, weights: Weights, unit: number): number =>
  weights.value * valueSum(groups) - weights.shape * shapeSum(groups, unit);

export function arrangementOf({ leafOf, groupOfLeaf, sizes, leafSizes }: PrismGroups): Arrangement {
  const leafStarts = new Uint32Array(leafSizes.length + 1);
  for (let leaf = 0; leaf < leafSizes.length; leaf++) leafStarts[leaf + 1] = leafStarts[leaf] + leafSizes[leaf];
  const groupStarts = new Uint32Array(sizes.length + 1);
  for (let leaf = 0; leaf < groupOfLeaf.length; leaf++) groupStarts[groupOfLeaf[leaf] + 1] = leafStarts[leaf + 1];
  const next = leafStarts.slice();
  const members = new Uint32Array(leafOf.length);
  for (let record = 0; record < leafOf.length; record++) members[next[leafOf[record]]++] = record;
  return { members, groupStarts, leafStarts };
}
