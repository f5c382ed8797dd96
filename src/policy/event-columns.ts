/** Every column an event can be published by: derived from its time, or mapped from its code. */
export const derivedColumns = [
  'generalized_event',
  'event',
  'year',
  'iso_year',
  'month',
  'day',
  'hour',
  'quantized_hour',
  'week_number',
  'iso_year_week',
  'weekday',
  'workday_weekend',
  'time_period',
] as const;
export type EventColumnName = (typeof derivedColumns)[number];

/** Columns of the input that an event is published by, beside what is derived from its time and its code. */
export const furtherColumns = (quasi: readonly string[]): readonly string[] =>
  quasi.filter((name) => !(derivedColumns as readonly string[]).includes(name));

/** Columns that say what happened, and not when. */
export const happeningColumns: readonly string[] = ['generalized_event', 'event'] satisfies readonly EventColumnName[];

/** Columns that say when it happened. */
export const timeColumns: readonly string[] = derivedColumns.filter((name) => !happeningColumns.includes(name));

/** Columns that say what the clock showed. */
const ofTheClock: readonly string[] = ['hour', 'quantized_hour', 'time_period'] satisfies readonly EventColumnName[];

/** Whether columns tell the clock; where none does, a day is time enough. */
export const tellClock = (columns: readonly string[]): boolean => columns.some((name) => ofTheClock.includes(name));

const ofTheWeek: readonly EventColumnName[] = ['year', 'iso_year', 'month', 'week_number', 'iso_year_week'];

/** A stretch of time that linked events may have in common. */
export type LinkWindow = 'day' | 'week';

/** Columns whose text says something of the day, or week, on which an event fell: events that read the same in all of them share a window. */
export const windowColumns: Readonly<Record<LinkWindow, readonly string[]>> = {
  week: ofTheWeek,
  day: [...ofTheWeek, 'day', 'weekday', 'workday_weekend'],
};

const telling: Readonly<Record<LinkWindow, readonly (readonly EventColumnName[])[]>> = {
  week: [['week_number'], ['iso_year_week']],
  day: [
    ['weekday', 'week_number'],
    ['weekday', 'iso_year_week'],
    ['day', 'month'],
  ],
};

/** Whether columns say which day or week it was, if only of an unnamed year; else events far apart could read the same. */
export const tellWindow = (columns: readonly string[], window: LinkWindow): boolean =>
  telling[window].some((needed) => needed.every((name) => columns.includes(name)));
