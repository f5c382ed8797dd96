import { openCells } from '../board.ts';
import type { Fact } from '../fact.ts';
import type { KnownEvents } from './draw-events.ts';
import type { Ids, Log } from './read-log.ts';

/** A log whose events are linked by ids. */
export type LinkedLog = Log & { readonly ids: Ids };

/** Numbers of known events that are tried. */
export const steps = [1, 2, 4, 8] as const;

/** The chance to point at a person's own id among all that carry every known event, for each number of them; whoever has fewer is known by all. */
export function linkByEvents(log: LinkedLog): readonly Float64Array[] {
  const persons = log.known.ids.length;
  const chances = steps.map(() => new Float64Array(persons));
  const reached = new Uint8Array(log.ids.count);
  for (let person = 0; person < persons; person++) {
    reached.fill(0);
    let fitting = 0;
    const events = eventsOf(log.known, person);
    for (const [known, event] of events.entries()) {
      fitting = markIds(log, event, known, reached);
      for (const [step, upTo] of steps.entries()) if (upTo > known) chances[step][person] = 1 / fitting;
    }
  }
  return chances;
}

/** The same for whoever also knows how many events the id has in all. */
export function linkByHistory(log: LinkedLog): Float64Array {
  const reached = new Uint8Array(log.ids.count);
  return Float64Array.from(log.known.ids, (own, person) => {
    reached.fill(0);
    const events = eventsOf(log.known, person);
    for (const [known, event] of events.entries()) markIds(log, event, known, reached);
    let fitting = 0;
    for (let id = 0; id < reached.length; id++)
      if (reached[id] === events.length && log.ids.events[id] === log.ids.events[own]) fitting++;
    return 1 / fitting;
  });
}

export const eventsOf = ({ starts }: KnownEvents, person: number): readonly number[] =>
  Array.from({ length: starts[person + 1] - starts[person] }, (_, i) => starts[person] + i);

/** Counts up the ids that carried all events before and may carry this one; answers how many they are. */
export function markIds(
  { board, facts, ids: { ofCell } }: LinkedLog,
  event: number,
  before: number,
  reached: Uint8Array,
): number {
  const open = openFor(facts, board.records.length, event);
  let fitting = 0;
  for (const cell of open)
    for (let at = ofCell.starts[cell]; at < ofCell.starts[cell + 1]; at++) {
      const id = ofCell.items[at];
      if (reached[id] !== before) continue;
      reached[id] = before + 1;
      fitting++;
    }
  return fitting;
}

export function openFor(facts: readonly Fact[], cells: number, event: number): Uint32Array {
  const open = new Uint32Array(cells);
  return open.subarray(0, openCells(facts, event, open));
}
