import type { Counter, Counting } from '../../base/counting.ts';
import { happeningColumns, type LinkWindow, tellWindow, windowColumns } from '../../policy/event-columns.ts';
import { withCounter } from '../counter.ts';
import { cells, name, scanOf, type TableFile } from '../table-file.ts';

/** Published events with the number each stands under and its true subject. */
export interface LinkedLog extends TableFile {
  readonly number: string;
  readonly owner: string;
  readonly columns: readonly string[];
}

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

/** What numbers that k subjects share keep of the links between events, and what they tell. docs/metrics.md defines each. */
export const keptLinks = (log: LinkedLog, { counting }: { readonly counting: Counting }): Promise<KeptLinks> =>
  withCounter(counting, log, async (counter) => {
    const columnsOf = (window: LinkWindow) => log.columns.filter((column) => windowColumns[window].includes(column));
    const happening = log.columns.filter((column) => happeningColumns.includes(column));
    await readLog(counter, log, { day: columnsOf('day'), week: columnsOf('week'), happening });
    const { day, week } = await keptWithin(counter);
    const [sameDay, sameWeek] = [
      tellWindow(log.columns, 'day') ? day : undefined,
      tellWindow(log.columns, 'week') ? week : undefined,
    ];
    return {
      ...(sameDay === undefined ? {} : { sameDay }),
      ...(sameWeek === undefined ? {} : { sameWeek }),
      ...(await sizesOf(counter)),
      certainPartners: await certainPartners(counter),
      mostTold: await mostTold(counter),
    };
  });

/**
 * Fills, all in numbers, `combinations` and `histories(owner, combination)`, each once; `kinds(kind_no, n, numbers, …)`, the sets that numbers stand for, of which there are few, how many events they hold and how many
 * numbers do; `items(kind_no, numbers, combination, …)`, what they hold, each once; `beside(kind_no, numbers, combination, other, …)`, any two of those of several; `sets(owner, kind_no)`, who has them; and `owned(combination, owners)`.
 * Combinations and sets go by 64 bits of a hash, as in `linksOf`: texts and lists take five times as long, and no promise hangs on it.
 */
async function readLog(
  counter: Counter,
  log: LinkedLog,
  { day, week, happening }: Readonly<Record<LinkWindow | 'happening', readonly string[]>>,
): Promise<void> {
  const rank = (columns: readonly string[]) =>
    columns.length === 0 ? '1' : `dense_rank() OVER (ORDER BY ${columns.map(name).join(', ')})`;
  const texts = log.columns.map((column) => `${cells([column])} AS ${name(column)}`).join(', ');
  const all = log.columns.map(name).join(', ');
  const make = (table: string, as: string) => counter.ask(`CREATE TEMP TABLE ${table} AS ${as}`);
  await make(
    'combinations',
    `SELECT *, hash(${all}) AS h, CAST(row_number() OVER () AS UINTEGER) AS combination, ${rank(day)} AS day, ${rank(week)} AS week, ${rank(happening)} AS happening FROM (SELECT DISTINCT ${texts} FROM ${scanOf(log)})`,
  );
  const rows = `SELECT hash(CAST(${name(log.number)} AS VARCHAR)) AS number, CAST(${name(log.owner)} AS UINTEGER) AS owner, hash(${cells(log.columns)}) AS h FROM ${scanOf(log)}`;
  await make('held', `SELECT number, owner, combination FROM (${rows}) JOIN combinations USING (h)`);
  await make(
    'numbers',
    'SELECT number, any_value(owner) AS owner, count(*) AS n, bit_xor(hash(combination)) AS mark, min(combination) AS low FROM held GROUP BY number',
  );
  await make(
    'kinds',
    'SELECT CAST(row_number() OVER () AS UINTEGER) AS kind_no, * FROM (SELECT n, mark, low, count(*) AS numbers, min(number) AS number FROM numbers GROUP BY ALL)',
  );
  await make('histories', 'SELECT DISTINCT owner, combination FROM held');
  await make('sets', 'SELECT DISTINCT owner, kind_no FROM numbers JOIN kinds USING (n, mark, low) WHERE n > 1');
  await make('items', 'SELECT DISTINCT kind_no, n, numbers, combination FROM held JOIN kinds USING (number)');
  for (const made of ['held', 'numbers']) await counter.ask(`DROP TABLE ${made}`);
  const several = '(SELECT * FROM items JOIN combinations USING (combination) WHERE n > 1)';
  await make(
    'beside',
    `SELECT kind_no, a.numbers, a.combination, b.combination AS other, a.day = b.day AS of_day, a.week = b.week AS of_week, a.happening = b.happening AS alike, b.happening AS happening
    FROM ${several} AS a JOIN ${several} AS b USING (kind_no) WHERE a.combination <> b.combination`,
  );
  await make('owned', 'SELECT combination, count(*) AS owners FROM histories GROUP BY combination');
}

/** Pairs are of different combinations, each counted once for a subject. */
async function keptWithin(counter: Counter): Promise<Readonly<Record<LinkWindow, number | undefined>>> {
  const allIn = async (window: LinkWindow) => {
    const counted = `SELECT count(*) AS n FROM histories JOIN combinations USING (combination) GROUP BY owner, ${window}`;
    return (await counter.numbers(`SELECT coalesce(sum(n * (n - 1) / 2), 0) FROM (${counted})`))[0];
  };
  await counter.ask(
    `CREATE TEMP TABLE pairs AS SELECT CAST(row_number() OVER () AS UBIGINT) AS pair, * FROM
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
