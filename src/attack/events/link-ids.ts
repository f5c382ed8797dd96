import type { Counter } from '../../base/counting.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import { isFlat } from '../../verify/events/event-coarseness.ts';
import type { SourceColumn } from '../../verify/source.ts';
import { type Intrusion, intrusionOf } from '../intrusion.ts';
import type { Told } from '../link-releases.ts';

/**
 * An id of the first log is looked for in the second, knowing nothing of the person: the id that may have most of its combinations, and of those the one
 * with the fewest events.
 */
export async function linkIds(counter: Counter, [first, second]: readonly [Told, Told]): Promise<readonly Intrusion[]> {
  if (first.manifest.method !== 'events' || second.manifest.method !== 'events') return [];
  const logs = [
    { told: quasiOf(first), manifest: first.manifest },
    { told: quasiOf(second), manifest: second.manifest },
  ] as const;
  const conditions = commonColumns(logs);
  if (![first, second].every(hasIds) || conditions.length === 0) return [];
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE sought AS SELECT *, row_number() OVER (ORDER BY first_id, second_id) - 1 AS place FROM (SELECT DISTINCT a.id AS first_id, b.id AS second_id
    FROM tried JOIN (SELECT row, id FROM first_standing) AS a USING (row) JOIN (SELECT row, id FROM standing) AS b USING (row))`,
  );
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE alike AS SELECT a.cell AS first_cell, b.cell AS second_cell FROM first_cells AS a JOIN cells AS b ON ${conditions.join(' AND ')}`,
  );
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE shared_cells AS SELECT place, second.id, count(DISTINCT first_cell) AS common FROM sought
    JOIN (SELECT DISTINCT id AS first_id, cell AS first_cell FROM first_numbered) USING (first_id)
    JOIN alike USING (first_cell) JOIN (SELECT DISTINCT id, cell AS second_cell FROM numbered) AS second USING (second_cell) GROUP BY place, second.id`,
  );
  const sizes = '(SELECT id, count(*) AS events FROM numbered GROUP BY id)';
  const [chances] = await counter.doubles(
    `WITH ranked AS (SELECT place, id, rank() OVER (PARTITION BY place ORDER BY common DESC, events) AS rank FROM shared_cells JOIN ${sizes} USING (id)),
    best AS (SELECT place, count(*) AS ties, list(id) AS ids FROM ranked WHERE rank = 1 GROUP BY place)
    SELECT CAST(CASE WHEN list_contains(coalesce(ids, []), second_id) THEN 1 / ties ELSE 0 END AS DOUBLE) FROM sought LEFT JOIN best USING (place) ORDER BY place`,
    1,
  );
  const [ids] = await counter.numbers('SELECT count(DISTINCT id) FROM numbered');
  const told = { knows: conditions.length, of: conditions.length, control: 1 / ids };
  return [intrusionOf({ intruder: 'link-releases', ...told }, chances)];
}

const hasIds = ({ standing: { source } }: Told): boolean => source.columns.some(({ declared }) => declared.role === 'subject');
const quasiOf = ({ standing: { source } }: Told): readonly SourceColumn[] =>
  source.columns.filter(({ declared }) => declared.role === 'quasi');

interface ToldLog {
  readonly told: readonly SourceColumn[];
  readonly manifest: EventsManifest;
}

/** SQL that holds where cells of a column that both publish may be of one event: they are the same, or one of them says nothing. */
const commonColumns = ([first, second]: readonly [ToldLog, ToldLog]): readonly string[] =>
  first.told.flatMap((column) => {
    const other = second.told.find(({ declared }) => declared.name === column.declared.name);
    if (other === undefined) return [];
    const [one, two] = [`a.${column.sql}`, `b.${other.sql}`];
    const flat = [isFlat({ ...column, sql: one }, first.manifest), isFlat({ ...other, sql: two }, second.manifest)];
    const open = flat.filter((sql) => sql !== 'false');
    return [`(${[`${one} = ${two}`, ...open].join(' OR ')})`];
  });
