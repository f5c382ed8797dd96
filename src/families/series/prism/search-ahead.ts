import type { OnShare, Pool } from '../../../base/pool.ts';
import type { Arrangement } from './arrangement.ts';
import type { FormedBlock } from './prism.ts';
import { evenSize } from './prism-formation.ts';
import { prismPatterns } from './prism-patterns.ts';
import { type Losses, publishedLosses, totalLosses } from './published-losses.ts';
import { type MeanLosses, mostCounted, type Rivals } from './rivals.ts';
import {
  balancedWay,
  formBlocks,
  pilotShare,
  polishBlocks,
  polishCounts,
  type SearchTask,
  searchPilots,
  searchWay,
  type Way,
} from './search-blocks.ts';

/**
 * Searches all blocks under balanced weights. Where a loss is then above that of another method, other ways are tried: leaves as small as they
 * may be, and more weight on the loss that is behind, as far as the other has room. What is published decides, and the least far behind is kept.
 */
export async function searchAhead(
  formed: readonly FormedBlock[],
  task: SearchTask,
  pool: Pool,
  onShare: OnShare,
): Promise<readonly FormedBlock[]> {
  const { rivals, records, deadline, mu } = task;
  const begun = task.pilots ? pilotShare(formed, task.trials) : 0;
  const balanced = await balancedWay(formed, task, pool, (share) => onShare(begun * share));
  const searched = await searchWay(balanced, task, pool, (share) => onShare(begun + (1 - begun) * share));
  const [one, ...rest] = await searchEvenly({ way: balanced, made: searched }, task, pool);
  const first = one.made;
  if (rivals === undefined || deadline !== undefined || mu === 0 || records.flat.length > mostCompared) return first;
  const others = await rivals();
  const contest = { task, pool, limits: others.least };
  const starts = [one, ...rest];
  let found = await compete(one, contest);
  for (const { way, made } of rest) {
    if (isAhead(found, contest)) break;
    found = better(found, await lean(await polishTried(await triedOn(way, made, contest), contest), contest), contest);
  }
  if (!isAhead(found, contest) && records.flat.length <= mostMixed && task.rules.k % task.rules.p > 0) {
    const mixed = await searchMixed(one.way, task, pool);
    starts.push(mixed);
    found = better(found, await compete(mixed, contest), contest);
  }
  if (!isAhead(found, contest) && task.blocks.length === 1)
    found = better(found, await leanFromValues(one.way, contest), contest);
  const ways = starts.map(({ way }) => way);
  return (await settleByCounts(found, ways, others, contest)).made;
}

/** A way, and what a search on it made. */
interface Searched {
  readonly way: Way;
  readonly made: readonly FormedBlock[];
}

/**
 * What was searched, and where groups of k leave much over the same from groups as even as can be, the better one first. With k to a group as often as possible one of a
 * few groups gets all that is over, in leaves of P that no exchange takes elsewhere: two likenesses of 28 records, with k = 20, would be cut in 20 and 36.
 */
async function searchEvenly(first: Searched, task: SearchTask, pool: Pool): Promise<readonly Searched[]> {
  const { records, blocks, rules, deadline } = task;
  const size = evenSize(records.flat.length, rules.k);
  if (size === rules.k || blocks.length > 1 || deadline !== undefined) return [first];
  const own = { ...rules, size };
  const way = { ...first.way, rules: own, formed: await formBlocks(task, own, pool) };
  const even = { way, made: await searchWay(way, task, pool, () => {}) };
  const objectiveOf = ({ made }: Searched) =>
    made.reduce((sum, { value, shape }) => sum + way.weights.value * value + way.weights.shape * shape, 0);
  return objectiveOf(even) < objectiveOf(first) ? [even, first] : [first, even];
}

/** From groups of k and of a multiple of P by turns: some have leaves as small as P, the others narrower bands, and exchanges change the size of neither. */
async function searchMixed(start: Way, task: SearchTask, pool: Pool): Promise<Searched> {
  const { k, p } = task.rules;
  const rules = { ...task.rules, size: k + p * Math.ceil(k / p), part: k };
  const way = { ...start, rules, formed: await formBlocks(task, rules, pool) };
  return { way, made: await searchWay(way, task, pool, () => {}) };
}

/** From groups by values alone: shape is given weight little by little, and values keep what no search that is warm finds again. */
async function leanFromValues(start: Way, contest: Contest): Promise<Tried> {
  const { task, pool } = contest;
  const rules = { ...task.rules, byValues: true };
  const way = withShape({ ...start, rules, formed: await formBlocks(task, rules, pool) }, start.weights.shape / 64);
  return lean(await triedOn(way, way.formed, contest), contest);
}

