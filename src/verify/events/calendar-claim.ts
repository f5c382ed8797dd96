import type { EventsCensus } from '../census.ts';

interface Told {
  readonly axes: readonly { readonly column: string; readonly labels: readonly string[] }[];
  readonly after: readonly (readonly number[])[];
}

/** Whether a map of events over time shows as many at each place as the data has; one without the finest axes adds them up. */
export function calendarAgrees(told: unknown, counted: EventsCensus['calendar']): boolean {
  if (told === undefined) return true;
  const { axes, after } = told as Told; // as the rules of a public report left it
  if (counted === undefined || axes.some(({ column }, a) => counted.columns[a] !== column)) return false;
  if (after.some((cell) => cell.length !== axes.length + 1 || axes.some(({ labels }, a) => labels[cell[a]] === undefined)))
    return false;
  const shown = new Map(after.map((cell) => [placeOf(axes.map(({ labels }, a) => labels[cell[a]])), cell.at(-1)]));
  const events = new Map<string, number>();
  for (const cell of counted.cells) {
    const place = placeOf(cell.labels.slice(0, axes.length));
    events.set(place, (events.get(place) ?? 0) + cell.events);
  }
  return (
    shown.size === events.size && after.length === shown.size && [...events].every(([place, count]) => shown.get(place) === count)
  );
}

const placeOf = (labels: readonly string[]): string => JSON.stringify(labels);
