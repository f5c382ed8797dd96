import { isoDateSql, isoInstantSql, isoLocalSql, isoZonedSql } from './iso-time.ts';

/** How the time column is stored. Text may carry an offset; a `zoned` value is an instant, a `local` one a wall clock. */
export type TimeKind = 'text' | 'zoned' | 'local' | 'other';

export interface TimeColumn {
  readonly sql: string;
  readonly kind: TimeKind;
  /** Whether any text carries an offset or Z. */
  readonly offsets: boolean;
}

/**
 * SQL of an event's local time, NULL where it cannot be read. Text is ISO 8601. Text without an offset is local time as it stands. With an offset it is an
 * instant: the clock in `zone` where one is given, else the clock as written. A date without an hour is not a time.
 */
export function localTimeSql({ sql, kind, offsets }: TimeColumn, zone: string | undefined): string {
  switch (kind) {
    case 'local':
      return finite(sql);
    case 'zoned':
      return finite(`timezone('${zone ?? 'UTC'}', ${sql})`);
    case 'text': {
      if (!offsets) return isoLocalSql(sql);
      const there = zone === undefined ? isoZonedSql(sql) : `timezone('${zone}', timezone('UTC', ${isoInstantSql(sql)}))`;
      return `CASE WHEN ${hasOffsetSql(sql)} THEN ${there} ELSE ${isoLocalSql(sql)} END`;
    }
    case 'other':
      return 'CAST(NULL AS TIMESTAMP)';
    default:
      return kind satisfies never;
  }
}

/** SQL of a local time, or of the midnight of a date that has none. */
export const momentSql = (time: string, sql: string): string =>
  `coalesce(${time}, CAST(${isoDateSql(`CAST(${sql} AS VARCHAR)`)} AS TIMESTAMP))`;

/** A dash after the two of the date, a plus or a Z: quick to tell, and true of every text with an offset. */
export const hasOffsetSql = (sql: string): string =>
  `(contains(${sql}, 'Z') OR contains(${sql}, 'z') OR contains(${sql}, '+') OR ${sql} LIKE '%-%-%-%')`;

const finite = (sql: string): string => `CASE WHEN isfinite(${sql}) THEN CAST(${sql} AS TIMESTAMP) END`;
