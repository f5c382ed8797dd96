import type { EventsManifest } from '../../release/manifest.ts';
import { text } from '../counter.ts';

type Calendar = EventsManifest['calendar'];

/** What a published column says of an event's time. SQL for a cell, a text, and for `t`, the local time of its event. */
export interface CalendarColumn {
  /** Holds where the cell is as fine as the column can be. */
  readonly finest: (cell: string) => string;
  /** Holds where the cell stands for several of these; the flat value apart. */
  readonly coarser: (cell: string) => string;
  /** Holds where a cell of either form is true of the time. */
  readonly truth: (cell: string, t: string) => string;
}

/** The calendar columns by name, in the verifier's own words; nothing where the name is of no such column. */
export function calendarColumn(name: string, { periods, hourBlock }: Calendar): CalendarColumn | undefined {
  switch (name) {
    case 'year':
      return matching('-?[0-9]+', (t) => `year(${t})`);
    case 'iso_year':
      return matching('-?[0-9]+', (t) => `isoyear(${t})`);
    case 'month':
      return among(rangeOf(1, 12), (t) => `month(${t})`);
    case 'day':
      return among(rangeOf(1, 31), (t) => `day(${t})`);
    case 'hour':
      return among(rangeOf(0, 23), (t) => `hour(${t})`);
    case 'quantized_hour':
      return among(rangeOf(0, 23, hourBlock), (t) => `hour(${t}) - hour(${t}) % ${hourBlock}`);
    case 'week_number':
      return {
        ...among(rangeOf(1, 53), (t) => `week(${t})`),
        coarser: (cell) => oneOf(cell, blocksOfWeeks),
        truth: (cell, t) => `(${same(cell, `week(${t})`)} OR ${withinBlock(cell, t)})`,
      };
    case 'iso_year_week':
      return isoYearWeek;
    case 'weekday':
      return {
        ...among(rangeOf(0, 6), (t) => `isodow(${t}) - 1`),
        coarser: (cell) => oneOf(cell, ['workday', 'weekend']),
        truth: (cell, t) => `(${same(cell, `isodow(${t}) - 1`)} OR ${cell} = ${partOfWeek(t)})`,
      };
    case 'workday_weekend':
      return among(['workday', 'weekend'], partOfWeek);
    case 'time_period':
      return partsOfDay(periods);
    default:
      return undefined;
  }
}

const rangeOf = (from: number, to: number, step = 1): string[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => String(from + i * step));

const oneOf = (cell: string, values: readonly string[]): string => `${cell} IN (${values.map(text).join(', ')})`;

const same = (cell: string, value: string): string => `${cell} = CAST(${value} AS VARCHAR)`;

const never = () => 'false';

/** A column of these values, never coarser but flat. */
const among = (values: readonly string[], value: (t: string) => string): CalendarColumn => ({
  finest: (cell) => oneOf(cell, values),
  coarser: never,
  truth: (cell, t) => same(cell, value(t)),
});

const matching = (form: string, value: (t: string) => string): CalendarColumn => ({
  finest: (cell) => `regexp_full_match(${cell}, ${text(form)})`,
  coarser: never,
  truth: (cell, t) => same(cell, value(t)),
});

/** Four weeks or a quarter; the last of each takes week 53 in. */
const blocksOfWeeks = [4, 13].flatMap((width) =>
  Array.from({ length: 52 / width }, (_, i) => `${i * width + 1}-${(i + 1) * width === 52 ? 53 : (i + 1) * width}`),
);

const withinBlock = (cell: string, t: string): string => {
  const [from, to] = [1, 2].map((place) => `TRY_CAST(regexp_extract(${cell}, '([0-9]+)-([0-9]+)$', ${place}) AS INTEGER)`);
  return `coalesce(week(${t}) BETWEEN ${from} AND ${to}, false)`;
};

const isoYearWeek: CalendarColumn = {
  finest: (cell) => `regexp_full_match(${cell}, '-?[0-9]+-W(?:0[1-9]|[1-4][0-9]|5[0-3])')`,
  coarser: (cell) => `regexp_full_match(${cell}, '-?[0-9]+-W(?:${blocksOfWeeks.join('|')})')`,
  truth: (cell, t) =>
    `(starts_with(${cell}, isoyear(${t}) || '-W') AND (${cell} = isoyear(${t}) || '-W' || lpad(CAST(week(${t}) AS VARCHAR), 2, '0') OR ${isoYearWeek.coarser(cell)} AND ${withinBlock(cell, t)}))`,
};

const partOfWeek = (t: string): string => `CASE WHEN isodow(${t}) > 5 THEN 'weekend' ELSE 'workday' END`;

/** Each part begins at its hour and ends where the next one begins; before the first of them it is still the last one of the day before. */
function partsOfDay(periods: Calendar['periods']): CalendarColumn {
  const parts = Object.entries(periods).sort(([, a], [, b]) => b - a);
  const [last = ['', 0]] = parts;
  const part = (t: string) =>
    `CASE ${parts.map(([name, begins]) => `WHEN hour(${t}) >= ${begins} THEN ${text(name)}`).join(' ')} ELSE ${text(last[0])} END`;
  const byDay = Object.hasOwn(periods, 'day') ? 'not_night' : 'day';
  const hasNight = Object.hasOwn(periods, 'night') && parts.length > 2; // of two parts the other one stands for itself
  return {
    finest: (cell) => oneOf(cell, Object.keys(periods)),
    coarser: (cell) => (hasNight ? `${cell} = ${text(byDay)}` : 'false'),
    truth: (cell, t) => `(${cell} = ${part(t)}${hasNight ? ` OR ${cell} = ${text(byDay)} AND ${part(t)} <> 'night'` : ''})`,
  };
}
