import {
  askNumbers,
  call,
  column,
  type Expression,
  group,
  join,
  type Keys,
  number,
  type Relation,
  type Relational,
  same,
  select,
  table,
  tell,
  when,
} from '../../engine/relation.ts';
import { windowColumns } from '../../policy/event-columns.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import { type Packing, packedCodeOf } from './packing.ts';
import { makeTurns } from './turns.ts';

type Rotation = Extract<EventsPolicy['pseudonym'], `rotate:${string}`>;

export const isRotation = (pseudonym: EventsPolicy['pseudonym']): pseudonym is Rotation => pseudonym.startsWith('rotate');

/** Days of a log, end to end from its first: what is published of each, as a number, and its calendar month, counted through. */
interface Days {
  readonly first: number;
  readonly cells: Uint32Array;
  readonly months: Uint32Array;
}

/**
 * Answers the events of a log, which are in `log`, `fates` and `ids`, with the id of each.
 *
 * Rows of one id lie in one window, so whatever one of them tells of its window holds for all. Two rules keep an id from telling more than
 * each of its rows does (decision 0025):
 * - An event published coarser has an id of its own, as all others of its window would give back what was taken from it.
 * - Other events share one only where their cells leave the same windows open: of these no intersection is smaller. A Wednesday in January
 *   and a Friday in February are each in several weeks; in one week they are in one alone.
 */
export async function makeRotatingIds(rotation: Rotation, packing: Packing, keys: Keys, engine: Relational): Promise<Relation> {
  const days = await daysOf(packing, engine);
  const slots = slotsOf(days, windowsOf(rotation, days));
  await engine.put('slots', [
    ['since', Uint32Array.from(slots, (_, since) => since)],
    ['slot', slots],
  ]);
  const since = call('subtract', column('day'), number(days.first));
  const dated = select(table('log'), same('place'), same('q'), same('u'), ['since', since]);
  const events = join(join(join(dated, table('fates'), ['q']), table('ids'), ['u']), table('slots'), ['since']);
  const own = when([[column('coarser'), column('place')]], number(0));
  const slotted = select(events, ...['place', 'u', 'f', 'id', 'slot', 'key'].map(same), ['event', own]);
  return makeTurns(slotted, 'rotating ids', keys, engine);
}

async function daysOf(packing: Packing, engine: Relational): Promise<Days> {
  const day = column('day');
  const [first, last] = await askNumbers(
    engine,
    group(table('log'), [], ['first', tell('least', day)], ['last', tell('greatest', day)]),
  );
  const cells = new Uint32Array(last - first + 1);
  const months = new Uint32Array(last - first + 1);
  const begun = select({ kind: 'range', column: 'day', from: first, to: last }, same('day'), ['t', call('dayBegin', day)]);
  const told = packedCodeOf(packing, ({ name }) => windowColumns.day.includes(name)); // others tell the hour or the code, which no window hangs on
  const month: Expression = call('add', call('multiply', call('year', column('t')), number(12)), call('month', column('t')));
  const rows = select(
    begun,
    ['since', call('subtract', day, number(first))],
    ['cells', { kind: 'rank', order: [told] }],
    ['month', month],
  );
  for await (const [since, someCells, someMonths] of engine.stream({ rows }))
    for (let i = 0; i < since.length; i++) {
      cells[since[i]] = someCells[i];
      months[since[i]] = someMonths[i];
    }
  return { first, cells, months };
}

/** The window that each day falls in; an id holds for one. */
function windowsOf(rotation: Rotation, { first, months }: Days): Int32Array {
  switch (rotation) {
    case 'rotate:day':
      return Int32Array.from(months, (_, since) => first + since);
    case 'rotate:week':
      return Int32Array.from(months, (_, since) => Math.floor((first + since - 4) / 7)); // 1970-01-05 was a Monday
    case 'rotate:month':
      return Int32Array.from(months);
    default:
      return rotation satisfies never;
  }
}

/** One number for all days of a window whose cells leave the same windows open. */
function slotsOf({ cells }: Days, windows: Int32Array): Uint32Array {
  const open = new Map<number, Set<number>>();
  for (let since = 0; since < cells.length; since++) {
    const found = open.get(cells[since]) ?? new Set();
    open.set(cells[since], found.add(windows[since]));
  }
  const sets = new Map([...open].map(([cell, found]) => [cell, [...found].join()])); // days come in order, and so do their windows
  const slots = new Map<string, number>();
  return Uint32Array.from(cells, (cell, since) => {
    const name = `${windows[since]}/${sets.get(cell)}`; // numbers, so no two slots get one name
    const slot = slots.get(name) ?? slots.size;
    slots.set(name, slot);
    return slot;
  });
}
