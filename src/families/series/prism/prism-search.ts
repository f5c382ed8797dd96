import type { Clock, OnShare } from '../../../base/pool.ts';
import { type QuickRandom, quickBelow, quickBits, quickRandom } from '../../../base/quick-random.ts';
import { addValue, type Diversity } from '../../../clusters/diversity.ts';
import { countRow, type ModelCounts, openCounts } from '../../../clusters/model-counts.ts';
import { lackOf } from '../../../clusters/value-models.ts';
import type { PrismRules } from './prism-formation.ts';
import { objectiveOf, type PrismGroups, settle } from './prism-groups.ts';
import {
  exchange,
  exchangeChange,
  exchangeLeaves,
  leafExchangeChange,
  leafMoveChange,
  move,
  moveChange,
  type Scales,
  type Weighing,
} from './prism-trials.ts';

export interface Schedule {
  /** Trials to a record. */
  readonly trials: number;
  /** How warm the search begins, in units of the objective, which is near 1 for each record. */
  readonly warmth: number;
  readonly seed: number;
  /** Moment, in milliseconds of the clock, at which to stop with what is best so far. */
  readonly deadline?: number | undefined;
  readonly onShare?: OnShare | undefined;
}

/** What a search goes by: the nearest records of each, end to end, the rules to keep and the scales to weigh with. */
interface Surroundings {
  readonly nearest: Uint32Array;
  readonly rules: PrismRules;
  readonly scales: Scales;
}

/**
 * Lowers the objective by exchanging members between neighbouring groups and leaves, never below k, P or l. Simulated annealing
 * (Kirkpatrick, Gelatt and Vecchi 1983): at first a change for the worse is often taken, in the end never, which leaves the dead ends that
 * going downhill alone gets stuck in. The best state met is what remains, so the objective never rises.
 */
export function search(
  groups: PrismGroups,
  { nearest, rules, scales }: Surroundings,
  { trials, warmth, seed, deadline, onShare }: Schedule,
  now: Clock,
): void {
  const records = groups.leafOf.length;
  const walk: Walk = {
    groups,
    nearest,
    near: nearest.length / records,
    rules,
    scales,
    held: heldByLeaves(groups, rules),
    random: quickRandom(seed),
  };
  const perRound = Math.ceil((records * trials) / rounds);
  const begun = deadline === undefined ? 0 : now();
  let best = objectiveOf(groups, scales.weights, scales.unit);
  const bestLeaves = groups.leafOf.slice();
  for (let round = 0; round < rounds; round++) {
    const late = deadline === undefined ? 0 : (now() - begun) / Math.max(1, deadline - begun);
    if (late >= 1) break;
    const gone = Math.max(late, round / (rounds - still));
    const heat = gone >= 1 ? 0 : warmth * (coldest / warmth) ** gone;
    for (let trial = 0; trial < perRound; trial++) tryOne(walk, heat);
    onShare?.(Math.max(late, (round + 1) / rounds));
    const reached = objectiveOf(groups, scales.weights, scales.unit);
    if (reached >= best) continue;
    best = reached;
    bestLeaves.set(groups.leafOf);
  }
  groups.leafOf.set(bestLeaves);
  settle(groups);
}

const rounds = 40;
/** Rounds at the end that go downhill only. */
const still = 2;
const coldest = 0.08;

interface Walk extends Surroundings, Weighing {
  /** Neighbours of a record. */
  readonly near: number;
  readonly random: QuickRandom;
  /** How often each leaf has each value that models ask about. */
  readonly held: readonly ModelCounts[];
}

function heldByLeaves({ leafOf, leafSizes }: PrismGroups, { owed }: PrismRules): readonly ModelCounts[] {
  if (owed === undefined) return [];
  const held = openCounts(owed.models, leafSizes.length);
  for (let record = 0; record < leafOf.length; record++) countRow(held, leafOf[record], record, 1);
  return held;
}

/** One trial: mostly of a record and somebody of a group one of its neighbours is in, sometimes of two leaves of its own group. */
function tryOne(walk: Walk, heat: number): void {
  const { groups, nearest, near, rules, random } = walk;
  const { groupOf, leafOf, sizes, leafSizes, room } = groups;
  const record = likelier(groups, quickBelow(random, groupOf.length), quickBelow(random, groupOf.length));
  const bits = quickBits(random);
  const limit = heat * logs[bits & 4095];
  if (rules.p < rules.k && bits < insideShare) {
    tryInside(walk, record, limit);
    return;
  }
  if (near === 0) return;
  const share = quickBits(random) / 4294967296;
  const neighbour = nearest[record * near + ((share * share * near) | 0)];
  const h = groupOf[neighbour];
  const g = groupOf[record];
  if (g === h) return;
  if (sizes[g] > rules.k && leafSizes[leafOf[record]] > rules.p && sizes[h] < room) {
    const leaf = leafOf[neighbour];
    if (moveChange(walk, record, leaf) < limit && mayMove(walk, record, leaf)) {
      moveTo(walk, record, leaf);
      return;
    }
  }
  const other = somebodyElse(groups, h, neighbour, random);
  if (exchangeChange(walk, record, other, limit) < limit && mayExchange(walk, record, other)) trade(walk, record, other);
}

