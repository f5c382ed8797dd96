import type { Pool } from '../../base/pool.ts';
import {
  as,
  call,
  column,
  create,
  distinct,
  type Expression,
  filter,
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
import { happeningColumns, type LinkWindow, tellWindow, windowColumns } from '../../policy/event-columns.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import { type LinkedEvents, type LinkInput, linkKernel, type Window } from './link-kernel.ts';
import type { MadeEvents } from './make.ts';
import { endToEnd, inOrder, placeWithin, readSequences, readTimeRules, timingOf } from './order-links.ts';
import { findOrderedSets } from './ordered-sets.ts';
import { codeIn, type Packing } from './packing.ts';
import { stayingPairs } from './published-pairs.ts';
import { tellDurations } from './tell-durations.ts';
import { makeTurns } from './turns.ts';
import { findWholeTraces, type TraceRules } from './whole-traces.ts';

export type Shared = Extract<EventsPolicy['pseudonym'], `shared${string}`>;

export const isShared = (pseudonym: EventsPolicy['pseudonym']): pseudonym is Shared => pseudonym.startsWith('shared');

/** The window that a number never leaves, and whether days are linked first. */
export const sharedWithin = { shared: 'day, then week', 'shared:day': 'day', 'shared:week': 'week' } as const;

export interface SharedOutput {
  readonly k: number;
  readonly within: (typeof sharedWithin)[Shared];
  readonly confidence: number | undefined;
  /** Whether the order of linked events is told, and the least number of subjects with one whole trace, where such are published. */
  readonly order: boolean;
  readonly traces: number | undefined;
  /** Where the times between linked events are cut into bins; they are not told where it is left out. */
  readonly durations: readonly string[] | undefined;
  readonly pool: Pool;
  readonly keys: Keys;
  readonly engine: Relational;
}

/**
 * Answers the events of a log, which are in `log`, `fates` and `ids`, with the number of each. A number links events of a subject only where k subjects carry the very same linked set. What is near is decided by what is
 * published and never by the true time, so that a link gives nothing back that was taken from an event.
 */
export async function makeSharedNumbers(made: MadeEvents, output: SharedOutput): Promise<Relation> {
  const { k, within, confidence, order, traces, durations, pool, keys, engine } = output;
  const window = within === 'day' ? 'day' : 'week';
  await engine.run([create('texts', textsOf(made.packing, window))]);
  const { mayOrder, mayTime } = order ? await readTimeRules(engine) : { mayOrder: () => false, mayTime: () => false };
  if (traces !== undefined) await putWholeTraces(engine, { k, least: traces, mayOrder, confidence });
  const names = made.packing.columns.map(({ name }) => name);
  const rules = { k, stages: sharedStages[within], confidence };
  const isNear = tellWindow(names, window); // else events far apart would read as near, and none are linked
  const spent = { traces: traces !== undefined, room: traces !== undefined && confidence !== undefined };
  const linked = isNear ? await linkWindows(windowsOf(made, engine, spent), rules, pool) : [];
  const sets = await putLinks(engine, linked);
  await engine.run([create('numbered', numberedEvents({ order, whole: traces !== undefined }))]);
  const numbered = order ? await tellOrders(engine, k, mayOrder) : table('numbered');
  const told =
    durations === undefined
      ? numbered
      : await tellDurations(engine, numbered, { edges: durations, sets, leastOfSets: k, leastOfTraces: traces ?? k, mayTime });
  return makeTurns(told, 'shared numbers', keys, engine);
}

export const sharedStages = { day: ['window'], 'day, then week': ['part', 'window'], week: ['window'] } as const;

/** What is published, each text once: the window and the part of it that it lies in, what it says that happened, and its number in the order of texts. */
export function textsOf(packing: Packing, near: LinkWindow): Relation {
  const window = codesOf(packing, column('f'), windowColumns[near]);
  const part = codesOf(packing, column('f'), windowColumns.day);
  const { timing, coarse } = timingOf(packing, column('f'));
  const rank = (...order: readonly Expression[]) => as('uint32', { kind: 'rank', order });
  return select(
    distinct(select(table('fates'), same('f'))),
    same('f'),
    ['window', rank(window)],
    ['part', rank(part)],
    ['happening', rank(codesOf(packing, column('f'), happeningColumns))],
    ['timing', rank(timing)],
    ['coarse', coarse],
    ['combination', rank(window, part, column('f'))],
  );
}

const publishedEvents = join(join(join(table('log'), table('fates'), ['q']), table('ids'), ['u']), table('texts'), ['f']);

/**
 * Events with what they share a number with: those of a subject that have a `slot`, from 1; the one `event` that stands alone; or, where both are 0, all of a subject. With an order the place of each among
 * those that share its number.
 */
function numberedEvents({ order, whole }: { readonly order: boolean; readonly whole: boolean }): Relation {
  const own = ['place', 'u', 'f', 'id', 'key', ...(order ? ['t', 'combination'] : [])].map(same);
  const copy = order
    ? placeWithin('id', 'f')
    : as('uint32', { kind: 'rowNumber', within: [column('id'), column('f')], order: [column('place')] });
  const copied = select(publishedEvents, ...['place', 'u', 'f', 'id', 'key', 'combination', ...(order ? ['t'] : [])].map(same), [
    'copy',
    copy,
  ]);
  const linked = join(copied, table('links'), ['id', 'combination', 'copy'], 'left');
  const joined = whole ? join(linked, table('traced'), ['id'], 'left') : linked;
  const isUnlinked = call('isMissing', column('set'));
  const isAlone = whole ? call('and', isUnlinked, call('isMissing', column('whole'))) : isUnlinked;
  const numbered = select(
    joined,
    ...own,
    ['slot', call('firstKnown', column('set'), number(0))],
    ['event', when([[isAlone, column('place')]], number(0))],
  );
  if (!order) return numbered;
  return select(numbered, ...own, ...['slot', 'event'].map(same), ['position', placeWithin('u', 'slot', 'event')]);
}

/** Makes `traced(id, whole)`, the subjects that are published whole, and, where it is bounded what an event tells, `room(combination, room)`. */
async function putWholeTraces(
  engine: Relational,
  { confidence, ...rules }: TraceRules & { readonly confidence: number | undefined },
): Promise<void> {
  const placed = select(publishedEvents, same('id'), same('combination'), ['position', placeWithin('id')]);
  const { keys, sequences } = await readSequences(inOrder(placed, 'id'), engine);
  const telling = confidence === undefined ? undefined : { confidence, happeningOf: await readHappenings(engine) };
  const { isWhole, room } = findWholeTraces(sequences, { ...rules, telling });
  await engine.put('room', [
    ['combination', Uint32Array.from(room.keys())],
    ['room', Uint32Array.from(room.values())],
  ]);
  const whole = keys.filter((_, subject) => isWhole[subject] === 1);
  await engine.put('traced', [
    ['id', whole],
    ['whole', new Uint32Array(whole.length).fill(1)],
  ]);
}

async function readHappenings(engine: Relational): Promise<(combination: number) => number> {
  const happenings = new Map<number, number>();
  const rows = select(table('texts'), ...['combination', 'happening'].map((name) => [name, as('uint32', column(name))] as const));
  for await (const [combinations, own] of engine.stream({ rows }))
    for (let i = 0; i < combinations.length; i++) happenings.set(combinations[i], own[i]);
  return (combination) => happenings.get(combination) ?? 0;
}

/** The events of `numbered`, with the place 0 where an order is not told. */
async function tellOrders(engine: Relational, k: number, mayOrder: TraceRules['mayOrder']): Promise<Relation> {
  const sets = filter(table('numbered'), call('less', number(0), column('slot')));
  const { keys, sequences } = await readSequences(inOrder(sets, 'slot'), engine);
  const isTold = findOrderedSets(sequences, k, mayOrder);
  const told = keys.filter((_, set) => isTold[set] === 1);
  await engine.put('ordered', [
    ['slot', told],
    ['told', new Uint32Array(told.length).fill(1)],
  ]);
  const isHidden = call('and', call('less', number(0), column('slot')), call('isMissing', column('told')));
  return select(
    join(table('numbered'), table('ordered'), ['slot'], 'left'),
    ...['place', 'u', 'f', 'id', 'key', 'slot', 'event', 't', 'combination'].map(same),
    ['position', when([[isHidden, number(0)]], column('position'))],
  );
}

/** The codes of some columns of a packed key as one number. */
const codesOf = (packing: Packing, key: Expression, wanted: readonly string[]): Expression =>
  call(
    'add',
    number(0),
    ...packing.columns.flatMap(({ name }, c) =>
      wanted.includes(name) ? [call('multiply', codeIn(packing, key, c), number(packing.strides[c]))] : [],
    ),
  );

/** Who did what how often, one window after the other; no more than one is held at a time. Whole traces have their events already, and may have spent room. */
async function* windowsOf(
  made: MadeEvents,
  engine: Relational,
  spent: { readonly traces: boolean; readonly room: boolean },
): AsyncGenerator<Window> {
  const all = join(join(stayingPairs(made), table('fates'), ['q']), table('ids'), ['u']);
  const events = spent.traces ? join(all, table('traced'), ['id'], 'without') : all;
  const texts = spent.room ? join(table('texts'), table('room'), ['combination']) : table('texts');
  const counted = join(group(events, [same('id'), same('f')], ['n', tell('sum', column('n'))]), texts, ['f']);
  const columns = ['window', 'id', 'combination', 'n', 'part', 'happening', ...(spent.room ? ['room'] : [])];
  const rows = select(counted, ...columns.map((name) => [name, as('uint32', column(name))] as const));
  let [open, gathered]: [number, ReturnType<typeof gather>] = [0, gather()];
  for await (const [windows, ...cells] of engine.stream({ rows, order: ['window', 'id', 'combination'].map(column) }))
    for (let from = 0, to = 0; from < windows.length; from = to) {
      while (to < windows.length && windows[to] === windows[from]) to++;
      if (windows[from] !== open && gathered.rows > 0) {
        yield gathered.whole();
        gathered = gather();
      }
      open = windows[from];
      gathered.add(cells.map((values) => values.slice(from, to)));
    }
  if (gathered.rows > 0) yield gathered.whole();
}

/** Chunks of the columns of a window, end to end. */
function gather() {
  const chunks: (readonly Uint32Array[])[] = [];
  const gathered = {
    rows: 0,
    add(cells: readonly Uint32Array[]): void {
      chunks.push(cells);
      gathered.rows += cells[0].length;
    },
    whole(): Window {
      const [subjects, combinations, counts, parts, happenings, room] = chunks[0].map((_, c) =>
        endToEnd(chunks.map((cells) => cells[c])),
      );
      return { subjects, combinations, counts, parts, happenings, room };
    },
  };
  return gathered;
}

const ignore = (): void => {};

/** What is linked in each window, in the order of windows; few are held at a time. */
export async function linkWindows(
  windows: AsyncIterable<Window> | Iterable<Window>,
  rules: Omit<LinkInput, 'window'>,
  pool: Pool,
): Promise<readonly LinkedEvents[]> {
  const linked: Promise<LinkedEvents>[] = [];
  const atWork = new Set<Promise<void>>();
  for await (const window of windows) {
    const one = pool.run(linkKernel, { ...rules, window });
    linked.push(one);
    const watched: Promise<void> = one.then(ignore, ignore).then(() => void atWork.delete(watched)); // whoever awaits all hears of a fault
    atWork.add(watched);
    if (atWork.size > pool.threads) await Promise.race(atWork);
  }
  return Promise.all(linked);
}

/** Makes `links(id, combination, copy, set)`: the events that share a number, each window's sets after those of the one before. Answers how many sets there are. */
async function putLinks(engine: Relational, windows: readonly LinkedEvents[]): Promise<number> {
  let before = 1; // 0 is for events that stand alone
  const sets = windows.map(({ sets: own, kinds }) => {
    const from = before;
    before += kinds.length;
    return own.map((set) => from + set);
  });
  await engine.put('links', [
    ['id', endToEnd(windows.map(({ subjects }) => subjects))],
    ['combination', endToEnd(windows.map(({ combinations }) => combinations))],
    ['copy', endToEnd(windows.map(({ copies }) => copies))],
    ['set', endToEnd(sets)],
  ]);
  return before - 1;
}
