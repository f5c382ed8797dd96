import { invariant } from '../base/problem.ts';
import type { OriginalCalendar } from '../families/events/calendar.ts';
import type { EventsPolicy } from '../policy/policy.ts';
import { writtenPolicy } from '../policy/written-policy.ts';
import { sizeBins } from '../release/bins.ts';
import type { Calendar, EventsSections } from '../report/sections.ts';
import type { ClassRisk } from '../risk/class-risk.ts';
import type { CalendarCell } from '../verify/census.ts';
import type { CountedVerdict } from '../verify/verify.ts';

/** The sections of an event log's report: what leaves as the verifier counted it, what was there as the engine counted it. */
export function eventsSections(
  policy: EventsPolicy,
  { census }: CountedVerdict,
  risk: ClassRisk | undefined,
  original: OriginalCalendar | undefined,
): EventsSections {
  invariant(census?.kind === 'events' && risk !== undefined, 'a run asks the verifier for the sizes of combinations');
  const { calendar, combinations } = census;
  return {
    kind: 'events',
    lang: policy.lang,
    policy: writtenPolicy(policy),
    risk,
    combinationSizes: sizeBins(combinations, 24, policy.k),
    ...(original === undefined || calendar === undefined ? {} : { calendar: calendarOf(original, calendar.cells) }),
  };
}

const mostCells = 20_000; // a decade of weeks by day and part of the day; by hour it would be four times as much

/** Labels that occur, in the order of the original; the flat value, which says nothing, is the last of its axis. The shortest cycle goes first. */
function calendarOf(original: OriginalCalendar, released: readonly CalendarCell[]): Calendar {
  const all = [...original.cells, ...released];
  const used = original.axes.map(({ column, labels }, a) => {
    const there = new Set(all.map((cell) => cell.labels[a]));
    return { column, labels: [...new Set(labels)].filter((label) => there.has(label)) };
  });
  const fits = used.reduce((cells, { labels }) => cells * labels.length, 1) <= mostCells;
  const axes = fits ? used : used.slice(0, 2);
  return { axes, before: placedOn(axes, original.cells), after: placedOn(axes, released) };
}

/** Cells by the places of their labels, those of one place added up. */
function placedOn(axes: Calendar['axes'], cells: readonly CalendarCell[]): Calendar['after'] {
  const places = axes.map(({ labels }) => new Map(labels.map((label, i) => [label, i])));
  const counts = new Map<number, number>();
  for (const { labels, events } of cells) {
    let at = 0;
    for (const [a, place] of places.entries()) at = at * place.size + (place.get(labels[a]) ?? 0);
    counts.set(at, (counts.get(at) ?? 0) + events);
  }
  return [...counts].map(([at, events]) => {
    const cell = [events];
    let rest = at;
    for (const place of places.toReversed()) {
      cell.unshift(rest % place.size);
      rest = Math.floor(rest / place.size);
    }
    return cell;
  });
}
