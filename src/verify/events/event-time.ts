import { text } from '../counter.ts';

/** A column of times as the original holds it. */
export interface TimeCell {
  readonly sql: string;
  /** What DuckDB calls its type. */
  readonly type: string;
}

/**
 * SQL of the wall clock an event is told by, a TIMESTAMP; NULL for what is no time. Text is ISO 8601, read piece by piece. An instant is told
 * in the zone that is given; without one a text with an offset tells its own clock, and a stored instant that of UTC. With `days` a date alone is its midnight.
 */
export function wallClockOf({ sql, type }: TimeCell, zone: string | undefined, days = false): string {
  const clock = clockOf({ sql, type }, zone);
  if (!days) return clock;
  const day = type === 'DATE' ? sql : type === 'VARCHAR' ? `try_strptime(trim(${sql}), '%Y-%m-%d')` : undefined;
  const isDay = type === 'DATE' ? `isfinite(${sql})` : `regexp_full_match(${sql}, '\\s*[0-9]{4}-[0-9]{2}-[0-9]{2}\\s*')`;
  return day === undefined ? clock : `coalesce(${clock}, CASE WHEN ${isDay} THEN CAST(${day} AS TIMESTAMP) END)`;
}

function clockOf({ sql, type }: TimeCell, zone: string | undefined): string {
  if (type === 'TIMESTAMP WITH TIME ZONE') return finite(sql, `timezone(${text(zone ?? 'UTC')}, ${sql})`);
  if (type.startsWith('TIMESTAMP')) return finite(sql, sql);
  if (type !== 'VARCHAR') return 'CAST(NULL AS TIMESTAMP)';
  const pieces = `regexp_extract(${sql}, ${text(isoForm)}, ['day', 'clock', 'seconds', 'fraction', 'zone'])`;
  const written = "piece['day'] || ' ' || piece['clock'] || CASE piece['seconds'] WHEN '' THEN ':00' ELSE piece['seconds'] END";
  const rest = "to_microseconds(CAST(rpad(left(piece['fraction'], 6), 6, '0') AS BIGINT))"; // which of two events was first may hang on it
  const asWritten = `(try_strptime(${written}, '%Y-%m-%d %H:%M:%S') + ${rest})`;
  const offset = `CASE upper(piece['zone']) WHEN 'Z' THEN '+00:00' ELSE left(piece['zone'], 3) || ':' || CASE WHEN length(piece['zone']) > 3 THEN right(piece['zone'], 2) ELSE '00' END END`;
  const instant = `CASE WHEN ${asWritten} IS NOT NULL THEN TRY_CAST(${written} || ${offset} AS TIMESTAMPTZ) + ${rest} END`;
  const told =
    zone === undefined ? asWritten : `CASE piece['zone'] WHEN '' THEN ${asWritten} ELSE timezone(${text(zone)}, ${instant}) END`;
  return `list_transform([${pieces}], lambda piece: ${told})[1]`;
}

const isoForm =
  '^\\s*([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2})(?:(:[0-5][0-9])(?:[.]([0-9]{1,9}))?)?(?: ?([Zz]|[+-](?:0[0-9]|1[0-5])(?::?[0-5][0-9])?))?\\s*$';

const finite = (sql: string, clock: string): string => `CASE WHEN isfinite(${sql}) THEN CAST(${clock} AS TIMESTAMP) END`;
