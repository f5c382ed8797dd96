import { type Intrusion, intrusionOf, shareOf } from '../intrusion.ts';
import { eventsOf, markIds, openFor, steps } from './link-events.ts';
import type { Log } from './read-log.ts';

/**
 * Whoever knows some events of a person says that it is in the release where one id may carry them all, or, where nothing is linked, where each of them
 * may be there. Nothing can be said without people who are not.
 */
export function seekEvents(log: Log): readonly Intrusion[] {
  const { known, outsiders } = log;
  if (outsiders.length === 0) return [];
  const isThere = seekIn(log);
  const members = Float64Array.from(known.ids, (_, person) => isThere(eventsOf(known, person)));
  const others = Float64Array.from(outsiders, ({ from, known: count }) =>
    isThere(Array.from({ length: count }, (_, i) => from + i)),
  );
  const of = steps[steps.length - 1];
  return [intrusionOf({ intruder: 'presence', knows: of, of, control: shareOf(others), controls: others.length }, members)];
}

function seekIn({ ids, ...log }: Log): (events: readonly number[]) => number {
  const { facts, board } = log;
  if (ids === undefined)
    return (events) => (events.every((event) => openFor(facts, board.records.length, event).length > 0) ? 1 : 0);
  const reached = new Uint8Array(ids.count);
  return (events) => {
    reached.fill(0);
    return events.every((event, before) => markIds({ ...log, ids }, event, before, reached) > 0) ? 1 : 0;
  };
}
