import type { MadeEvents } from '../families/events/make.ts';
import type { WrittenEvents } from '../families/events/write.ts';
import type { KeptLinks, Unicity } from '../figures/judged.ts';
import { measureIn } from '../figures/values.ts';
import type { EventsMeasure } from '../measure/events/measure.ts';
import type { EventsPolicy } from '../policy/policy.ts';
import type { EventsSummary } from '../report/events-summary.ts';
import type { Verdict } from '../verify/verify.ts';
import { adviceOn, exactSpelling, joinedOf } from './advice.ts';

interface Judged {
  readonly measure: EventsMeasure;
  readonly unicity: readonly Unicity[] | undefined;
  readonly links: KeptLinks | undefined;
  readonly followsError: number | undefined;
  readonly verdict: Verdict;
}

/** A judged release of events in numbers. */
export function eventsSummary(
  policy: EventsPolicy & { readonly out: string },
  { look, subjects, counted, leftOut, unmapped, users }: MadeEvents,
  written: WrittenEvents,
  { measure, unicity, links, followsError, verdict }: Judged,
): EventsSummary {
  const advice = [...adviceOn(policy, look.joined), ...adviceOnEvents(policy, look.isoYears, users)];
  return {
    method: 'events',
    k: policy.k,
    out: policy.out,
    files: [written.file.name, ...(written.xes === undefined ? [] : [written.xes.name])],
    ...exactSpelling(policy),
    input: {
      rows: look.rows,
      subjects,
      ...joinedOf(look.joined),
      counted,
      leftOutSubjects: leftOut,
      ...(look.nobodies > 0 ? { withoutSubject: look.nobodies } : {}),
      ...(look.badTimes > 0 ? { badTimes: look.badTimes } : {}),
      ...(unmapped.rows > 0 ? { unmapped: { rows: unmapped.rows, codes: unmapped.codes.length } } : {}),
    },
    release: {
      rows: written.rows,
      subjects: written.subjects,
      combinations: written.combinations,
      flattened: written.flattened,
      removedEvents: users === undefined ? counted.rows - written.rows : 0,
      removedUsers: users?.removed ?? 0,
      suppressedRows: counted.rows - written.rows,
      suppressedSubjects: counted.subjects - written.subjects,
      leftOutSubjects: written.leftOutSubjects,
      retention: written.rows / counted.rows,
    },
    measure: measureIn('events', { loss: measure, unicity, links, followsError }),
    verdict: { holds: verdict.holds, smallestGroup: verdict.smallestGroup, breaches: [] },
    ...(advice.length > 0 ? { advice } : {}),
  };
}

function adviceOnEvents({ quasi }: EventsPolicy, isoYears: number, users: MadeEvents['users']): readonly string[] {
  const advice: string[] = [];
  if (isoYears > 1 && quasi.includes('week_number') && !quasi.includes('iso_year') && !quasi.includes('iso_year_week'))
    advice.push(
      `The events span ${isoYears} ISO years, and week_number alone puts the same week of each together; iso_year_week keeps them apart.`,
    );
  if (users !== undefined)
    advice.push(
      `--reduce users removed ${users.removed} subjects and with them ${users.events} events; --reduce events would have removed ${users.otherwise} events and left every combination with k just as well.`,
    );
  return advice;
}
