import type { Kernel } from '../../../base/pool.ts';
import { type QuickRandom, quickBelow, quickBits, quickRandom } from '../../../base/quick-random.ts';
import { neighbours } from '../../../clusters/neighbours.ts';
import { takeMemoryBack } from '../../../clusters/points-memory.ts';
import { ascending, gatheredRows } from '../../../frame/gather.ts';
import { finerLeaves } from './finer-leaves.ts';
import { type FormedBlock, lossesOf, nearFor, type SearchInput } from './prism.ts';
import { arrangementOf, openGroups } from './prism-groups.ts';
import { gatheredRecords, jointPoints } from './prism-points.ts';
import { exchange, exchangeChange, exchangeLeaves, move, moveChange, type Weighing } from './prism-trials.ts';
import { type RangeLosses, type RangeRules, rangeLosses, rangeLossOf } from './range-losses.ts';

export interface PolishInput extends SearchInput {
  readonly range: RangeRules;
}

/**
 * Exchanges members downhill by what is published: the search goes by the best pattern of a leaf, but a reader takes a range for its middle,
 * which one member far out can spoil. Knows nothing of diversity.
 */
export const prismPolishKernel: Kernel<PolishInput, FormedBlock> = {
  name: 'prismPolishKernel',
  perform({ records, rows, rules, unit, groupStarts, leafStarts, weights, schedule, range }) {
    takeMemoryBack();
    const own = gatheredRecords(records, rows);
    const losing = rangeLosses(own, unit, range);
    const given = { members: ascending(rows.length), groupStarts, leafStarts };
    const finer = finerLeaves(own, given, rules.p, (leaf) => rangeLossOf(losing, leaf, leaf.length));
    const groups = openGroups(own, finer, rules.k);
    const near = groups.sizes.length > 1 ? nearFor(rows.length, rules.k) : 0;
    const polish: Polish = {
      groups,
      scales: { weights: { value: weights.value, shape: 0 }, unit, anyFlat: false },
      nearest: near > 0 ? neighbours(jointPoints(own), rows.length, near) : new Uint32Array(0),
      near,
      k: rules.k,
      p: rules.p,
      shape: weights.shape,
      range: losing,
      losses: new Float64Array(finer.leafStarts.length - 1),
      leaf: new Uint32Array(groups.room + 1),
      random: quickRandom(schedule.seed),
    };
    for (let leaf = 0; leaf < polish.losses.length; leaf++) polish.losses[leaf] = lossWith(polish, leaf, nobody, nobody);
    const trials = finer.leafStarts.length > 2 ? rows.length * schedule.trials : 0;
    for (let trial = 0; trial < trials; trial++) tryOne(polish);
    const { members, ...starts } = arrangementOf(groups);
    return { members: gatheredRows(rows, members), ...starts, ...lossesOf(groups, unit) };
  },
};

/** Weighs values alone; what shape weighs stands beside it, as its loss is another. */
interface Polish extends Weighing {
  readonly nearest: Uint32Array;
  readonly near: number;
  readonly k: number;
  readonly p: number;
  readonly shape: number;
  readonly range: RangeLosses;
  /** Published, of each leaf. */
  readonly losses: Float64Array;
  /** Lent to gather a leaf's members in. */
  readonly leaf: Uint32Array;
  readonly random: QuickRandom;
}

const nobody = -1;

function tryOne(polish: Polish): void {
  const { groups, nearest, near, random, k, p } = polish;
  const { groupOf, leafOf, sizes, leafSizes, members, room } = groups;
  const record = quickBelow(random, groupOf.length);
  const inside = near === 0 || (p < k && quickBits(random) < insideShare);
  const h = inside ? groupOf[record] : groupOf[nearest[record * near + quickBelow(random, near)]];
  const other = members[h * room + quickBelow(random, sizes[h])];
  const [from, to] = [leafOf[record], leafOf[other]];
  if (from === to) return;
  const g = groupOf[record];
  const maySpare = leafSizes[from] > p && (g === h || (sizes[g] > k && sizes[h] < room));
  if (maySpare && quickBits(random) < half) tryMove(polish, record, to);
  else tryExchange(polish, record, other);
}

const half = 2147483648;
const insideShare = 0.3 * 4294967296;

function tryExchange(polish: Polish, one: number, other: number): void {
  const { groups, losses, shape } = polish;
  const { groupOf, leafOf } = groups;
  const [a, b] = [leafOf[one], leafOf[other]];
  const most = shape * (losses[a] + losses[b]);
  const value = groupOf[one] === groupOf[other] ? 0 : exchangeChange(polish, one, other, most);
  if (value >= most) return;
  const [lossA, lossB] = [lossWith(polish, a, one, other), lossWith(polish, b, other, one)];
  if (value + shape * (lossA + lossB) - most >= -least) return;
  if (groupOf[one] === groupOf[other]) exchangeLeaves(groups, one, other);
  else exchange(groups, one, other);
  losses[a] = lossA;
  losses[b] = lossB;
}

function tryMove(polish: Polish, record: number, leaf: number): void {
  const { groups, losses, shape } = polish;
  const { groupOf, leafOf, groupOfLeaf } = groups;
  const own = leafOf[record];
  const value = groupOf[record] === groupOfLeaf[leaf] ? 0 : moveChange(polish, record, leaf);
  const most = shape * (losses[own] + losses[leaf]);
  if (value >= most) return;
  const [lossOwn, lossLeaf] = [lossWith(polish, own, record, nobody), lossWith(polish, leaf, nobody, record)];
  if (value + shape * (lossOwn + lossLeaf) - most >= -least) return;
  move(groups, record, leaf);
  losses[own] = lossOwn;
  losses[leaf] = lossLeaf;
}

/** Less than this is not a gain but rounding. */
const least = 1e-9;

/** The published loss of a leaf with one member gone and another come. */
function lossWith({ groups, leaf: own, range }: Polish, leaf: number, gone: number, come: number): number {
  const { members, room, sizes, leafOf, groupOfLeaf } = groups;
  const g = groupOfLeaf[leaf];
  let size = 0;
  for (let m = g * room; m < g * room + sizes[g]; m++)
    if (leafOf[members[m]] === leaf && members[m] !== gone) own[size++] = members[m];
  if (come !== nobody) own[size++] = come;
  return rangeLossOf(range, own, size);
}
