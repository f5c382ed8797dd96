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
    const keptIn = async (window: LinkWindow) => (tellWindow(log.columns, window) ? keptWithin(counter, window) : undefined);
    const sameDay = await keptIn('day');
    const sameWeek = await keptIn('week');
    return {
      ...(sameDay === undefined ? {} : { sameDay }),
      ...(sameWeek === undefined ? {} : { sameWeek }),
      ...(await sizesOf(counter)),
      certainPartners: await certainPartners(counter),
      mostTold: await mostTold(counter),
    };
  });

/** Fills `events(number, owner, combination, day, week, happening)`, all of them numbers. */
async function readLog(
  counter: Counter,
  log: LinkedLog,
  { day, week, happening }: Readonly<Record<LinkWindow | 'happening', readonly string[]>>,
): Promise<void> {
  const rank = (columns: readonly string[]) =>
    columns.length === 0 ? '1' : `dense_rank() OVER (ORDER BY ${columns.map(name).join(', ')})`;
  const rows = `SELECT ${name(log.number)} AS number, ${name(log.owner)} AS owner, ${log.columns.map((column) => `${cells([column])} AS ${name(column)}`).join(', ')} FROM ${scanOf(log)}`;
  const all = log.columns.map(name).join(', ');
  await counter.ask(
    `CREATE TEMP TABLE combinations AS SELECT *, row_number() OVER () AS combination, ${rank(day)} AS day, ${rank(week)} AS week, ${rank(happening)} AS happening FROM (SELECT DISTINCT ${all} FROM (${rows}))`,
  );
  await counter.ask(
    `CREATE TEMP TABLE events AS SELECT CAST(number AS BIGINT) AS number, CAST(owner AS BIGINT) AS owner, combination, day, week, happening FROM (${rows}) JOIN combinations USING (${all})`,
  );
}

/** Pairs are of different combinations, each counted once for a subject. */
async function keptWithin(counter: Counter, window: LinkWindow): Promise<number | undefined> {
  const [all] = await counter.numbers(
    `SELECT coalesce(sum(n * (n - 1) / 2), 0) FROM (SELECT count(DISTINCT combination) AS n FROM events GROUP BY owner, ${window})`,
  );
  if (all === 0) return undefined;
  const [kept] = await counter.numbers(
    `SELECT count(*) FROM (SELECT DISTINCT a.owner, a.combination, b.combination FROM events AS a JOIN events AS b
    ON a.number = b.number AND a.${window} = b.${window} AND a.combination < b.combination)`,
  );
  return kept / all;
}

async function sizesOf(counter: Counter): Promise<Pick<KeptLinks, 'linkedEvents' | 'sizes'>> {
  const sizes = Array.from({ length: 6 }, (_, i) => `coalesce(sum(n) FILTER (${i < 5 ? `n = ${i + 1}` : 'n > 5'}), 0)`);
  const [events, ...bySize] = await counter.numbers(
    `SELECT coalesce(sum(n), 0), ${sizes.join(', ')} FROM (SELECT count(*) AS n FROM events GROUP BY number)`,
  );
  const shares = bySize.map((count) => count / Math.max(1, events));
  return { linkedEvents: 1 - shares[0], sizes: shares };
}

async function certainPartners(counter: Counter): Promise<number> {
  const held = '(SELECT DISTINCT number, combination FROM events)';
  const beside = `SELECT a.combination, b.combination AS other, count(*) AS shared FROM ${held} AS a JOIN ${held} AS b ON a.number = b.number AND a.combination <> b.combination GROUP BY ALL`;
  const [certain, all] = await counter.numbers(
    `SELECT coalesce(sum(owners) FILTER (shared = numbers), 0), coalesce(sum(owners), 0)
    FROM (SELECT combination, count(DISTINCT owner) AS owners, count(DISTINCT number) AS numbers FROM events GROUP BY combination)
    LEFT JOIN (SELECT combination, max(shared) AS shared FROM (${beside}) GROUP BY combination) USING (combination)`,
  );
  return certain / Math.max(1, all);
}

async function mostTold(counter: Counter): Promise<number> {
  const told = `SELECT DISTINCT a.owner, a.combination, a.happening = b.happening AS alike, CASE WHEN alike THEN b.combination ELSE b.happening END AS other
    FROM events AS a JOIN events AS b ON a.number = b.number AND a.combination <> b.combination`;
  const [most] = await counter.numbers(
    `SELECT coalesce(max(told / owners), 0) FROM (SELECT combination, alike, other, count(*) AS told FROM (${told}) GROUP BY ALL)
    JOIN (SELECT combination, count(DISTINCT owner) AS owners FROM events GROUP BY combination) USING (combination)`,
  );
  return most;
}