/** Beyond so many records one more search takes long. */
const mostMixed = 5000;

/** What is ahead of others in both losses, or least far behind. */
async function compete({ way, made }: Searched, contest: Contest): Promise<Tried> {
  const tried = await triedOn(way, made, contest);
  if (isAhead(tried, contest)) return tried;
  const polished = better(tried, await polishTried(tried, contest), contest);
  const leant = await lean(polished, contest);
  if (isAhead(leant, contest)) return leant;
  return lean(better(leant, await catchUp(polished, contest), contest), contest);
}

/**
 * Where both losses are ahead, but counts by another's bands are nearer the truth, more searches follow, from each start there is, with less weight on shape and other draws.
 * If that is not enough, members of the truest of all are exchanged for truer counts, as far as both losses have room. Of what is ahead too, the one with the best counts is kept.
 */
async function settleByCounts(
  first: Tried,
  ways: readonly Way[],
  { counts, countError, questions }: Rivals,
  contest: Contest,
): Promise<Tried> {
  const { task, pool, limits } = contest;
  if (first.made.length > 1 || task.records.flat.length > mostCounted || !isAhead(first, contest)) return first;
  const countedOf = (tried: Tried): Counted => {
    if (!isAhead(tried, contest)) return { tried, error: Number.POSITIVE_INFINITY };
    const { lower, upper, rows, groupStarts } = prismPatterns(task.patternsOf(tried.made[0]));
    return { tried, error: countError({ rows, groupStarts, lower, upper, columns: lower.length / (groupStarts.length - 1) }) };
  };
  let best = countedOf(first);
  const searched = [best];
  for (let draw = 1; draw <= countedDraws && best.error > counts; draw++) {
    const start = ways[draw % ways.length];
    const way = { ...withShape(start, start.weights.shape / 2 ** (draw % 3)), draw: countingDraws + draw };
    const found = await triedOn(way, await searchWay(way, task, pool, () => {}), contest);
    const own = countedOf(isAhead(found, contest) ? found : await polishTried(found, contest));
    if (own.error < best.error) best = own;
    if (own.error < Number.POSITIVE_INFINITY) searched.push(own);
  }
  const truest = searched.sort((one, other) => one.error - other.error).slice(0, fittedDraws);
  const fitCounts = async ({ way, made, lost }: Tried, seed: number, dearer: number) => {
    const roomFor = (own: number, limit: number) => Math.min(limit, dearer * own);
    const most = { value: roomFor(lost.value, limits.value), pattern: roomFor(lost.pattern, limits.pattern) };
    const polished = await polishCounts(made, { task, pool, questions, limits: most, seed });
    return countedOf(await triedOn(way, polished, contest));
  };
  for (const [seed, { tried }] of truest.entries()) {
    if (best.error <= counts) return best.tried;
    const own = await fitCounts(tried, seed, usuallyDearer);
    if (own.error < worthIt * best.error) best = own;
  }
  if (best.error <= counts) return best.tried;
  const last = await fitCounts(truest[0].tried, 0, mostDearer);
  return (last.error <= counts ? last : best).tried;
}

/** What was tried, and how far off counts by it are; infinitely where a loss is behind. */
interface Counted {
  readonly tried: Tried;
  readonly error: number;
}

/** What truer counts may cost either loss, and what where they come before all others'. */
const usuallyDearer = 1.05;
const mostDearer = 1.1;

/** What of the error is left at most where a fit is taken: less may be owed to the questions. */
const worthIt = 0.98;

const countedDraws = 6;
const fittedDraws = 2;

/** Beyond so many records a comparison takes long, and generalised patterns of near records need no help against equal ones. */
const mostCompared = 50_000;

interface Contest {
  readonly task: SearchTask;
  readonly pool: Pool;
  readonly limits: MeanLosses;
}

/** A way that was searched, and what all it made loses. */
interface Tried {
  readonly way: Way;
  readonly made: readonly FormedBlock[];
  readonly lost: Means;
}

/** Pattern loss and the part of it that no pattern on so many segments can avoid. */
interface Means extends MeanLosses {
  readonly floor: number;
}

async function triedOn(way: Way, made: readonly FormedBlock[], { task, pool }: Contest): Promise<Tried> {
  const lost = meanOf(await lossesOf(made, task, pool));
  return { way, made, lost };
}

