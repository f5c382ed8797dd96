import { squaresAfter, squaresWith } from './exchange-memory.ts';
import { misplacedFlats, type PrismGroups, retakeGroup, retakeLeaf, type Weights } from './prism-groups.ts';

/** What a trial weighs losses with. */
export interface Scales {
  readonly weights: Weights;
  /** Length of one unit shape among the coordinates. */
  readonly unit: number;
  /** Whether any record has no shape; most tables have none, and then nothing is spent on it. */
  readonly anyFlat: boolean;
}

/** Groups as they are, and what a change of them is weighed with. */
export interface Weighing {
  readonly groups: PrismGroups;
  readonly scales: Scales;
}

/**
 * The change of the objective if two records of different groups trade places. Given up, as infinite, once it cannot be below `limit`:
 * neither group can gain more than the relief of the record that leaves, and most trials end there.
 */
export function exchangeChange(weighing: Weighing, one: number, other: number, limit: number): number {
  const { groups, scales } = weighing;
  const { groupOf, sizes, losses, reliefs } = groups;
  const value = scales.weights.value;
  const shape = leafExchangeChange(weighing, one, other);
  if (shape - value * (reliefs[one] + reliefs[other]) >= limit) return Number.POSITIVE_INFINITY;
  const g = groupOf[one];
  const saved = value * reliefs[other];
  const first =
    shape + value * sizes[g] * (lossAfter(groups, one, other, mostAllowed(groups, g, value, limit + saved - shape)) - losses[g]);
  if (first - saved >= limit) return Number.POSITIVE_INFINITY;
  const h = groupOf[other];
  return first + value * sizes[h] * (lossAfter(groups, other, one, mostAllowed(groups, h, value, limit - first)) - losses[h]);
}

/** A loss of group g that is too much for sure, where the objective may rise by `room` there: a little more than the sum says, as it is rounded. */
const mostAllowed = ({ losses, sizes }: PrismGroups, g: number, value: number, room: number): number =>
  value > 0 ? losses[g] + room / (value * sizes[g]) + rounding * (losses[g] + 1 / (value * sizes[g])) : Number.POSITIVE_INFINITY;

const rounding = 1e-6;

/** The change of the shape part alone if two records of different leaves trade places. */
export function leafExchangeChange({ groups, scales }: Weighing, one: number, other: number): number {
  const { records, leafOf, leafFlats, leafSizes, sums, lengths } = groups;
  const { weights, unit, anyFlat } = scales;
  const { coordinates, values, segments, flat } = records;
  const step = values + segments;
  const a = leafOf[one];
  const b = leafOf[other];
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0, x = one * step + values, y = other * step + values, s = a * segments, t = b * segments; i < segments; i++) {
    const difference = coordinates[y + i] - coordinates[x + i];
    const sumA = sums[s + i] + difference;
    const sumB = sums[t + i] - difference;
    squaresA += sumA * sumA;
    squaresB += sumB * sumB;
  }
  let kept = Math.sqrt(squaresA) - lengths[a] + Math.sqrt(squaresB) - lengths[b];
  if (anyFlat && flat[one] !== flat[other]) {
    const shift = flat[other] - flat[one];
    kept -= unit * (misplacedFlats(leafFlats[a] + shift, leafSizes[a]) - misplacedFlats(leafFlats[a], leafSizes[a]));
    kept -= unit * (misplacedFlats(leafFlats[b] - shift, leafSizes[b]) - misplacedFlats(leafFlats[b], leafSizes[b]));
  }
  return -weights.shape * kept;
}

/** The loss of a group once `leaving` has made room for `coming`; infinite once it cannot be below `most`, where half of the trials end. */
function lossAfter(groups: PrismGroups, leaving: number, coming: number, most: number): number {
  const { values } = groups.records;
  const bound = most > 0 ? values * most * most : 0;
  const extremes = extremesOf(groups, groups.groupOf[leaving]);
  return Math.sqrt(squaresAfter(recordAt(groups, leaving), recordAt(groups, coming), extremes, values, bound) / values);
}

const recordAt = ({ at, records: { values, segments } }: PrismGroups, record: number): number =>
  at.coordinates + 4 * record * (values + segments);

