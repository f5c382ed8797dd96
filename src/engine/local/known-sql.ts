import type { KnownPart } from '../../inspect/known-columns.ts';
import { isMoment } from '../../inspect/look.ts';
import type { FieldCells } from './cell-table.ts';
import type { KnownColumn } from './standing.ts';

const hourInMicroseconds = 3_600_000_000;

/** What is remembered of a time, from the hour it lies in. */
const parts: Readonly<Record<NonNullable<KnownPart['part']>, (hour: string) => string>> = {
  week: (hour) => `yearweek(make_timestamp(${hour} * ${hourInMicroseconds}))`,
  weekday: (hour) => `isodow(make_timestamp(${hour} * ${hourInMicroseconds}))`,
  'part of day': (hour) => `(${hour} % 24) // 6`,
  day: (hour) => `${hour} // 24`,
  hour: (hour) => `${hour} % 24`,
};

/** The first instants of a series, parts of a time by name, any other column as it is. */
export function knownSql(
  { field, part }: KnownPart,
  cells: FieldCells | undefined,
  mostInstants: number,
): readonly KnownColumn[] {
  if (cells === undefined) return [];
  const [column] = cells.kept;
  if (part !== undefined && isMoment(cells.field.kind)) {
    const base = `CASE WHEN isfinite(${column}) THEN epoch_us(${column}) // ${hourInMicroseconds} END`; // few hours, many moments
    return [{ name: `${field} (${part})`, base, of: parts[part] }];
  }
  return cells.kept.slice(0, mostInstants).map((sql, place) => ({ name: cells.names[place], base: sql, of: (base) => base }));
}