/** The same with what it made polished. */
const polishTried = async ({ way, made }: Tried, contest: Contest): Promise<Tried> =>
  triedOn(way, await polishBlocks(way, made, contest.task, contest.pool), contest);

const lossesOf = async (made: readonly Arrangement[], { patternsOf }: SearchTask, pool: Pool): Promise<Losses> =>
  totalLosses(await pool.map(publishedLosses, made.map(patternsOf)));

const meanOf = ({ value, pattern, floor, records }: Losses): Means => ({
  value: value / records,
  pattern: pattern / records,
  floor: floor / records,
});

/** How many losses are above their limit, and below that by which share the worse of the two is: less is better, and 0 is ahead. */
function behindBy(lost: MeanLosses, limits: MeanLosses): number {
  const shares = [above(lost.value, limits.value), above(lost.pattern, limits.pattern)];
  const most = Math.max(...shares);
  return shares.filter((share) => share > 0).length + most / (1 + Math.abs(most));
}

const above = (lost: number, limit: number): number =>
  lost === limit ? 0 : limit > 0 ? lost / limit - 1 : Number.MAX_SAFE_INTEGER;

const isAhead = ({ lost }: Tried, { limits }: Contest): boolean => behindBy(lost, limits) <= 0;

const better = (one: Tried, other: Tried, { limits }: Contest): Tried =>
  behindBy(other.lost, limits) < behindBy(one.lost, limits) ? other : one;

/**
 * Searches on from what was made, hardly warm, with the weight turned towards the loss that is further behind, then between one that was too
 * light and one that was too heavy: short steps along what can be had, where a new search would take a leap. What it finds is
 * kept only where neither loss is further behind than it was: two that trade places help nobody.
 */
async function lean(first: Tried, contest: Contest): Promise<Tried> {
  const { pool, limits } = contest;
  const task = { ...contest.task, trials: Math.ceil(contest.task.trials / 3) }; // what is hardly warm cools soon
  const steps = Math.round(Math.min(mostSteps, Math.max(2, mostTrials / (task.trials * task.records.flat.length))));
  let found = first;
  let last = first;
  let light = 0;
  let heavy = Number.POSITIVE_INFINITY;
  for (let step = 1; step <= steps && !isAhead(found, contest); step++) {
    const { shape } = last.way.weights;
    if (above(last.lost.value, limits.value) > above(last.lost.pattern, limits.pattern)) heavy = shape;
    else light = shape;
    if (light <= heavy && heavy < 1.05 * light) break;
    const between = light === 0 ? shape / 2 : heavy === Number.POSITIVE_INFINITY ? shape * 2 : Math.sqrt(light * heavy);
    const way = withShape(first.way, between);
    const gentle = { ...way, formed: last.made, warmth: gentleWarmth, draw: leaningDraws + step };
    last = await polishTried(await triedOn(way, await searchWay(gentle, task, pool, () => {}), contest), contest);
    if (isNoFurtherBehind(last, found, contest)) found = better(found, last, contest);
  }
  return found;
}

const mostSteps = 6;

/** So warm that neighbours still trade places, while the whole stays what it is. */
const gentleWarmth = 0.2;

/** Streams of random numbers, each for one kind of search. */
const leaningDraws = 100;
const countingDraws = 200;

const isNoFurtherBehind = ({ lost }: Tried, { lost: before }: Tried, { limits }: Contest): boolean =>
  lost.value <= Math.max(limits.value, before.value) && lost.pattern <= Math.max(limits.pattern, before.pattern);

/** Looks for a better way by brief searches, then searches that one whole, again and again with its weight mended by what came out. */
async function catchUp(first: Tried, contest: Contest): Promise<Tried> {
  const { task, pool, limits } = contest;
  const { k, p } = task.rules;
  const size = p * Math.ceil(k / p);
  const starts = [first.way];
  if (first.way.rules.part === undefined && first.lost.pattern > limits.pattern && size > k && task.records.flat.length >= size) {
    const rules = { ...task.rules, size };
    starts.unshift({ ...first.way, rules, formed: await formBlocks(task, rules, pool) });
  }
  const { foretell, found } = await foreteller(first, contest);
  let best = { way: first.way, behind: Number.POSITIVE_INFINITY };
  for (const start of starts) {
    const reached = await weighWay(start, foretell, limits);
    if (isAhead(found(), contest)) return found();
    if (reached.behind < best.behind) best = reached;
    if (best.behind <= 0) break;
  }
  return searchAgain(best.way, found(), contest);
}

