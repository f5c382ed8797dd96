import type { Counter } from '../../base/counting.ts';
import { tellWindow } from '../../policy/event-columns.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import { firstRow } from '../first-row.ts';
import type { SourceColumn } from '../source.ts';
import type { CombinationBreach } from './combination-breaches.ts';
import type { EventLog } from './event-log.ts';
import { holdCells, type LinkedRows, readKinds } from './held-cells.ts';
import { windowOf } from './link-window.ts';
import { sinceForms } from './told-durations.ts';
import { checkTellings } from './told-events.ts';

/**
 * A number stands for a set of combinations. It is of one subject. At least k subjects carry the very same set (k numbers do, where nobody is named, which is
 * necessary); a set of several is carried by each once; none holds a combination twice; all its events read the same in the columns that tell their window.
 * Sets that are told in an order are the same only in that order, and with the same times between, where these are told. Where traces are promised, a number with an order may instead hold all of its subject.
 * Reads the tables `cells` and `held`, and drops them.
 */
export async function checkLinkedSets(
  counter: Counter,
  log: EventLog & { readonly subject: SourceColumn },
  manifest: EventsManifest,
  { named }: { readonly named: boolean },
): Promise<readonly CombinationBreach[]> {
  const { source, quasi, subject, file, k } = log;
  const { promises } = manifest;
  const { confidence, traces } = promises;
  const position = source.columns.find(({ declared }) => declared.role === 'position')?.sql;
  const since = sinceForms(source, promises);
  const key = await readKinds(counter, { named });
  const names = quasi.map(({ declared }) => declared.name);
  const isNear = tellWindow(names, windowOf(manifest.pseudonym)) ? 'count(DISTINCT window_no) = 1' : 'count(*) = 1';
  const isOrdered = `count(DISTINCT TRY_CAST(position AS BIGINT)) = count(*) AND min(TRY_CAST(position AS BIGINT)) = 1 AND max(TRY_CAST(position AS BIGINT)) = count(*) AND bool_and(regexp_full_match(position, '[1-9][0-9]*'))`;
  const isUnordered = position === undefined ? 'true' : "count(*) > 1 AND bool_and(position = '*')";
  const facts = `SELECT kind_no, count(DISTINCT text_no) = count(*) AND ${isNear} AS near, ${isOrdered} AS ordered, ${isUnordered} AS unordered,
    bool_or(coarse) AND count(DISTINCT timing_no) > 1 AS giving, bool_or(coarse) AS blurred, ${since.isTimed} AS timed, ${since.isUntimed} AS untimed
    FROM kind_cells JOIN cells USING (cell) GROUP BY kind_no`;
  await counter.ask(`CREATE OR REPLACE TEMP TABLE kinds AS SELECT * FROM counts JOIN (${facts}) USING (kind_no)`);
  const isWhole =
    traces === undefined
      ? 'false'
      : named
        ? 'ordered AND events = (SELECT count(*) FROM held WHERE held.owner = numbers.owner)'
        : 'ordered';
  const numbersOf = (isFound: string) =>
    `SELECT CAST(number AS VARCHAR) AS ${subject.sql} FROM numbers JOIN kinds USING (${key}) WHERE ${isFound}`;
  const loose = {
    kinds: 'NOT near OR events > 1 AND numbers > carriers',
    numbers: `NOT near AND NOT (${isWhole}) OR events > 1 AND numbers > carriers`,
  };
  const isRare = `carriers < CASE WHEN near THEN ${k} ELSE ${traces ?? k} END`;
  const isOdd = 'NOT (ordered OR unordered)';
  const isGiving = 'ordered AND giving';
  const isOddTime = 'NOT (ordered AND timed OR untimed)';
  const isGivingTime = 'events > 1 AND ordered AND timed AND blurred';
  const counted = named ? 'subjects' : 'ids';
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
  for (const made of ['kinds', 'kind_cells', 'counts', 'numbers', 'held', 'cells']) await counter.ask(`DROP TABLE ${made}`);
  return breaches;
}

/** The same of rows that nothing holds yet. */
export async function checkLinkedRows(
  counter: Counter,
  log: EventLog & { readonly subject: SourceColumn },
  manifest: EventsManifest,
  rows: LinkedRows,
): Promise<readonly CombinationBreach[]> {
  await holdCells(counter, log, manifest, rows);
  return checkLinkedSets(counter, log, manifest, { named: rows.who !== undefined });
}
