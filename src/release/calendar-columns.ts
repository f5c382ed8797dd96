/** Where a published event stands in time, from the longest cycle to the shortest; of each the first that is published. */
const cycles = [
  ['iso_year_week', 'week_number', 'month', 'day', 'year', 'iso_year'],
  ['weekday', 'workday_weekend'],
  ['time_period', 'quantized_hour', 'hour'],
] as const;

/** The columns of a map of events over time; none where fewer than two cycles are published. */
export function calendarColumns(published: readonly string[]): readonly string[] {
  const chosen = cycles.flatMap((names) => names.find((name) => published.includes(name)) ?? []);
  return chosen.length < 2 ? [] : chosen;
}