/** Whole searches with other draws, each with a weight between one that was too light and one that was too heavy. */
async function searchAgain(start: Way, first: Tried, contest: Contest): Promise<Tried> {
  const { task, pool, limits } = contest;
  const searches = Math.round(Math.min(4, Math.max(2, mostTrials / (task.trials * task.records.flat.length))));
  let found = first;
  let shape = start.weights.shape;
  let light = 0;
  let heavy = Number.POSITIVE_INFINITY;
  for (let draw = 1; draw <= searches && !isAhead(found, contest); draw++) {
    const way = { ...withShape(start, shape), draw };
    const tried = await polishTried(await triedOn(way, await searchWay(way, task, pool, () => {}), contest), contest);
    found = better(found, tried, contest);
    const keeps = tried.lost.value <= limits.value;
    if (keeps) light = Math.max(light, shape);
    else heavy = Math.min(heavy, shape);
    if (heavy < light) [light, heavy] = [heavy, light]; // draws differ by more than weights do
    const next = shape * (keeps || light > 0 ? mendedTimes(tried.lost, limits) : 1 / 3);
    shape = (next > light && next < heavy) || light === 0 ? next : Math.sqrt(light * Math.min(heavy, 4 * light));
  }
  return found;
}

/** About what a table is worth: a small one is searched more often. */
const mostTrials = 8e6;

const withShape = (way: Way, shape: number): Way => ({ ...way, weights: { ...way.weights, shape } });

type Foretell = (way: Way) => Promise<Means>;

/**
 * What a whole search on a way would lose, by a brief one and by what the whole search gained on the first way. Where brief searches take in
 * all blocks, what they make may be found good enough.
 */
async function foreteller(first: Tried, contest: Contest): Promise<{ foretell: Foretell; found: () => Tried }> {
  const { task, pool } = contest;
  let best = first;
  const briefly = async (way: Way) => {
    const tried = await polishTried(await triedOn(way, await searchPilots(way, task, pool), contest), contest);
    if (tried.made.length === way.formed.length) best = better(best, tried, contest);
    return tried.lost;
  };
  const brief = await briefly(first.way);
  const { value, pattern, floor } = first.lost;
  const values = brief.value > 0 ? value / brief.value : 1;
  const excess = Math.min(1, (pattern - floor) / Math.max(Number.MIN_VALUE, brief.pattern - brief.floor));
  const foretell = async (way: Way) => {
    const lost = await briefly(way);
    return { value: values * lost.value, pattern: floor + excess * (lost.pattern - lost.floor), floor };
  };
  return { foretell, found: () => best };
}

/** The weight of shape on a way with which it is least behind: shape gets more for as long as values have room, and less where they have none. */
async function weighWay(start: Way, foretell: Foretell, limits: MeanLosses): Promise<{ way: Way; behind: number }> {
  const wanted = { value: margin * limits.value, pattern: margin * limits.pattern };
  let way = start;
  let best = { way, behind: Number.POSITIVE_INFINITY };
  let light = 0; // a weight with which values keep their limit, and one with which they do not
  let heavy = Number.POSITIVE_INFINITY;
  for (let round = 0; round < weighings && heavy >= 1.1 * light; round++) {
    const lost = await foretell(way);
    const behind = behindBy(lost, wanted);
    if (behind < best.behind) best = { way, behind };
    if (behind <= 0) break;
    const { shape } = way.weights;
    if (lost.value <= wanted.value) light = shape;
    else heavy = shape;
    const up = shape * Math.min(4, Math.max(1.3, timesFor(lost, wanted, 2)));
    way = withShape(way, light === 0 ? shape / 4 : up < heavy && light === shape ? up : Math.sqrt(light * heavy));
  }
  return best;
}

const weighings = 6;
/** So far below others a brief search should be. */
const margin = 0.995;

/** How much more or less shape should weigh after a whole search: values grow about with the seventh root of the weight. */
function mendedTimes(lost: Means, limits: MeanLosses): number {
  const room = 0.98 * (limits.value / Math.max(Number.MIN_VALUE, lost.value)) ** 7;
  return room < 1 ? Math.max(0.25, room) : Math.min(4, room, 1.05 * timesFor(lost, limits, 2.3));
}

/** How many times more shape should weigh: what it loses above the floor falls about with the root of its weight. */
function timesFor({ pattern, floor }: Means, limits: MeanLosses, power: number): number {
  return limits.pattern > floor ? Math.min(4, ((pattern - floor) / (limits.pattern - floor)) ** power) : 4;
}
