import type { DuckDBConnection } from '@duckdb/node-api';
import { codesSql, type Packing } from '../../families/events/packing.ts';
import type { EventsPolicy } from '../../policy/policy.ts';

type Rotation = Extract<EventsPolicy['pseudonym'], `rotate:${string}`>;

export const isRotation = (pseudonym: EventsPolicy['pseudonym']): pseudonym is Rotation => pseudonym.startsWith('rotate');

/** Days since 1970 of a TIMESTAMP. */
export const dayNumberSql = (time: string): string =>
  `CAST(datediff('day', DATE '1970-01-01', CAST(${time} AS DATE)) AS INTEGER)`;

/** The number of the window a TIMESTAMP falls in; an id holds for one. */
function windowSql(rotation: Rotation, time: string): string {
  switch (rotation) {
    case 'rotate:day':
      return dayNumberSql(time);
    case 'rotate:week':
      return `CAST(datediff('week', DATE '1970-01-05', CAST(${time} AS DATE)) AS INTEGER)`;
    case 'rotate:month':
      return `CAST(year(${time}) * 12 + month(${time}) AS INTEGER)`;
    default:
      return rotation satisfies never;
  }
}

/** Columns that a day decides; the others tell the hour or the code, which no window hangs on. */
const ofTheDay: ReadonlySet<string> = new Set(
  'year iso_year month day week_number iso_year_week weekday workday_weekend'.split(' '),
);

/**
 * Fills `turns(u, slot, event, turn)` with the ids of a log whose events are in `log` and `fates`, and `slots(day, slot)`.
 *
 * Rows of one id lie in one window, so whatever one of them tells of its window holds for all. Two rules keep an id from telling more than
 * each of its rows does (decision 0025):
 * - An event published coarser has an id of its own, as all others of its window would give back what was taken from it.
 * - Other events share one only where their cells leave the same windows open: of these no intersection is smaller. A Wednesday in January
 *   and a Friday in February are each in several weeks; in one week they are in one alone.
 * `order` is SQL for the random order of ids from `content`, what is published under each; `event` is -1 unless the id is for that one alone.
 */
export async function rotatingIds(
  rotation: Rotation,
  packing: Packing,
  order: string,
  connection: DuckDBConnection,
): Promise<void> {
  const cells = codesSql(packing, ({ name }) => ofTheDay.has(name));
  await connection.run(`CREATE TABLE slots AS WITH
    days AS (SELECT day, TIMESTAMP '1970-01-01' + day * INTERVAL 1 DAY AS t FROM (SELECT CAST(unnest(range(min(day), max(day) + 1)) AS INTEGER) AS day FROM log)),
    cells AS (SELECT day, ${cells} AS cells, ${windowSql(rotation, 't')} AS own FROM days),
    open AS (SELECT cells, dense_rank() OVER (ORDER BY list(DISTINCT own ORDER BY own)) AS windows FROM cells GROUP BY cells)
    SELECT day, CAST(dense_rank() OVER (ORDER BY own, windows) AS INTEGER) AS slot FROM cells JOIN open USING (cells)`);
  await connection.run(`CREATE TABLE turns AS SELECT u, slot, event, CAST(row_number() OVER (ORDER BY ${order}, u, slot, event) AS INTEGER) AS turn
    FROM (SELECT log.u, slot, ${ownEventSql} AS event, sum(CAST(hash(f) AS HUGEINT)) AS content FROM log JOIN fates USING (q) JOIN ids USING (u) JOIN slots USING (day) GROUP BY ALL)`);
}

/** The event an id is for alone, or -1. */
export const ownEventSql = 'CASE WHEN coarser THEN log.rowid ELSE -1 END';
