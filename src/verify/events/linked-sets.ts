import type { Counter } from '../../base/counting.ts';
import { happeningColumns, type LinkWindow, tellWindow, timeColumns, windowColumns } from '../../policy/event-columns.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import { firstRow } from '../first-row.ts';
import { list } from '../layout.ts';
import type { SourceColumn } from '../source.ts';
import type { CombinationBreach } from './combination-breaches.ts';
import { isCoarser } from './event-coarseness.ts';
import type { EventLog } from './event-log.ts';
import { checkTellings } from './told-events.ts';

export const linksEvents = ({ pseudonym }: Pick<EventsManifest, 'pseudonym'>): boolean => pseudonym.startsWith('shared:');

/** The window that linked events have in common. */
export const windowOf = (pseudonym: EventsManifest['pseudonym']): LinkWindow => (pseudonym === 'shared:day' ? 'day' : 'week');

/** The published columns in which linked events read the same. */
export const columnsOfWindow = ({ columns, pseudonym }: Pick<EventsManifest, 'columns' | 'pseudonym'>): readonly string[] =>
  columns.map(({ name }) => name).filter((name) => windowColumns[windowOf(pseudonym)].includes(name));

/** Rows with the published cells, and SQL for whose each is, where that is known. */
export interface LinkedRows {
  readonly table: string;
  readonly who: string | undefined;
}

/**
 * A number stands for a set of combinations. At least k subjects carry the very same set (k numbers do, where nobody is named, which is
 * necessary); a set of several is carried by each once; none holds a combination twice; all its events read the same in the columns that tell their window.
 * Sets that are told in an order are the same only in that order. Where traces are promised, a number with an order may instead hold all of its subject.
 */
export async function checkLinkedSets(
  counter: Counter,
  log: EventLog & { readonly subject: SourceColumn },
  manifest: EventsManifest,
  { table, who }: LinkedRows,
): Promise<readonly CombinationBreach[]> {
  const { source, quasi, subject, file, k } = log;
  const { confidence, traces } = manifest.promises;
  const id = subject.sql;
  await readTexts(counter, quasi, manifest, table);
  const position = source.columns.find(({ declared }) => declared.role === 'position')?.sql;
  const isUnordered = position === undefined ? 'true' : "count(*) > 1 AND bool_and(position = '*')";
  const cells = `SELECT ${id} AS number, text_no, window_no, timing_no, coarse, ${position ?? "''"} AS position, ${who ?? 'NULL'} AS owner FROM ${table} JOIN texts USING (${list(quasi)})`;
  const names = quasi.map(({ declared }) => declared.name);
  const isNear = tellWindow(names, windowOf(manifest.pseudonym)) ? 'count(DISTINCT window_no) = 1' : 'count(*) = 1';
  const isOrdered = `count(DISTINCT TRY_CAST(position AS BIGINT)) = count(*) AND min(TRY_CAST(position AS BIGINT)) = 1 AND max(TRY_CAST(position AS BIGINT)) = count(*) AND bool_and(regexp_full_match(position, '[1-9][0-9]*'))`;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE numbers AS SELECT number, count(*) AS events, count(DISTINCT text_no) = count(*) AND ${isNear} AS near, any_value(owner) AS owner,
    ${isOrdered} AS ordered, ${isUnordered} AS unordered, bool_or(coarse) AND count(DISTINCT timing_no) > 1 AS giving,
    list({'text': text_no, 'position': position} ORDER BY text_no, position) AS kind FROM (${cells}) GROUP BY number`,
  );
  const carriers = who === undefined ? 'count(*)' : 'count(DISTINCT owner)';
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE kinds AS SELECT kind, any_value(events) AS events, any_value(near) AS near, count(*) AS numbers, ${carriers} AS carriers FROM numbers GROUP BY kind`,
  );
  const isWhole =
    traces === undefined
      ? 'false'
      : who === undefined
        ? 'ordered'
        : `ordered AND events = (SELECT count(*) FROM ${table} AS other WHERE ${who} = owner)`;
  const loose = `SELECT number AS ${id} FROM numbers WHERE NOT near AND NOT (${isWhole})
    UNION ALL SELECT number FROM numbers SEMI JOIN (FROM kinds WHERE events > 1 AND numbers > carriers) USING (kind)`;
  const isRare = `carriers < CASE WHEN near THEN ${k} ELSE ${traces ?? k} END`;
  const rare = `SELECT number AS ${id} FROM numbers SEMI JOIN (FROM kinds WHERE ${isRare}) USING (kind)`;
  const odd = `SELECT number AS ${id} FROM numbers WHERE NOT (ordered OR unordered)`;
  const giving = `SELECT number AS ${id} FROM numbers WHERE ordered AND giving`;
  const counted = who === undefined ? 'ids' : 'subjects';
  const countIn = async (found: string) => (await counter.numbers(`SELECT count(DISTINCT ${id}) FROM (${found})`))[0];
  const [sets, fewest] = await counter.numbers(`SELECT count(*), coalesce(min(carriers), 0) FROM kinds WHERE ${isRare}`);
  const rowOf = async (found: string) => {
    const row = await firstRow(counter, source, [subject], found);
    return row === undefined ? {} : { row };
  };
  const breaches: CombinationBreach[] = [];
  for (const [kind, found] of [
    ['loose-link', loose] as const,
    ['odd-position', odd] as const,
    ['telling-order', giving] as const,
  ]) {
    const ids = await countIn(found);
    if (ids > 0) breaches.push({ kind, file, ids, ...(await rowOf(found)) });
  }
  if (sets > 0) breaches.push({ kind: 'unshared-link', file, sets, fewest, k, counted, ...(await rowOf(rare)) });
  if (confidence !== undefined && breaches.length === 0)
    breaches.push(...(await checkTellings(counter, { source, quasi, file }, { confidence, cells, counted })));
  for (const made of ['kinds', 'numbers', 'texts']) await counter.ask(`DROP TABLE ${made}`);
  return breaches;
}

/** Fills `texts`: each published combination once, with a number for it, for its window, for what happened and for what it says of its time, and whether that is coarser. */
async function readTexts(
  counter: Counter,
  quasi: readonly SourceColumn[],
  manifest: EventsManifest,
  table: string,
): Promise<void> {
  const among = (wanted: readonly string[]) => quasi.filter(({ declared }) => wanted.includes(declared.name));
  const rankOf = (columns: readonly SourceColumn[]) =>
    columns.length === 0 ? '1' : `dense_rank() OVER (ORDER BY ${list(columns)})`;
  const timed = among(timeColumns);
  const coarse = timed.length === 0 ? 'false' : timed.map((column) => `(${isCoarser(column, manifest)})`).join(' OR ');
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE texts AS SELECT *, row_number() OVER () AS text_no, ${rankOf(among(windowColumns[windowOf(manifest.pseudonym)]))} AS window_no,
    ${rankOf(among(happeningColumns))} AS happening_no, ${rankOf(timed)} AS timing_no, ${coarse} AS coarse FROM (SELECT DISTINCT ${list(quasi)} FROM ${table})`,
  );
}