const extremesOf = ({ at, records: { values } }: PrismGroups, g: number): number => at.extremes + 16 * g * values;

/** The change of the objective if a record leaves for a leaf of another group. */
export function moveChange(weighing: Weighing, record: number, leaf: number): number {
  const { groups, scales } = weighing;
  const { groupOf, groupOfLeaf, sizes, losses, reliefs } = groups;
  const g = groupOf[record];
  const h = groupOfLeaf[leaf];
  const without = losses[g] - reliefs[record] / sizes[g];
  const left = (sizes[g] - 1) * without - sizes[g] * losses[g];
  const joined = (sizes[h] + 1) * lossWith(groups, h, record) - sizes[h] * losses[h];
  return scales.weights.value * (left + joined) + leafMoveChange(weighing, record, leaf);
}

/** The change of the shape part alone if a record leaves for another leaf. */
export function leafMoveChange({ groups, scales }: Weighing, record: number, leaf: number): number {
  const { records, leafOf, leafFlats, leafSizes, sums, lengths } = groups;
  const { weights, unit } = scales;
  const { coordinates, values, segments, flat } = records;
  const own = leafOf[record];
  let squaresOwn = 0;
  let squares = 0;
  for (let i = 0, at = record * (values + segments) + values; i < segments; i++, at++) {
    const without = sums[own * segments + i] - coordinates[at];
    const joined = sums[leaf * segments + i] + coordinates[at];
    squaresOwn += without * without;
    squares += joined * joined;
  }
  const before = misplacedFlats(leafFlats[own], leafSizes[own]) + misplacedFlats(leafFlats[leaf], leafSizes[leaf]);
  const after =
    misplacedFlats(leafFlats[own] - flat[record], leafSizes[own] - 1) +
    misplacedFlats(leafFlats[leaf] + flat[record], leafSizes[leaf] + 1);
  return -weights.shape * (Math.sqrt(squaresOwn) - lengths[own] + Math.sqrt(squares) - lengths[leaf] - unit * (after - before));
}

function lossWith(groups: PrismGroups, g: number, coming: number): number {
  const { values } = groups.records;
  return Math.sqrt(squaresWith(recordAt(groups, coming), extremesOf(groups, g), values) / values);
}

/** Two records of different groups trade group, leaf and place. */
export function exchange(groups: PrismGroups, one: number, other: number): void {
  const { groupOf, placeOf, members, room } = groups;
  const g = groupOf[one];
  const h = groupOf[other];
  const place = placeOf[one];
  members[g * room + place] = other;
  members[h * room + placeOf[other]] = one;
  placeOf[one] = placeOf[other];
  placeOf[other] = place;
  groupOf[one] = h;
  groupOf[other] = g;
  exchangeLeaves(groups, one, other);
  retakeGroup(groups, g);
  retakeGroup(groups, h);
}

/** Two records of one group trade leaves. */
export function exchangeLeaves(groups: PrismGroups, one: number, other: number): void {
  const { leafOf } = groups;
  const leaf = leafOf[one];
  leafOf[one] = leafOf[other];
  leafOf[other] = leaf;
  retakeLeaf(groups, leafOf[one]);
  retakeLeaf(groups, leaf);
}

/** A record leaves for another leaf, of its own group or of another. */
export function move(groups: PrismGroups, record: number, leaf: number): void {
  const { groupOf, leafOf, placeOf, members, room, sizes, leafSizes, groupOfLeaf } = groups;
  const own = leafOf[record];
  const g = groupOf[record];
  const h = groupOfLeaf[leaf];
  leafOf[record] = leaf;
  leafSizes[own]--;
  leafSizes[leaf]++;
  if (g !== h) {
    const last = members[g * room + --sizes[g]];
    members[g * room + placeOf[record]] = last;
    placeOf[last] = placeOf[record];
    placeOf[record] = sizes[h];
    members[h * room + sizes[h]++] = record;
    groupOf[record] = h;
    retakeGroup(groups, g);
    retakeGroup(groups, h);
  }
  retakeLeaf(groups, own);
  retakeLeaf(groups, leaf);
}
