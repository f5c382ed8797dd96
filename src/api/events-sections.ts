import { invariant } from '../base/problem.ts';
import type { OriginalCalendar } from '../engine/local/calendar.ts';
import type { EventsPolicy } from '../policy/policy.ts';
import { sizeBins } from '../report/bins.ts';
import type { Calendar, EventsSections } from '../report/sections.ts';
import { classRisk } from '../risk/class-risk.ts';
import type { CalendarCell } from '../verify/census.ts';
import type { Verdict } from '../verify/verify.ts';

/** The sections of an event log's report: what leaves as the verifier counted it, what was there as DuckDB has it. */
export function eventsSections(
  policy: EventsPolicy,
  { census }: Verdict,
  original: OriginalCalendar | undefined,
): EventsSections {
  invariant(census?.kind === 'events', 'a run asks the verifier for the sizes of combinations');
  const { calendar, combinations } = census;
  return {
    kind: 'events',
    lang: policy.lang,
    policy,
    risk: classRisk(combinations),
    combinationSizes: sizeBins(combinations, 24),
    ...(original === undefined || calendar === undefined ? {} : { calendar: calendarOf(original, calendar.cells) }),
  };
}

/** Labels that occur, in the order of the original; the flat value, which says nothing, is the last of its axis. */
function calendarOf({ axes, cells }: OriginalCalendar, released: readonly CalendarCell[]): Calendar {
  const all = [...cells, ...released];
  const used = axes.map(({ column, labels }, a) => {
    const there = new Set(all.map((cell) => cell.labels[a]));
    return { column, labels: [...new Set(labels)].filter((label) => there.has(label)) };
  });
  const placed = ({ labels, events }: CalendarCell) => [...labels.map((label, a) => used[a].labels.indexOf(label)), events];
  return { axes: used, before: cells.map(placed), after: released.map(placed) };
}
