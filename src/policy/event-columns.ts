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
