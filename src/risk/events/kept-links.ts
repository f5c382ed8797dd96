import type { Counter } from '../../base/counting.ts';
import type { Random } from '../../base/random.ts';
import { type LinkWindow, tellWindow } from '../../policy/event-columns.ts';
import { withCounter } from '../counter.ts';
import { type LinkedLog, linksHeld, make, readLinked } from './linked-log.ts';
import { type Unicity, type UnicityOptions, unicityAmong } from './unicity.ts';

export interface KeptLinks {
  /** Of the pairs of different combinations of one subject in one published day, or week, those that share a number; none where there are no pairs, or columns do not tell it. */
  readonly sameDay?: number;
  readonly sameWeek?: number;
  /** Events whose number stands on another event too. */
  readonly linkedEvents: number;
  /** Events by how many their number stands on: 1, 2, 3, 4, 5, or more. */
  readonly sizes: readonly number[];
  /** Of all combinations that a subject has, those that tell another for certain: every number with the one has the other. */
  readonly certainPartners: number;
  /** The largest share of those with one event of whom a number tells one certain other, or what else happened. */
  readonly mostTold: number;
}

/** Figures about links, and of who is singled out by them. */
export interface LinkFigures {
  readonly unicity: readonly Unicity[];
  readonly links: KeptLinks;
}

/** Those of any log, counted by DuckDB, of one reading. */
export const linkFiguresCounted = (log: LinkedLog, random: Random, { counting, sample }: UnicityOptions): Promise<LinkFigures> =>
  withCounter(counting, log, async (counter) => {
    await readLinked(counter, log);
    const unicity = await unicityAmong(await linksHeld(counter), random, sample);
    return { unicity, links: await keptLinks(counter, log) };
  });

/**
 * Fills from what `readLinked` read `sets(owner, kind_no)`, who has sets of several, `beside(kind_no, numbers, combination, other, …)`, any two of what they hold; and `owned(combination, owners)`. Drops
 * the numbers, which take the most room.
 */
async function keptLinks(counter: Counter, { columns }: LinkedLog): Promise<KeptLinks> {
  await make(counter, 'sets', 'SELECT DISTINCT owner, kind_no FROM numbers JOIN kinds USING (n, mark, low) WHERE n > 1');
  for (const made of ['held', 'numbers']) await counter.ask(`DROP TABLE ${made}`);
  const several = '(SELECT * FROM items JOIN combinations USING (combination) WHERE n > 1)';
  await make(
    counter,
    'beside',
    `SELECT kind_no, a.numbers, a.combination, b.combination AS other, a.day = b.day AS of_day, a.week = b.week AS of_week, a.happening = b.happening AS alike, b.happening AS happening
    FROM ${several} AS a JOIN ${several} AS b USING (kind_no) WHERE a.combination <> b.combination`,
  );
  await make(counter, 'owned', 'SELECT combination, count(*) AS owners FROM histories GROUP BY combination');
  const { day, week } = await keptWithin(counter);
  const [sameDay, sameWeek] = [tellWindow(columns, 'day') ? day : undefined, tellWindow(columns, 'week') ? week : undefined];
  return {
    ...(sameDay === undefined ? {} : { sameDay }),
    ...(sameWeek === undefined ? {} : { sameWeek }),
    ...(await sizesOf(counter)),
    certainPartners: await certainPartners(counter),
    mostTold: await mostTold(counter),
  };
}

/** Pairs are of different combinations, each counted once for a subject. */
async function keptWithin(counter: Counter): Promise<Readonly<Record<LinkWindow, number | undefined>>> {
  const allIn = async (window: LinkWindow) => {
    const counted = `SELECT count(*) AS n FROM histories JOIN combinations USING (combination) GROUP BY owner, ${window}`;
    return (await counter.numbers(`SELECT coalesce(sum(n * (n - 1) / 2), 0) FROM (${counted})`))[0];
  };
  await make(
    counter,
    'pairs',
    `SELECT CAST(row_number() OVER () AS UBIGINT) AS pair, * FROM
    (SELECT DISTINCT combination, other, of_day, of_week FROM beside WHERE combination < other AND (of_day OR of_week))`,
  );
  const ofKinds = 'SELECT kind_no, pair FROM beside JOIN pairs USING (combination, other)';
  const kept = `SELECT DISTINCT (CAST(owner AS UBIGINT) << 32) | pair AS own FROM sets JOIN (${ofKinds}) USING (kind_no)`; // one number takes less time than two
  const [ofDay, ofWeek] = await counter.numbers(
    `SELECT count_if(of_day), count_if(of_week) FROM (${kept}) JOIN pairs ON pair = own & ${2 ** 32 - 1}`,
  );
  const [ofAllDays, ofAllWeeks] = [await allIn('day'), await allIn('week')];
  const shareOf = (some: number, all: number) => (all === 0 ? undefined : some / all);
  return { day: shareOf(ofDay, ofAllDays), week: shareOf(ofWeek, ofAllWeeks) };
}

async function sizesOf(counter: Counter): Promise<Pick<KeptLinks, 'linkedEvents' | 'sizes'>> {
  const sizes = Array.from({ length: 6 }, (_, i) => `coalesce(sum(n * numbers) FILTER (${i < 5 ? `n = ${i + 1}` : 'n > 5'}), 0)`);
  const [events, ...bySize] = await counter.numbers(`SELECT coalesce(sum(n * numbers), 0), ${sizes.join(', ')} FROM kinds`);
  const shares = bySize.map((count) => count / Math.max(1, events));
  return { linkedEvents: 1 - shares[0], sizes: shares };
}

async function certainPartners(counter: Counter): Promise<number> {
  const numbers = '(SELECT combination, sum(numbers) AS numbers FROM items GROUP BY combination)';
  const beside = 'SELECT combination, other, sum(numbers) AS shared FROM beside GROUP BY ALL';
  const [certain, all] = await counter.numbers(
    `SELECT coalesce(sum(owners) FILTER (shared = numbers), 0), coalesce(sum(owners), 0) FROM owned JOIN ${numbers} USING (combination)
    LEFT JOIN (SELECT combination, max(shared) AS shared FROM (${beside}) GROUP BY combination) USING (combination)`,
  );
  return certain / Math.max(1, all);
}

const countedFirst = 64;

/** No more are told than carry the sets that tell it. Those of whom that is most are counted first, and after them only those of whom it is more than was found. */
async function mostTold(counter: Counter): Promise<number> {
  await counter.ask(
    'CREATE TEMP TABLE tellings AS SELECT DISTINCT kind_no, combination, CASE WHEN alike THEN CAST(other AS BIGINT) ELSE -happening END AS other FROM beside',
  );
  const carried = '(SELECT kind_no, count(*) AS carriers FROM sets GROUP BY kind_no)';
  await counter.ask(
    `CREATE TEMP TABLE bounds AS SELECT combination, other, sum(carriers) / any_value(owners) AS bound FROM tellings JOIN ${carried} USING (kind_no) JOIN owned USING (combination) GROUP BY ALL`,
  );
  const mostOf = async (some: string) => {
    const told = `SELECT combination, other, count(DISTINCT owner) AS told FROM sets JOIN (FROM tellings SEMI JOIN (FROM bounds ${some}) USING (combination, other)) USING (kind_no) GROUP BY ALL`;
    return (await counter.numbers(`SELECT coalesce(max(told / owners), 0) FROM (${told}) JOIN owned USING (combination)`))[0];
  };
  const found = await mostOf(`ORDER BY bound DESC, combination, other LIMIT ${countedFirst}`);
  return Math.max(found, await mostOf(`WHERE bound > ${found}`));
}
