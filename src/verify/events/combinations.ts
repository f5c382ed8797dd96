import type { Counter } from '../../base/counting.ts';
import { list } from '../layout.ts';
import type { Source, SourceColumn } from '../source.ts';

/** What was counted of the combinations of some columns. */
export interface Combinations {
  readonly rows: number;
  readonly combinations: number;
  /** How many the smallest has, as `size` counts. */
  readonly smallest: number;
  /** Distinct subjects of all rows; none where nobody is named. */
  readonly subjects: number | undefined;
  /** Distinct subjects that `fault` finds fault with. */
  readonly faults: number;
  /** The largest of the subjects that are whole numbers. */
  readonly largest: number;
}

/** Who is counted: a column, and SQL that is NULL unless something is wrong with its text. */
export interface Who {
  readonly column: SourceColumn;
  readonly fault: string;
}

/** Combinations of which columns to count, and who is counted: rows, where nobody is named. */
export interface CombinationsAsked {
  readonly quasi: readonly SourceColumn[];
  readonly who: Who | undefined;
  /** SQL for a number that stands for a combination; two may share one. */
  readonly hash?: string | undefined;
  /** Whether it is asked how many each has; it is, unless said otherwise. */
  readonly sizes?: boolean;
}

/**
 * Reads a source once into the table `combinations`: each distinct one with `n`, its rows, and `size`, its distinct subjects (its rows where
 * nobody is named). Subjects are counted under a hash of the combination, as pairs of a number and an id take half the time and a quarter
 * of the memory of five texts; the same pass finds which combinations have which hash, and where two share one, all is counted anew by
 * the cells themselves. So the count is exact: a hash alone could put two combinations into one and fake a k.
 */
export async function readCombinations(
  counter: Counter,
  source: Source,
  { quasi, who, hash = `hash(${list(quasi)})`, sizes = true }: CombinationsAsked,
): Promise<Combinations> {
  if (who === undefined) return countRows(counter, source, quasi);
  return (await countByHash(counter, source, { quasi, who, hash, sizes })) ?? countByCells(counter, source, quasi, who);
}

async function countRows(counter: Counter, source: Source, quasi: readonly SourceColumn[]): Promise<Combinations> {
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE combinations AS SELECT ${list(quasi)}, count(*) AS n, n AS size FROM ${source.table} GROUP BY ALL`,
  );
  return { ...(await totals(counter)), subjects: undefined, faults: 0, largest: 0 };
}

/** Nothing where two combinations share a hash. Text is never NULL, so NULL tells which of the grouping sets a row comes from. */
async function countByHash(
  counter: Counter,
  { table }: Source,
  { quasi, who: { column, fault }, hash, sizes }: CombinationsAsked & { readonly who: Who },
): Promise<Combinations | undefined> {
  const [{ sql: first }] = quasi;
  const sets = `(${list(quasi)}, h), ${sizes ? `(h, ${column.sql}), ` : ''}(${column.sql})`;
  const hashed = `SELECT ${list([...quasi, column])}, ${hash} AS h FROM ${table}`;
  const counted = `SELECT ${list([...quasi, column])}, h, count(*) AS n FROM (${hashed}) GROUP BY GROUPING SETS (${sets})`;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE combinations AS SELECT ${quasi.map(({ sql }) => `any_value(${sql}) AS ${sql}`).join(', ')},
    CAST(sum(n) FILTER (${first} IS NOT NULL) AS BIGINT) AS n, count(${column.sql}) AS size, count(${first}) AS alike, h,
    count(CASE WHEN h IS NULL THEN ${fault} END) AS faults, max(CASE WHEN h IS NULL THEN TRY_CAST(${column.sql} AS BIGINT) END) AS largest FROM (${counted}) GROUP BY h`,
  );
  const ofCombinations = 'FILTER (h IS NOT NULL)';
  const [shared, rows, combinations, smallest, subjects, faults, largest] = await counter.numbers(
    `SELECT coalesce(max(alike) ${ofCombinations}, 0), coalesce(sum(n), 0), count(h), coalesce(min(size) ${ofCombinations}, 0),
    coalesce(sum(size) FILTER (h IS NULL), 0), coalesce(sum(faults), 0), coalesce(max(largest), 0) FROM combinations`,
  );
  if (shared > 1) return undefined;
  await counter.ask('DELETE FROM combinations WHERE h IS NULL');
  return { rows, combinations, smallest, subjects, faults, largest };
}

async function countByCells(
  counter: Counter,
  { table }: Source,
  quasi: readonly SourceColumn[],
  { column, fault }: Who,
): Promise<Combinations> {
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE pairs AS SELECT ${list([...quasi, column])}, count(*) AS n FROM ${table} GROUP BY ALL`,
  );
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE combinations AS SELECT ${list(quasi)}, CAST(sum(n) AS BIGINT) AS n, count(*) AS size FROM pairs GROUP BY ${list(quasi)}`,
  );
  const [subjects, faults, largest] = await counter.numbers(
    `SELECT count(*), count(${fault}), coalesce(max(TRY_CAST(${column.sql} AS BIGINT)), 0) FROM (SELECT DISTINCT ${column.sql} FROM pairs)`,
  );
  await counter.ask('DROP TABLE pairs');
  return { ...(await totals(counter)), subjects, faults, largest };
}

async function totals(counter: Counter): Promise<Pick<Combinations, 'rows' | 'combinations' | 'smallest'>> {
  const [rows, combinations, smallest] = await counter.numbers(
    'SELECT coalesce(sum(n), 0), count(*), coalesce(min(size), 0) FROM combinations',
  );
  return { rows, combinations, smallest };
}