/** A tenth of the trials. */
const insideShare = 0.1 * 4294967296;

/** -ln of evenly spread shares: how far uphill a trial may go, in units of heat. */
const logs = Float64Array.from({ length: 4096 }, (_, i) => -Math.log((i + 0.5) / 4096));

/** Of two records the one whose leaving would relieve its group more. */
const likelier = ({ reliefs }: PrismGroups, one: number, other: number): number => (reliefs[other] > reliefs[one] ? other : one);

/** A member of a group; seldom the neighbour for whose company the trial is made. */
function somebodyElse(groups: PrismGroups, g: number, neighbour: number, random: QuickRandom): number {
  const { members, room, sizes } = groups;
  const one = members[g * room + quickBelow(random, sizes[g])];
  const other = members[g * room + quickBelow(random, sizes[g])];
  return one === neighbour ? other : other === neighbour ? one : likelier(groups, one, other);
}

function tryInside(walk: Walk, record: number, limit: number): void {
  const { groups, rules, random } = walk;
  const { groupOf, leafOf, members, room, sizes, leafSizes } = groups;
  const g = groupOf[record];
  const other = members[g * room + quickBelow(random, sizes[g])];
  if (leafOf[record] === leafOf[other]) return;
  if (leafExchangeChange(walk, record, other) < limit && mayExchange(walk, record, other)) trade(walk, record, other);
  else if (
    leafSizes[leafOf[record]] > rules.p &&
    leafMoveChange(walk, record, leafOf[other]) < limit &&
    mayMove(walk, record, leafOf[other])
  )
    moveTo(walk, record, leafOf[other]);
}

/** Whether a record may leave for another leaf; of models that leaf may lack something with it. */
const mayMove = ({ groups: { leafOf }, groups, rules: { diversity }, held }: Walk, record: number, leaf: number): boolean =>
  (diversity === undefined || staysDiverse(groups, diversity, record, record)) &&
  (held.length === 0 ||
    (staysClose(held, leafOf[record], { gone: record, come: nobody }) && staysClose(held, leaf, { gone: nobody, come: record })));

const mayExchange = ({ groups: { leafOf }, groups, rules: { diversity }, held }: Walk, one: number, other: number): boolean =>
  (diversity === undefined || (staysDiverse(groups, diversity, one, other) && staysDiverse(groups, diversity, other, one))) &&
  (held.length === 0 ||
    (staysClose(held, leafOf[one], { gone: one, come: other }) && staysClose(held, leafOf[other], { gone: other, come: one })));

function moveTo(walk: Walk, record: number, leaf: number): void {
  const before = walk.groups.leafOf[record];
  move(walk.groups, record, leaf);
  recount(walk, record, before);
}

/** Two records trade leaves, and groups where they are of different ones. */
function trade(walk: Walk, one: number, other: number): void {
  const { groups } = walk;
  const { groupOf, leafOf } = groups;
  const [before, there] = [leafOf[one], leafOf[other]];
  if (groupOf[one] === groupOf[other]) exchangeLeaves(groups, one, other);
  else exchange(groups, one, other);
  recount(walk, one, before);
  recount(walk, other, there);
}

/** Counts of the leaf that a record has left, and of the one it is in now. */
function recount({ groups: { leafOf }, held }: Walk, record: number, before: number): void {
  replace(held, before, { gone: record, come: nobody });
  replace(held, leafOf[record], { gone: nobody, come: record });
}

/** Whether a leaf keeps what models ask for without one record and with another. */
function staysClose(held: readonly ModelCounts[], leaf: number, { gone, come }: Change): boolean {
  replace(held, leaf, { gone, come });
  const lacks = held.some(({ model: { rule, values }, counts, totals }) => {
    const weighed = { weights: counts, at: leaf * values, values, total: totals[leaf] };
    return lackOf(rule, weighed, 'records') > 0;
  });
  replace(held, leaf, { gone: come, come: gone });
  return !lacks;
}

const nobody = -1;

/** Who leaves a leaf and who joins it. */
interface Change {
  readonly gone: number;
  readonly come: number;
}

function replace(held: readonly ModelCounts[], leaf: number, { gone, come }: Change): void {
  if (gone !== nobody) countRow(held, leaf, gone, -1);
  if (come !== nobody) countRow(held, leaf, come, 1);
}

/** Whether the leaf of `leaving` keeps l distinct values with `coming` in its stead; with nobody where both are one. */
function staysDiverse(groups: PrismGroups, { codes, l }: Diversity, leaving: number, coming: number): boolean {
  const { groupOf, leafOf, members, room, sizes } = groups;
  const g = groupOf[leaving];
  return codes.every((column) => {
    const seen = new Set<number>();
    if (coming !== leaving) addValue(seen, column[coming]);
    for (let m = g * room; m < g * room + sizes[g] && seen.size < l; m++)
      if (members[m] !== leaving && leafOf[members[m]] === leafOf[leaving]) addValue(seen, column[members[m]]);
    return seen.size >= l;
  });
}
