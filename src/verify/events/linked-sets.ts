import type { Counter } from '../../base/counting.ts';
import { happeningColumns, type LinkWindow, windowColumns } from '../../policy/event-columns.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import { firstRow } from '../first-row.ts';
import { list } from '../layout.ts';
import type { SourceColumn } from '../source.ts';
import type { CombinationBreach } from './combination-breaches.ts';
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
 */
export async function checkLinkedSets(
  counter: Counter,
  { source, quasi, subject, file, k }: EventLog & { readonly subject: SourceColumn },
  { pseudonym, promises: { confidence } }: Pick<EventsManifest, 'pseudonym' | 'promises'>,
  { table, who }: LinkedRows,
): Promise<readonly CombinationBreach[]> {
  const id = subject.sql;
  const within = quasi.filter(({ declared }) => windowColumns[windowOf(pseudonym)].includes(declared.name));
  const happening = quasi.filter(({ declared }) => happeningColumns.includes(declared.name));
  const rankOf = (columns: readonly SourceColumn[]) =>
    columns.length === 0 ? '1' : `dense_rank() OVER (ORDER BY ${list(columns)})`;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE texts AS SELECT *, row_number() OVER () AS text_no, ${rankOf(within)} AS window_no, ${rankOf(happening)} AS happening_no FROM (SELECT DISTINCT ${list(quasi)} FROM ${table})`,
  );
  const cells = `SELECT ${id} AS number, text_no, window_no, ${who ?? 'NULL'} AS owner FROM ${table} JOIN texts USING (${list(quasi)})`;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE numbers AS SELECT number, count(*) AS events, count(DISTINCT text_no) AS texts, count(DISTINCT window_no) AS windows,
    any_value(owner) AS owner, list(text_no ORDER BY text_no) AS kind FROM (${cells}) GROUP BY number`,
  );
  const carriers = who === undefined ? 'count(*)' : 'count(DISTINCT owner)';
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE kinds AS SELECT kind, any_value(events) AS events, count(*) AS numbers, ${carriers} AS carriers FROM numbers GROUP BY kind`,
  );
  const loose = `SELECT number AS ${id} FROM numbers WHERE texts < events OR windows > 1
    UNION ALL SELECT number FROM numbers SEMI JOIN (FROM kinds WHERE events > 1 AND numbers > carriers) USING (kind)`;
  const rare = `SELECT number AS ${id} FROM numbers SEMI JOIN (FROM kinds WHERE carriers < ${k}) USING (kind)`;
  const counted = who === undefined ? 'ids' : 'subjects';
  const [looseNumbers] = await counter.numbers(`SELECT count(DISTINCT ${id}) FROM (${loose})`);
  const [sets, fewest] = await counter.numbers(`SELECT count(*), coalesce(min(carriers), 0) FROM kinds WHERE carriers < ${k}`);
  const rowOf = async (found: string) => {
    const row = await firstRow(counter, source, [subject], found);
    return row === undefined ? {} : { row };
  };
  const breaches: CombinationBreach[] = [];
  if (looseNumbers > 0) breaches.push({ kind: 'loose-link', file, ids: looseNumbers, ...(await rowOf(loose)) });
  if (sets > 0) breaches.push({ kind: 'unshared-link', file, sets, fewest, k, counted, ...(await rowOf(rare)) });
  if (confidence !== undefined && breaches.length === 0)
    breaches.push(...(await checkTellings(counter, { source, quasi, file }, { confidence, cells, counted })));
  for (const made of ['kinds', 'numbers', 'texts']) await counter.ask(`DROP TABLE ${made}`);
  return breaches;
}
