/**
 * Which texts are dates and times. ISO 8601 in its extended form and nothing else: DuckDB would take 12/1/10 for the 10th of January 2012,
 * 2024-3-1 for a date, and 24:00 for the next day.
 */
const date = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const clock = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?';
const zone = '(Z|z|[+-](0[0-9]|1[0-5])(:?[0-5][0-9])?)';

const isText = (sql: string, form: string): string => `regexp_full_match(${sql}, '\\s*${form}\\s*')`;

/** SQL of the wall clock in a text with date and time and without an offset; NULL for any other text. */
export const isoLocalSql = (sql: string): string =>
  `CASE WHEN ${isUsual(sql)} THEN TRY_CAST(${sql} AS TIMESTAMP) WHEN ${isText(sql, `${date}[T ]${clock}`)} THEN TRY_CAST(trim(${sql}, E' \\t\\n\\f\\r') AS TIMESTAMP) END`; // TRY_CAST refuses a tab at the end

/** The form nearly every text has. What is cut out of a text, to look at it piece by piece, is three times as slow as a pattern. */
const isUsual = (sql: string): string => `regexp_full_match(${sql}, '${date}[T ]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]')`;

/** SQL of the wall clock in a text with date, time and offset, as it is written; NULL for any other text. */
export const isoZonedSql = (sql: string): string =>
  `CASE WHEN ${isZoned(sql)} THEN TRY_CAST(regexp_extract(${sql}, '^\\s*(.{11}[0-9:.]+)', 1) AS TIMESTAMP) END`;

/** SQL of a text's offset from UTC in minutes; NULL where it has none. */
export function isoOffsetSql(sql: string): string {
  const part = (group: number) => `regexp_extract(${sql}, '([+-])([0-9]{2}):?([0-9]{2})?\\s*$', ${group})`;
  const minutes = `CAST(${part(2)} AS BIGINT) * 60 + coalesce(TRY_CAST(${part(3)} AS BIGINT), 0)`;
  const signed = `CASE ${part(1)} WHEN '-' THEN -(${minutes}) WHEN '+' THEN ${minutes} ELSE 0 END`;
  return `CASE WHEN ${isZoned(sql)} THEN ${signed} END`;
}

const isZoned = (sql: string): string => isText(sql, `${date}[T ]${clock} ?${zone}`);

/** SQL of whether a text has date and time, with or without an offset, in the one form that is read without being asked. */
export const isIsoTimeSql = (sql: string): string => isText(sql, `${date}[T ]${clock}( ?${zone})?`);

/** SQL of the instant in UTC that a text with an offset tells; NULL for any other text. */
export const isoInstantSql = (sql: string): string => `(${isoZonedSql(sql)}) - to_minutes(${isoOffsetSql(sql)})`;

/** SQL of the day in a text that is a date alone; NULL for any other text. */
export const isoDateSql = (sql: string): string => `CASE WHEN ${isText(sql, date)} THEN TRY_CAST(${sql} AS DATE) END`;

/** SQL of the wall clock in a text that is a date, alone or with a time, with or without an offset; NULL for any other text. */
export const isoMomentSql = (sql: string): string => `coalesce(${isoLocalSql(sql)}, ${isoDateSql(sql)}, ${isoZonedSql(sql)})`;
