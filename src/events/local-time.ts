/** How the time column is stored. Text may carry an offset; a `zoned` value is an instant, a `local` one a wall clock. */
export type TimeKind = 'text' | 'zoned' | 'local' | 'other';

export interface TimeColumn {
  readonly sql: string;
  readonly kind: TimeKind;
  /** Whether any text carries an offset or Z. */
  readonly offsets: boolean;
}

/**
 * SQL of an event's local time, NULL where it cannot be read. Text without an offset is local time as it stands. With an offset it is an
 * instant: the clock in `zone` where one is given, else the clock as written. A date without an hour is not a time.
 */
export function localTimeSql({ sql, kind, offsets }: TimeColumn, zone: string | undefined): string {
  switch (kind) {
    case 'local':
      return finite(sql);
    case 'zoned':
      return finite(`timezone('${zone ?? 'UTC'}', ${sql})`);
    case 'text': {
      const read = `TRY_CAST(${sql} AS TIMESTAMP)`;
      if (!offsets) return withHour(sql, read);
      const wall = `TRY_CAST(regexp_extract(${sql}, '^(.{11}[0-9:.]+) ?(Z|z|[+-][0-9:]+)$', 1) AS TIMESTAMP)`;
      const there = zone === undefined ? wall : `timezone('${zone}', TRY_CAST(${sql} AS TIMESTAMPTZ))`;
      return withHour(sql, `CASE WHEN ${hasOffsetSql(sql)} THEN ${there} ELSE ${read} END`);
    }
    case 'other':
      return 'CAST(NULL AS TIMESTAMP)';
    default:
      return kind satisfies never;
  }
}

/** A dash after the two of the date, a plus or a Z. */
export const hasOffsetSql = (sql: string): string =>
  `(ends_with(${sql}, 'Z') OR ends_with(${sql}, 'z') OR contains(${sql}, '+') OR ${sql} LIKE '%-%-%-%')`;

/** A date alone would read as midnight, and `infinity` as a time; neither has a colon. */
const withHour = (sql: string, read: string): string => `CASE WHEN contains(${sql}, ':') THEN ${read} END`;

const finite = (sql: string): string => `CASE WHEN isfinite(${sql}) THEN CAST(${sql} AS TIMESTAMP) END`;
