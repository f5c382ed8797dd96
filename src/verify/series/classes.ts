import type { Counter } from '../../base/counting.ts';
import type { SeriesManifest } from '../../release/manifest.ts';
import { type ClassSizes, type SeriesSizes, sizesIn } from '../census.ts';
import { firstRow } from '../first-row.ts';
import { type Layout, list } from '../layout.ts';
import { countNumbers } from '../numbering.ts';
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
  const rows = source.distinct ?? `(SELECT ${list(columns)}, count(*) AS n FROM ${source.table} GROUP BY ALL)`;
  await counter.ask(`CREATE OR REPLACE TEMP TABLE leaves AS SELECT ${list(columns)}, n FROM ${rows}`);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE classes AS SELECT min(rowid) AS leaf, CAST(sum(n) AS BIGINT) AS rows, rows AS size,
    min(${group.sql}) <> max(${group.sql}) AS mixed FROM leaves GROUP BY ${list(envelope)}`,
  );
}

/** Classes and what is wrong with them, how large they are, and which GroupIDs there are. */
export interface CheckedClasses {
  readonly classes: Classes;
  readonly sizes: SeriesSizes;
  readonly ids: { readonly count: number; readonly largest: number };
  readonly breaches: readonly ClassBreach[];
}

/**
 * k and P, counted over what was published alike, never over GroupIDs; then the GroupIDs against that. A curve that is a mean belongs to a GroupID, as
 * two groups may have one envelope and other means: there it is compared (`mean-curves.ts`), and here GroupIDs have k.
 */
export async function checkClasses(
  counter: Counter,
  layout: Layout,
  { promises: { k, p }, data: { file }, curve }: Pick<SeriesManifest, 'promises' | 'data' | 'curve'>,
): Promise<CheckedClasses> {
  const { group, envelope, pattern, level, curves } = layout;
  const size = 'CAST(sum(n) AS BIGINT)'; // a row is a subject
  const breaches: ClassBreach[] = [];
  const place = async (columns: Layout['envelope'], bad: string) => {
    const row = await firstRow(counter, layout.source, columns, bad);
    return row === undefined ? { file } : { file, row };
  };
  const sizesOf = (columns: Layout['envelope']) =>
    sizesIn(counter, `(SELECT ${size} AS size FROM leaves GROUP BY ${list(columns)})`);
  /** How many classes are below the least, the smallest, and where the first of these is; nothing where there are none. */
  const smallOnes = async (columns: Layout['envelope'], sizes: ClassSizes, least: number) => {
    const small = countClasses(sizes.filter(([subjects]) => subjects < least));
    if (small === 0) return undefined;
    const below = `SELECT ${list(columns)} FROM leaves GROUP BY ALL HAVING ${size} < ${least}`;
    return { small, smallest: smallestOf(sizes), at: await place(columns, below) };
  };
  const several = async (some: Layout['envelope'], others: Layout['envelope']) => {
    const split = severalOf(some, others);
    const [count] = await counter.numbers(`SELECT count(*) FROM (${split})`);
    return count === 0 ? undefined : { count, at: await place(some, split) };
  };

  const counted = await counter.ask('SELECT size, count(*), count_if(mixed) FROM classes GROUP BY size ORDER BY size');
  const groups: ClassSizes = counted.map(([subjects, classes]) => [Number(subjects), Number(classes)]);
  const ids = await countNumbers(counter, 'leaves', group.sql);
  const oneToOne = counted.every(([, , mixed]) => mixed === 0) && ids.count === countClasses(groups); // then a GroupID is as good as its envelope, and much shorter to compare
  const leaf = [...(oneToOne ? [group] : envelope), pattern, level];
  const leaves = await sizesOf(leaf);
  const smallGroups = await smallOnes(envelope, groups, k);
  const smallLeaves = await smallOnes(leaf, leaves, p);
  const leavesOfIds = oneToOne ? leaves : await sizesOf([group, pattern, level]);
  if (smallGroups !== undefined) {
    const { small, smallest, at } = smallGroups;
    breaches.push({ kind: 'small-group', groups: small, smallest, k, ...at });
  }
  if (smallLeaves !== undefined) {
    const { small, smallest, at } = smallLeaves;
    breaches.push({ kind: 'small-leaf', leaves: small, smallest, p, ...at });
  }
  const splitGroups = oneToOne ? undefined : await several([group], envelope);
  if (splitGroups !== undefined) breaches.push({ kind: 'split-group', groups: splitGroups.count, ...splitGroups.at });
  const splitLeaves = curves.length === 0 || curve === 'mean' ? undefined : await several(leaf, curves);
  if (splitLeaves !== undefined) breaches.push({ kind: 'split-leaf', leaves: splitLeaves.count, ...splitLeaves.at });
  const smallIds = oneToOne || smallGroups !== undefined ? undefined : await smallOnes([group], await sizesOf([group]), k);
  if (smallIds !== undefined) {
    const { small, smallest, at } = smallIds;
    breaches.push({ kind: 'small-group-id', groups: small, smallest, k, ...at });
  }
  const smallIdLeaves =
    oneToOne || smallLeaves !== undefined ? undefined : await smallOnes([group, pattern, level], leavesOfIds, p);
  if (smallIdLeaves !== undefined) {
    const { small, smallest, at } = smallIdLeaves;
    breaches.push({ kind: 'small-leaf-of-group-id', leaves: small, smallest, p, ...at });
  }
  const classes = {
    rows: groups.reduce((sum, [subjects, some]) => sum + subjects * some, 0),
    groups: countClasses(groups),
    leaves: countClasses(leaves),
    smallestGroup: smallestOf(groups),
    smallestLeaf: smallestOf(leaves),
  };
  return { classes, sizes: { groups, leaves: leavesOfIds }, ids, breaches };
}

const countClasses = (sizes: ClassSizes): number => sizes.reduce((sum, [, classes]) => sum + classes, 0);
const smallestOf = (sizes: ClassSizes): number => sizes[0]?.[0] ?? 0;

/** Combinations of some columns that go with more than one combination of others. */
const severalOf = (some: Layout['envelope'], others: Layout['envelope']): string =>
  `SELECT ${list(some)} FROM (SELECT DISTINCT ${list([...some, ...others])} FROM leaves) GROUP BY ALL HAVING count(*) > 1`;
