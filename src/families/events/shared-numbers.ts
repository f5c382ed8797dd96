import type { Pool } from '../../base/pool.ts';
import {
  as,
  call,
  column,
  create,
  distinct,
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
import { happeningColumns, windowColumns } from '../../policy/event-columns.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import { type LinkedEvents, type LinkInput, linkKernel, type Window } from './link-kernel.ts';
import type { MadeEvents } from './make.ts';
import { codeIn, type Packing } from './packing.ts';
import { stayingPairs } from './published-pairs.ts';
import { makeTurns } from './turns.ts';

type Shared = Extract<EventsPolicy['pseudonym'], `shared${string}`>;

export const isShared = (pseudonym: EventsPolicy['pseudonym']): pseudonym is Shared => pseudonym.startsWith('shared');

/** The window that a number never leaves, and whether days are linked first. */
export const sharedWithin = { shared: 'day, then week', 'shared:day': 'day', 'shared:week': 'week' } as const;

export interface SharedOutput {
  readonly k: number;
  readonly within: (typeof sharedWithin)[Shared];
  readonly confidence: number | undefined;
  readonly pool: Pool;
  readonly keys: Keys;
  readonly engine: Relational;
}

/**
 * Answers the events of a log, which are in `log`, `fates` and `ids`, with the number of each. A number links events of a subject only where k subjects carry the very same linked set. What is near is decided by what is
 * published and never by the true time, so that a link gives nothing back that was taken from an event.
 */
export async function makeSharedNumbers(made: MadeEvents, output: SharedOutput): Promise<Relation> {
  const { packing } = made;
  const { k, within, confidence, pool, keys, engine } = output;
  const window = codesOf(packing, column('f'), windowColumns[within === 'day' ? 'day' : 'week']);
  const part = codesOf(packing, column('f'), windowColumns.day);
  const happening = codesOf(packing, column('f'), happeningColumns);
  const rank = (...order: readonly Expression[]) => as('uint32', { kind: 'rank', order });
  await engine.run([
    create(
      'texts',
      select(
        distinct(select(table('fates'), same('f'))),
        same('f'),
        ['window', rank(window)],
        ['part', rank(part)],
        ['happening', rank(happening)],
        ['combination', rank(window, part, column('f'))],
      ),
    ),
  ]);
  const stages = { day: ['window'], 'day, then week': ['part', 'window'], week: ['window'] } as const;
  await putLinks(engine, await linkWindows(windowsOf(made, engine), { k, stages: stages[within], confidence }, pool));
  const events = join(join(join(table('log'), table('fates'), ['q']), table('ids'), ['u']), table('texts'), ['f']);
  const copy = as('uint32', { kind: 'rowNumber', within: [column('id'), column('f')], order: [column('place')] });
  const copied = select(events, ...['place', 'u', 'f', 'id', 'key', 'combination'].map(same), ['copy', copy]);
  const linked = join(copied, table('links'), ['id', 'combination', 'copy'], 'left');
  const isAlone = call('isMissing', column('set'));
  const numbered = select(
    linked,
    ...['place', 'u', 'f', 'id', 'key'].map(same),
    ['slot', call('firstKnown', column('set'), number(0))],
    ['event', when([[isAlone, column('place')]], number(0))],
  );
  await engine.run([create('numbered', numbered)]);
  return makeTurns(table('numbered'), 'shared numbers', keys, engine);
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

/** Who did what how often, one window after the other; no more than one is held at a time. */
async function* windowsOf(made: MadeEvents, engine: Relational): AsyncGenerator<Window> {
  const events = join(join(stayingPairs(made), table('fates'), ['q']), table('ids'), ['u']);
  const counted = join(group(events, [same('id'), same('f')], ['n', tell('sum', column('n'))]), table('texts'), ['f']);
  const columns = ['window', 'id', 'combination', 'n', 'part', 'happening'];
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
      const [subjects, combinations, counts, parts, happenings] = [0, 1, 2, 3, 4].map((c) =>
        endToEnd(chunks.map((cells) => cells[c])),
      );
      return { subjects, combinations, counts, parts, happenings };
    },
  };
  return gathered;
}

const ignore = (): void => {};

async function linkWindows(
  windows: AsyncIterable<Window>,
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

/** Makes `links(id, combination, copy, set)`: the events that share a number, each window's sets after those of the one before. */
async function putLinks(engine: Relational, windows: readonly LinkedEvents[]): Promise<void> {
  let before = 1; // 0 is for events that stand alone
  const sets = windows.map(({ sets: own, setCount }) => {
    const from = before;
    before += setCount;
    return own.map((set) => from + set);
  });
  await engine.put('links', [
    ['id', endToEnd(windows.map(({ subjects }) => subjects))],
    ['combination', endToEnd(windows.map(({ combinations }) => combinations))],
    ['copy', endToEnd(windows.map(({ copies }) => copies))],
    ['set', endToEnd(sets)],
  ]);
}

function endToEnd(parts: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
