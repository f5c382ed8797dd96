import type { Counter } from '../../base/counting.ts';
import { happeningColumns, type LinkWindow, tellWindow, timeColumns, windowColumns } from '../../policy/event-columns.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import { firstRow } from '../first-row.ts';
import { list } from '../layout.ts';
import type { SourceColumn } from '../source.ts';
import type { CombinationBreach } from './combination-breaches.ts';
import { isCoarser } from './event-coarseness.ts';
import type { EventLog } from './event-log.ts';
import { sinceForms } from './told-durations.ts';
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
  /** A table that holds each combination of these rows once, where one was made of them already. */
  readonly combinations?: string;
}

/**
 * A number stands for a set of combinations. It is of one subject. At least k subjects carry the very same set (k numbers do, where nobody is named, which is
 * necessary); a set of several is carried by each once; none holds a combination twice; all its events read the same in the columns that tell their window.
 * Sets that are told in an order are the same only in that order, and with the same times between, where these are told. Where traces are promised, a number with an order may instead hold all of its subject.
 */
export async function checkLinkedSets(
  counter: Counter,
  log: EventLog & { readonly subject: SourceColumn },
  manifest: EventsManifest,
  { table, who, combinations }: LinkedRows,
): Promise<readonly CombinationBreach[]> {
  const { source, quasi, subject, file, k } = log;
  const { promises } = manifest;
  const { confidence, traces } = promises;
  const id = subject.sql;
  const position = source.columns.find(({ declared }) => declared.role === 'position')?.sql;
  const since = sinceForms(source, promises);
  const told = { position: position ?? "''", since: since.cell };
  const isBare = position === undefined && !since.told; // then a row holds its combination, and no more
  await readCells(counter, quasi, { manifest, table: isBare ? (combinations ?? table) : table, told });
  const rows = `SELECT ${list(quasi)}, ${told.position} AS position, ${told.since} AS since, ${id} AS number, ${who ?? 'NULL'} AS owner FROM ${table}`;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE numbers AS SELECT number, any_value(owner) AS owner, min(owner) <> max(owner) AS mixed, list(cell_no ORDER BY cell_no) AS kind
    FROM (${rows}) JOIN cells USING (${list(quasi)}, position, since) GROUP BY number`,
  );
  const carriers = who === undefined ? 'count(*)' : 'count(DISTINCT owner)';
  const counts = `SELECT kind, count(*) AS numbers, ${carriers} AS carriers FROM numbers GROUP BY kind`;
  await counter.ask(`CREATE OR REPLACE TEMP TABLE counts AS SELECT row_number() OVER () AS kind_no, * FROM (${counts})`);
  const names = quasi.map(({ declared }) => declared.name);
  const isNear = tellWindow(names, windowOf(manifest.pseudonym)) ? 'count(DISTINCT window_no) = 1' : 'count(*) = 1';
  const isOrdered = `count(DISTINCT TRY_CAST(position AS BIGINT)) = count(*) AND min(TRY_CAST(position AS BIGINT)) = 1 AND max(TRY_CAST(position AS BIGINT)) = count(*) AND bool_and(regexp_full_match(position, '[1-9][0-9]*'))`;
  const isUnordered = position === undefined ? 'true' : "count(*) > 1 AND bool_and(position = '*')";
  const facts = `SELECT kind_no, count(*) AS events, count(DISTINCT text_no) = count(*) AND ${isNear} AS near, ${isOrdered} AS ordered, ${isUnordered} AS unordered,
    bool_or(coarse) AND count(DISTINCT timing_no) > 1 AS giving, bool_or(coarse) AS blurred, ${since.isTimed} AS timed, ${since.isUntimed} AS untimed
    FROM (SELECT kind_no, unnest(kind) AS cell_no FROM counts) JOIN cells USING (cell_no) GROUP BY kind_no`;
  await counter.ask(`CREATE OR REPLACE TEMP TABLE kinds AS SELECT * FROM counts JOIN (${facts}) USING (kind_no)`);
  const isWhole =
    traces === undefined
      ? 'false'
      : who === undefined
        ? 'ordered'
        : `ordered AND events = (SELECT count(*) FROM ${table} AS other WHERE ${who} = owner)`;
  const numbersOf = (isFound: string) => `SELECT number AS ${id} FROM numbers JOIN kinds USING (kind) WHERE ${isFound}`;
  const loose = {
    kinds: 'NOT near OR events > 1 AND numbers > carriers',
    numbers: `NOT near AND NOT (${isWhole}) OR events > 1 AND numbers > carriers`,
  };
  const isRare = `carriers < CASE WHEN near THEN ${k} ELSE ${traces ?? k} END`;
  const isOdd = 'NOT (ordered OR unordered)';
  const isGiving = 'ordered AND giving';
  const isOddTime = 'NOT (ordered AND timed OR untimed)';
  const isGivingTime = 'events > 1 AND ordered AND timed AND blurred';
  const counted = who === undefined ? 'ids' : 'subjects';
  const [sets, fewest] = await counter.numbers(`SELECT count(*), coalesce(min(carriers), 0) FROM kinds WHERE ${isRare}`);
  const rowOf = async (found: string) => {
    const row = await firstRow(counter, source, [subject], numbersOf(found));
    return row === undefined ? {} : { row };
  };
  const breaches: CombinationBreach[] = [];
  const [mixed] = await counter.numbers('SELECT count_if(mixed) FROM numbers');
  if (mixed > 0) breaches.push({ kind: 'ambiguous-pseudonym', file, ids: mixed, ...(await rowOf('mixed')) });
  for (const [kind, ofKinds, found] of [
    ['loose-link', loose.kinds, loose.numbers] as const,
    ['odd-position', isOdd, isOdd] as const,
    ['telling-order', isGiving, isGiving] as const,
    ...(since.told
      ? ([
          ['odd-duration', isOddTime, isOddTime],
          ['telling-duration', isGivingTime, isGivingTime],
        ] as const)
      : []),
  ]) {
    const [suspects] = await counter.numbers(`SELECT count(*) FROM kinds WHERE ${ofKinds}`); // few kinds, many numbers: these are read only where one may be found
    if (suspects === 0) continue;
    const [ids] = await counter.numbers(`SELECT count(*) FROM (${numbersOf(found)})`);
    if (ids > 0) breaches.push({ kind, file, ids, ...(await rowOf(found)) });
  }
  if (sets > 0) breaches.push({ kind: 'unshared-link', file, sets, fewest, k, counted, ...(await rowOf(isRare)) });
  if (confidence !== undefined && breaches.length === 0)
    breaches.push(...(await checkTellings(counter, { source, quasi, file }, { confidence, counted })));
  for (const made of ['kinds', 'counts', 'numbers', 'cells']) await counter.ask(`DROP TABLE ${made}`);
  return breaches;
}

/** Fills `cells`: all that stands in a row, each once, with a number for it, for its combination and its window, for what happened and for what it says of its time, and whether that is coarser. */
async function readCells(
  counter: Counter,
  quasi: readonly SourceColumn[],
  {
    manifest,
    table,
    told,
  }: { readonly manifest: EventsManifest; readonly table: string; readonly told: Readonly<Record<'position' | 'since', string>> },
): Promise<void> {
  const among = (wanted: readonly string[]) => quasi.filter(({ declared }) => wanted.includes(declared.name));
  const rankOf = (columns: readonly SourceColumn[]) =>
    columns.length === 0 ? '1' : `dense_rank() OVER (ORDER BY ${list(columns)})`;
  const timed = among(timeColumns);
  const coarse = timed.length === 0 ? 'false' : timed.map((column) => `(${isCoarser(column, manifest)})`).join(' OR ');
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE cells AS SELECT *, CAST(row_number() OVER () AS UINTEGER) AS cell_no, ${rankOf(quasi)} AS text_no, ${rankOf(among(windowColumns[windowOf(manifest.pseudonym)]))} AS window_no,
    ${rankOf(among(happeningColumns))} AS happening_no, ${rankOf(timed)} AS timing_no, ${coarse} AS coarse FROM (SELECT DISTINCT ${list(quasi)}, ${told.position} AS position, ${told.since} AS since FROM ${table})`,
  );
}
