import type { Counter } from '../../base/counting.ts';
import { firstRow } from '../first-row.ts';
import { type Layout, list } from '../layout.ts';
import type { ClassBreach } from './class-breaches.ts';

export interface Classes {
  readonly rows: number;
  /** Where a row is not a record, as one of an instant or of a whole group: how many records there are, if that is known. */
  readonly records?: number;
  readonly groups: number;
  readonly leaves: number;
  readonly smallestGroup: number;
  readonly smallestLeaf: number;
  /** Distinct subjects, where the files tell which rows belong together. */
  readonly subjects?: number;
}

/**
 * Reads the data once, into the distinct combinations of all columns but the sensitive ones; everything else is asked of these.
 * `leaves` has one row for each combination, `n` rows of the release; `classes` has one for each envelope, and its first leaf.
 * DuckDB compares the cells themselves: a key joined from them, or their hash, could put two envelopes into one class and fake a k.
 */
export async function readClasses(counter: Counter, { source, group, envelope, pattern, level, curves }: Layout): Promise<void> {
  const columns = [group, ...envelope, pattern, level, ...curves];
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE leaves AS SELECT ${list(columns)}, count(*) AS n FROM ${source.table} GROUP BY ALL`,
  );
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE classes AS SELECT min(rowid) AS leaf, CAST(sum(n) AS BIGINT) AS rows, rows AS size,
    min(${group.sql}) AS id, min(${group.sql}) <> max(${group.sql}) AS mixed FROM leaves GROUP BY ${list(envelope)}`,
  );
}

/** k and P, counted over what was published alike, never over GroupIDs; then the GroupIDs against that. */
export async function checkClasses(
  counter: Counter,
  layout: Layout,
  { k, p }: { readonly k: number; readonly p: number },
  file: string,
): Promise<Classes & { readonly breaches: readonly ClassBreach[] }> {
  const { group, envelope, pattern, level, curves } = layout;
  const size = 'CAST(sum(n) AS BIGINT)'; // a row is a subject
  const breaches: ClassBreach[] = [];
  const place = async (columns: Layout['envelope'], bad: string) => {
    const row = await firstRow(counter, layout.source, columns, bad);
    return row === undefined ? { file } : { file, row };
  };
  const below = (columns: Layout['envelope'], least: number) =>
    `SELECT ${list(columns)} FROM leaves GROUP BY ALL HAVING ${size} < ${least}`;
  /** How many combinations of the columns there are, the smallest, how many below the least, and where the first of these is. */
  const sizes = async (columns: Layout['envelope'], least: number) => {
    const [all, smallest, small] = await counter.numbers(
      `SELECT count(*), coalesce(min(size), 0), count_if(size < ${least}) FROM (SELECT ${size} AS size FROM leaves GROUP BY ${list(columns)})`,
    );
    return { all, smallest, small, at: small > 0 ? await place(columns, below(columns, least)) : { file } };
  };

  const [groups, rows, smallestGroup, smallGroups, mixed, ids] = await counter.numbers(
    `SELECT count(*), coalesce(sum(rows), 0), coalesce(min(size), 0), count_if(size < ${k}), count_if(mixed), count(DISTINCT id) FROM classes`,
  );
  const oneToOne = mixed === 0 && ids === groups; // then a GroupID is as good as its envelope, and much shorter to compare
  const leaf = [...(oneToOne ? [group] : envelope), pattern, level];
  const leaves = await sizes(leaf, p);
  if (smallGroups > 0) {
    const at = await place(envelope, below(envelope, k));
    breaches.push({ kind: 'small-group', groups: smallGroups, smallest: smallestGroup, k, ...at });
  }
  if (leaves.small > 0) breaches.push({ kind: 'small-leaf', leaves: leaves.small, smallest: leaves.smallest, p, ...leaves.at });
  if (!oneToOne) {
    const split = severalOf([group], envelope);
    const [count] = await counter.numbers(`SELECT count(*) FROM (${split})`);
    if (count > 0) breaches.push({ kind: 'split-group', groups: count, ...(await place([group], split)) });
  }
  if (curves.length > 0) {
    const split = severalOf(leaf, curves);
    const [count] = await counter.numbers(`SELECT count(*) FROM (${split})`);
    if (count > 0) breaches.push({ kind: 'split-leaf', leaves: count, ...(await place(leaf, split)) });
  }
  if (!oneToOne && smallGroups === 0) {
    const { small, smallest, at } = await sizes([group], k);
    if (small > 0) breaches.push({ kind: 'small-group-id', groups: small, smallest, k, ...at });
  }
  if (!oneToOne && leaves.small === 0) {
    const { small, smallest, at } = await sizes([group, pattern, level], p);
    if (small > 0) breaches.push({ kind: 'small-leaf-of-group-id', leaves: small, smallest, p, ...at });
  }
  return { rows, groups, leaves: leaves.all, smallestGroup, smallestLeaf: leaves.smallest, breaches };
}

/** Combinations of some columns that go with more than one combination of others. */
const severalOf = (some: Layout['envelope'], others: Layout['envelope']): string =>
  `SELECT ${list(some)} FROM (SELECT DISTINCT ${list([...some, ...others])} FROM leaves) GROUP BY ALL HAVING count(*) > 1`;
