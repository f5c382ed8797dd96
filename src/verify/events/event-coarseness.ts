import type { Counter } from '../../base/counting.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import { type CellCheck, emptyCheck, firstOf } from '../cell-checks.ts';
import { text } from '../counter.ts';
import { firstRow } from '../first-row.ts';
import type { Source, SourceColumn } from '../source.ts';
import type { CombinationBreach } from './combination-breaches.ts';
import { calendarColumn } from './event-calendar.ts';

type Reading = Pick<EventsManifest, 'calendar' | 'flat'>;

/** SQL that holds where a cell says nothing any more. */
export const isFlat = ({ sql, declared }: SourceColumn, { flat }: Pick<Reading, 'flat'>): string =>
  flat.columns.includes(declared.name) ? `${sql} = ${text(flat.value)}` : 'false';

/** A cell that tells a time has a form that its column can have: a value, a coarser one that is known, or the flat value. */
export function eventCellCheck(column: SourceColumn, reading: Reading): CellCheck {
  const calendar = calendarColumn(column.declared.name, reading.calendar);
  if (calendar === undefined) return emptyCheck(column);
  const { sql } = column;
  const known = [calendar.finest(sql), calendar.coarser(sql), isFlat(column, reading)].map((form) => `(${form})`).join(' OR ');
  return { ...emptyCheck(column), fault: firstOf([`${sql} = ''`, 'empty-cell'], [`NOT (${known})`, 'malformed-calendar']) };
}

/** SQL that holds where a cell says less than it could. */
export const isCoarser = (column: SourceColumn, reading: Reading): string =>
  `(${calendarColumn(column.declared.name, reading.calendar)?.coarser(column.sql) ?? 'false'}) OR ${isFlat(column, reading)}`;

/**
 * Rows of one rotating id lie in one window, so what one tells of its time, all do. An id on two rows or more must then be on none that is
 * coarser in any column, or what was taken from it would stand next to it.
 */
export async function checkLinkedEvents(
  counter: Counter,
  { source, quasi, subject, file }: { source: Source; quasi: readonly SourceColumn[]; subject: SourceColumn; file: string },
  reading: Reading,
): Promise<readonly CombinationBreach[]> {
  const coarse = quasi.map((column) => isCoarser(column, reading));
  const linked = `SELECT ${subject.sql} FROM ${source.table} GROUP BY ${subject.sql} HAVING count(*) > 1 AND bool_or(${coarse.join(' OR ')})`;
  const [ids] = await counter.numbers(`SELECT count(*) FROM (${linked})`);
  if (ids === 0) return [];
  const row = await firstRow(counter, source, [subject], linked);
  return [{ kind: 'linked-coarser', file, ids, ...(row === undefined ? {} : { row }) }];
}
