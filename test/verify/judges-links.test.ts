import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Counter } from '../../src/base/counting.ts';
import type { EventsManifest, ManifestColumn } from '../../src/release/manifest.ts';
import { text } from '../../src/verify/counter.ts';
import { combinationSentences } from '../../src/verify/events/combination-breaches.ts';
import { readCombinations } from '../../src/verify/events/combinations.ts';
import type { EventLog } from '../../src/verify/events/event-log.ts';
import { readKinds } from '../../src/verify/events/held-cells.ts';
import { judgeCombinations } from '../../src/verify/events/judge-combinations.ts';
import { checkLinkedRows } from '../../src/verify/events/linked-sets.ts';
import { checkMembers } from '../../src/verify/events/party-members.ts';
import type { SourceColumn } from '../../src/verify/source.ts';
import { draws } from '../suite/draws.ts';
import { counted } from './source-of-rows.ts';

const column = (name: string, role: string): SourceColumn =>
  ({ sql: name, type: 'text', declared: { name, role, kind: 'label' } as ManifestColumn }) as SourceColumn;
const tableOf = (rows: readonly (readonly string[])[], names: readonly string[]) =>
  `FROM (VALUES ${rows.map((row) => `(${row.map(text).join(', ')})`).join(', ')}) AS rows(${names.join(', ')})`;
const fill = (counter: Counter, table: string, names: readonly string[], rows: readonly (readonly string[])[]) =>
  counter.ask(`CREATE OR REPLACE TEMP TABLE ${table} AS ${tableOf(rows, names)}`);

const names = ['number', 'owner', 'generalized_event', 'week_number', 'weekday', 'position', 'since'] as const;
type Row = readonly [number: string, owner: string, what: string, week: string, day: string, position: string, since: string];

/** How many numbers hold the same events, each of a subject of its own unless their subjects are named; an event is what/week/day/position/since. */
type Carried = readonly [count: number, events: string, owners?: string];

const rowsOf = (sets: readonly Carried[]): Row[] => {
  let number = 0;
  return sets.flatMap(([count, events, owners]) =>
    Array.from({ length: count }, (_, i) => {
      number++;
      const owner = owners?.split(' ')[i] ?? `${100 + number}`;
      return events.split(' ').map((event): Row => {
        const [what, week = '10', day = '0', position = '1', since = 'first'] = event.split('/');
        return [String(number), owner, what, week, day, position, since];
      });
    }).flat(),
  );
};

interface Settings {
  readonly k: number;
  readonly window?: 'week' | 'day';
  readonly traces?: number;
  readonly confidence?: number;
  /** Whether an order is told, and the times between. */
  readonly order?: boolean;
  readonly durations?: readonly string[];
  /** Whether subjects are named. */
  readonly named?: boolean;
  /** What is published of an event; all, unless it is said. */
  readonly published?: readonly string[];
  /** What the file holds, where it is something else. */
  readonly file?: readonly Row[];
}

const found = (rows: readonly Row[], settings: Settings) =>
  counted(async (counter) => {
    const { k, window = 'week', traces, confidence, order = false, durations, named = true } = settings;
    const quasi = (settings.published ?? ['generalized_event', 'week_number', 'weekday']).map((name) => column(name, 'quasi'));
    const subject = column('number', 'subject');
    const told = [...(order ? [column('position', 'position')] : []), ...(durations ? [column('since', 'duration')] : [])];
    const columns = [subject, ...quasi, ...told];
    await fill(counter, 'events', names, rows);
    if (settings.file !== undefined) await fill(counter, 'file', names, settings.file);
    const source = { table: settings.file === undefined ? 'events' : 'file', columns };
    const log = { source, quasi, subject, file: 'log.csv', k } as unknown as EventLog & { readonly subject: SourceColumn };
    const manifest = {
      promises: {
        k,
        ...(traces && { traces }),
        ...(confidence !== undefined && { confidence }),
        ...(durations && { durations }),
      },
      pseudonym: `shared:${window}`,
      calendar: { periods: { night: 22, day: 6 }, hourBlock: 3 },
      flat: { value: '100', columns: ['week_number', 'weekday'] },
    } as unknown as EventsManifest;
    return checkLinkedRows(counter, log, manifest, { table: 'events', who: named ? 'owner' : undefined });
  });

const file = 'log.csv';
const ids = (kind: string, count: number, row: number) => ({ kind, file, ids: count, row });
const loose = (count: number, row: number) => ids('loose-link', count, row);
const unshared = (sets: number, fewest: number, k: number, row: number, named = true) => ({ kind: 'unshared-link', file, sets, fewest, k, counted: named ? 'subjects' : 'ids', row }); // biome-ignore format: a line
const pair = 'a/10/0 b/10/1';

describe('a number that links events', () => {
  it('holds what k others hold, of one window, and nothing twice', async () => {
    const good: readonly Carried[] = [[3, pair], [4, 'c/11/0'], [3, 'a/10/0 b/10/1 c/10/1']]; // biome-ignore format: sets
    expect(await found(rowsOf(good), { k: 3 })).toEqual([]);
    expect(await found(rowsOf(good), { k: 3, named: false })).toEqual([]);
    expect(await found(rowsOf(good), { k: 4 })).toEqual([unshared(2, 3, 4, 1)]);
    const rare: readonly Carried[] = [[3, 'c/11/0'], [3, 'a/10/0 b/10/2'], [1, pair], [2, 'd/11/0']]; // biome-ignore format: sets
    expect(await found(rowsOf(rare), { k: 3 })).toEqual([unshared(2, 1, 3, 10)]);
    expect(await found(rowsOf(rare), { k: 3, named: false })).toEqual([unshared(2, 1, 3, 10, false)]);
    expect(await found(rowsOf([[3, 'c/11/0'], [3, 'a/10/0 a/10/0']]), { k: 3 })).toEqual([loose(3, 4)]); // biome-ignore format: sets
    expect(await found(rowsOf([[3, 'c/11/0'], [3, 'a/10/0 b/11/0']]), { k: 3 })).toEqual([loose(3, 4)]); // biome-ignore format: sets
    expect(await found(rowsOf([[3, pair], [3, 'c/11/0']]), { k: 3, window: 'day' })).toEqual([loose(3, 1)]); // biome-ignore format: sets
    expect(await found(rowsOf([[3, 'a/10/1 b/10/1'], [3, 'c/11/0']]), { k: 3, window: 'day' })).toEqual([]); // biome-ignore format: sets
  });

  it('holds one event where no column tells the window', async () => {
    const published = ['generalized_event', 'weekday'];
    expect(await found(rowsOf([[3, 'a'], [4, 'c']]), { k: 3, published })).toEqual([]); // biome-ignore format: sets
    expect(await found(rowsOf([[3, 'a'], [3, 'b c']]), { k: 3, published })).toEqual([loose(3, 4)]); // biome-ignore format: sets
    expect(await found(rowsOf([[3, 'a'], [3, 'b c']]), { k: 3, published: ['generalized_event'] })).toEqual([loose(3, 4)]); // biome-ignore format: sets
  });

  it('is of one subject, which carries a set of several once, where subjects are known', async () => {
    const twice: readonly Carried[] = [[3, 'c', '1 2 3'], [4, pair, '4 5 6 6']]; // biome-ignore format: sets
    expect(await found(rowsOf(twice), { k: 3 })).toEqual([loose(4, 4)]);
    expect(await found(rowsOf(twice), { k: 3, named: false })).toEqual([]);
    expect(await found(rowsOf([[5, 'c', '1 2 3 3 1'], [3, 'a/10/0 a/10/0']]), { k: 3 })).toEqual([loose(3, 6)]); // biome-ignore format: sets
    expect(await found(rowsOf([[3, 'a/10/0 a/10/0']]), { k: 3 })).toEqual([loose(3, 1)]);
    expect(await found(rowsOf([[5, 'c', '1 2 3 3 1'], [3, pair]]), { k: 3 })).toEqual([]); // biome-ignore format: sets
    expect(await found(rowsOf([[5, 'c', '1 2 3 3 1'], [3, pair]]), { k: 4 })).toEqual([unshared(2, 3, 4, 1)]); // biome-ignore format: sets
    const mixed = rowsOf([[4, 'c', '1 2 3 4'], [4, pair, '5 6 7 8']]).map((row, i): Row => (i === 5 || i === 7 ? [row[0], '9', ...row.slice(2)] as unknown as Row : row)); // biome-ignore format: sets
    expect((await found(mixed, { k: 2 }))[0]).toEqual(ids('ambiguous-pseudonym', 2, 5));
    expect(await found(mixed, { k: 2, named: false })).toEqual([]);
  });

  it('has owners and a spelling of its own, whatever they look like', async () => {
    const spell = (rows: readonly Row[], of: (number: string) => string, who = (owner: string) => owner) =>
      rows.map(([number, owner, ...rest]): Row => [of(number), who(owner), ...rest] as unknown as Row);
    const good = rowsOf([[3, pair], [3, 'c']]); // biome-ignore format: sets
    for (const of of [(number: string) => `0${number}`, (number: string) => `n${number}`, (number: string) => (number === '6' ? '4294967301' : number)]) // biome-ignore format: a line
      expect(await found(spell(good, of), { k: 3 })).toEqual([]);
    expect(await found(spell(good, String, (owner) => `home ${owner}`), { k: 3 })).toEqual([]); // biome-ignore format: a line
    const alike = rowsOf([[3, pair, '1 01 2'], [3, 'c', '1 01 2']]); // biome-ignore format: sets
    expect(await found(alike, { k: 3 })).toEqual([]);
    expect(await found(alike, { k: 4 })).toEqual([unshared(2, 3, 4, 1)]);
  });

  it('tells no row where the file has none like it', async () => {
    const other = rowsOf([[1, 'x']]).map(([, ...rest]): Row => ['none', ...rest] as unknown as Row);
    const [breach] = await found(rowsOf([[1, 'c']]), { k: 3, file: other });
    const { row: _, ...unplaced } = unshared(1, 1, 3, 1);
    expect(breach).toStrictEqual(unplaced);
  });
});

describe('events under a number in an order', () => {
  const k = 2;
  const odd = (count: number, row: number) => ids('odd-position', count, row);
  const judge = (events: string, more: Partial<Settings> = {}) => found(rowsOf([[2, 'd/11/0/1'], [2, events]]), { k, order: true, ...more }); // biome-ignore format: sets

  it('have the places from 1 on, each once, or none of several has one', async () => {
    for (const good of ['a/10/0/1', 'a/10/0/1 b/10/1/2', 'b/10/1/2 a/10/0/1 c/10/1/3', 'a/10/0/* b/10/1/*'])
      expect(await judge(good)).toEqual([]);
    for (const bad of ['a/10/0/2', 'a/10/0/*', 'a/10/0/01', 'a/10/0/x', 'a/10/0/ b/10/1/', 'a/10/0/1 b/10/1/1', 'a/10/0/1 b/10/1/3', 'a/10/0/2 b/10/1/3', 'a/10/0/0 b/10/1/1', 'a/10/0/-1 b/10/1/1', 'a/10/0/1 b/10/1/*', 'a/10/0/1 b/10/1/02', 'a/10/0/0 b/10/1/2', 'a/10/0/1 b/10/1/1 c/10/1/3', 'a/10/0/1 b/10/1/2 c/10/1/2']) // biome-ignore format: a line
      expect(await judge(bad), bad).toEqual([odd(2, 3)]);
  });

  it('are carried by k in that very order', async () => {
    const sets: readonly Carried[] = [[2, 'd/11/0/1'], [2, 'a/10/0/1 b/10/0/2'], [1, 'a/10/0/2 b/10/0/1']]; // biome-ignore format: sets
    expect(await found(rowsOf(sets), { k, order: true })).toEqual([unshared(1, 1, 2, 7)]);
    expect(await found(rowsOf(sets), { k })).toEqual([]);
  });

  it('stand around none that is coarser than others of them', async () => {
    const telling = (row: number) => [ids('telling-order', 2, row)];
    expect(await judge('a/10/100/1 b/10/1/2')).toEqual(telling(3));
    expect(await judge('a/10/workday/1 b/10/1/2')).toEqual(telling(3));
    expect(await judge('a/10/100/1 b/10/100/2')).toEqual([]);
    expect(await judge('a/10/100/* b/10/1/*')).toEqual([]);
    expect(await judge('a/10/100/1')).toEqual([]);
    expect(await judge('a/10/0/1 b/10/1/2')).toEqual([]);
  });

  it('may be all of a subject over several windows, where traces are promised', async () => {
    const trace = 'a/10/0/1 b/11/0/2 a/10/0/3';
    const sets: readonly Carried[] = [[3, 'd/11/0/1'], [2, trace]]; // biome-ignore format: sets
    for (const named of [true, false]) {
      const asked = { k: 3, order: true, named };
      expect(await found(rowsOf(sets), { ...asked, traces: 2 })).toEqual([]);
      expect(await found(rowsOf(sets), { ...asked, traces: 3 })).toEqual([unshared(1, 2, 3, 4, named)]);
      expect(await found(rowsOf(sets), asked)).toEqual([loose(2, 4), unshared(1, 2, 3, 4, named)]);
      expect(await found(rowsOf([[3, 'd/11/0/1'], [2, 'a/10/0/1 b/10/1/2']]), { ...asked, traces: 2 })).toEqual([unshared(1, 2, 3, 4, named)]); // biome-ignore format: sets
      expect(await found(rowsOf([[3, 'd/11/0/1'], [3, 'a/10/0/* b/11/0/*']]), { ...asked, traces: 2 })).toEqual([loose(3, 4)]); // biome-ignore format: sets
    }
    const more: readonly Carried[] = [[3, 'd/11/0/1', '1 2 3'], [3, trace, '3 4 5']]; // biome-ignore format: sets
    expect(await found(rowsOf(more), { k: 3, order: true, traces: 3 })).toEqual([loose(1, 10 - 6)]);
    expect(await found(rowsOf(more), { k: 3, order: true, traces: 3, named: false })).toEqual([]);
  });
});

describe('events under a number with the times between', () => {
  const judge = (events: string, more: Partial<Settings> = {}) => found(rowsOf([[2, 'd/11/0/1/first'], [2, events]]), { k: 2, order: true, durations: ['1h', '1d'], ...more }); // biome-ignore format: sets
  const odd = [ids('odd-duration', 2, 3)];

  it('tell all of them in an order, or none of several', async () => {
    for (const good of ['a/10/0/1/first', 'a/10/0/1/first b/10/1/2/1h-1d', 'a/10/0/1/* b/10/1/2/*', 'a/10/0/*/* b/10/1/*/*'])
      expect(await judge(good)).toEqual([]);
    for (const bad of ['a/10/0/1/*', 'a/10/0/1/0-1h', 'a/10/0/1/first b/10/1/2/*', 'a/10/0/1/first b/10/1/2/first', 'a/10/0/1/first b/10/1/2/2h', 'a/10/0/*/0-1h b/10/1/*/1d+', 'a/10/0/*/first b/10/1/*/0-1h']) // biome-ignore format: a line
      expect(await judge(bad), bad).toEqual(odd);
  });

  it('are carried by k with those very times', async () => {
    const sets: readonly Carried[] = [[2, 'd/11/0/1/first'], [2, 'a/10/0/1/first b/10/0/2/0-1h'], [1, 'a/10/0/1/first b/10/0/2/1d+']]; // biome-ignore format: sets
    expect(await found(rowsOf(sets), { k: 2, order: true, durations: ['1h', '1d'] })).toEqual([unshared(1, 1, 2, 7)]);
    expect(await found(rowsOf(sets), { k: 2, order: true })).toEqual([]);
  });

  it('are told apart by them alone, too', async () => {
    const sets: readonly Carried[] = [[2, 'a/10/0/x/* b/10/0/x/*'], [2, 'a/10/0/x/first'], [2, 'b/10/0/x/0-1h']]; // biome-ignore format: sets
    expect(await found(rowsOf(sets), { k: 2, durations: ['1h'] })).toEqual([ids('odd-duration', 4, 5)]);
  });

  it('tell none around what is coarser', async () => {
    const telling = ids('telling-duration', 2, 3);
    expect(await judge('a/10/100/1/first b/10/100/2/0-1h')).toEqual([telling]);
    expect(await judge('a/10/100/1/first b/10/1/2/0-1h')).toEqual([ids('telling-order', 2, 3), telling]);
    expect(await judge('a/10/100/1/first')).toEqual([]);
    expect(await judge('a/10/100/1/* b/10/100/2/*')).toEqual([]);
  });
});

describe('what an event tells of others under its number', () => {
  const told = (events: number, greatest: number, confidence: number, row: number, named = true) => [{ kind: 'telling-link', file, events, greatest, confidence, counted: named ? 'subjects' : 'ids', row }]; // biome-ignore format: a line

  it('is told of no more than the promised share of those who have it', async () => {
    const sets: readonly Carried[] = [[1, 'a/10/0'], [3, pair], [2, 'c']]; // biome-ignore format: sets
    for (const named of [true, false]) {
      const judge = (confidence: number) => found(rowsOf([...sets, [1, 'a/10/0']]), { k: 2, confidence, named });
      expect(await judge(1)).toEqual([]);
      expect(await judge(0.999)).toEqual(told(1, 1, 0.999, 3, named)); // a fall of five is beside another of three
      expect(await judge(0.6)).toEqual(told(1, 1, 0.6, 3, named));
      expect(await judge(0.599)).toEqual(told(2, 1, 0.599, 1, named));
      const alone = (confidence: number) => found(rowsOf([[1, 'b/10/1'], [1, 'b/10/1'], [1, 'b/10/1'], ...sets, [1, 'a/10/0']]), { k: 2, confidence, named }); // biome-ignore format: a line
      expect(await alone(0.6)).toEqual([]);
      expect(await alone(0.5)).toEqual(told(1, 0.6, 0.5, 4, named));
      expect(await alone(0.499)).toEqual(told(2, 0.6, 0.499, 1, named));
    }
  });

  it('counts those who have an event, however many numbers they have, where they are known', async () => {
    const sets: readonly Carried[] = [[2, pair, '1 2'], [2, 'a/10/0', '1 1'], [2, 'b/10/1', '3 4']]; // biome-ignore format: sets
    expect(await found(rowsOf(sets), { k: 1, confidence: 0.5, named: false })).toEqual([]);
    expect(await found(rowsOf(sets), { k: 1, confidence: 0.5 })).toEqual(told(1, 1, 0.5, 1));
  });

  it('is whatever else happened, whenever that was, and one certain other of the same kind', async () => {
    const others: readonly Carried[] = [[2, pair], [2, 'a/10/0 b/10/2'], [4, 'a/10/0'], [4, 'b/10/1'], [4, 'b/10/2']]; // biome-ignore format: sets
    expect(await found(rowsOf(others), { k: 2, confidence: 0.5 })).toEqual([]);
    expect(await found(rowsOf(others), { k: 2, confidence: 0.499 })).toEqual(told(1, 0.5, 0.499, 1)); // four of eight with b, though two at each time
    const two: readonly Carried[] = [[4, 'a/10/0 b/10/1'], [2, 'a/10/0 c/10/1'], [4, 'b/10/1'], [2, 'c/10/1']]; // biome-ignore format: sets
    expect(await found(rowsOf(two), { k: 2, confidence: 0.5 })).toEqual(told(1, 4 / 6, 0.5, 1)); // the greater of two
    const once: readonly Carried[] = [[2, 'a/10/0 b/10/1 b/10/2'], [2, 'a/10/0'], [4, 'b/10/1'], [4, 'b/10/2']]; // biome-ignore format: sets
    expect(await found(rowsOf(once), { k: 2, confidence: 0.5 })).toEqual([]);
    const kinds: readonly Carried[] = [[2, 'a/10/0 a/10/1'], [2, 'a/10/0 a/10/2'], [4, 'a/10/0'], [4, 'a/10/1'], [4, 'a/10/2']]; // biome-ignore format: sets
    expect(await found(rowsOf(kinds), { k: 2, confidence: 0.334 })).toEqual([]);
    expect(await found(rowsOf(kinds), { k: 2, confidence: 0.333 })).toEqual(told(2, 2 / 6, 0.333, 2));
    expect(await found(rowsOf(kinds), { k: 2, confidence: 0.249 })).toEqual(told(3, 2 / 6, 0.249, 1));
  });

  it('is the same once more, in a trace', async () => {
    const loops: readonly Carried[] = [[2, 'a/10/0/1 a/10/0/2 a/10/0/3'], [2, 'a/10/0/1']]; // biome-ignore format: sets
    const asked = { k: 2, order: true, traces: 2 };
    expect(await found(rowsOf(loops), { ...asked, confidence: 0.5 })).toEqual([]);
    expect(await found(rowsOf(loops), { ...asked, confidence: 0.499 })).toEqual(told(1, 0.5, 0.499, 1));
  });

  it('is asked only of what holds by itself', async () => {
    expect(await found(rowsOf([[2, pair]]), { k: 3, confidence: 0.1 })).toEqual([unshared(1, 2, 3, 1)]);
  });

  it('is told without a row where the file has none like it', async () => {
    const other = rowsOf([[1, 'x']]);
    const [{ row: _, ...unplaced }] = told(2, 1, 0.5, 1);
    expect(await found(rowsOf([[2, pair]]), { k: 2, confidence: 0.5, file: other })).toStrictEqual([unplaced]);
  });
});

describe('linked sets', () => {
  /** The same by plain counting. */
  function definition(
    rows: readonly Row[],
    { k, traces, window, order, durations, named }: Required<Pick<Settings, 'k' | 'window' | 'order' | 'named'>> & Settings,
  ) {
    // biome-ignore format: a line
    const under = new Map<string, Row[]>();
    for (const row of rows) under.set(row[0], [...(under.get(row[0]) ?? []), row]);
    const cellOf = ([, , what, week, day, position, since]: Row) => JSON.stringify([what, week, day, order ? position : '', durations ? since : '']); // biome-ignore format: a line
    const sets = new Map<string, [string, Row[]][]>();
    for (const own of under) {
      const key = own[1].map(cellOf).sort().join();
      sets.set(key, [...(sets.get(key) ?? []), own]);
    }
    const bad: Record<string, Set<string>> = {};
    const note = (kind: string, number: string) => {
      bad[kind] ??= new Set();
      bad[kind].add(number);
    };
    let [fewest, rare] = [Number.POSITIVE_INFINITY, 0];
    for (const members of sets.values()) {
      const carriers = named ? new Set(members.map(([, [[, owner]]]) => owner)).size : members.length;
      const [[, events]] = members;
      const isOne = (of: (row: Row) => string) => new Set(events.map(of)).size === 1;
      const isNear = new Set(events.map(([, , ...rest]) => rest.slice(0, 3).join())).size === events.length && isOne(([, , , week, day]) => (window === 'day' ? `${week} ${day}` : week)); // biome-ignore format: a line
      const places = events.map((row) => row[5]).sort();
      const ordered = order && places.join() === events.map((_, i) => String(i + 1)).join();
      const unordered = !order || (events.length > 1 && places.every((place) => place === '*'));
      const isCoarse = events.some((row) => row[4] === '100' || row[4] === 'workday');
      const isTimed = events.every((row) => (row[5] === '1' ? row[6] === 'first' : ['0-1h', '1h-1d', '1d+'].includes(row[6])));
      const untimed = events.length > 1 && events.every((row) => row[6] === '*');
      for (const [number, [[, owner]]] of members) {
        const isWhole = traces !== undefined && ordered && (!named || rows.filter((row) => row[1] === owner).length === events.length); // biome-ignore format: a line
        if ((!isNear && !isWhole) || (events.length > 1 && members.length > carriers)) note('loose-link', number);
        if (!ordered && !unordered) note('odd-position', number);
        if (ordered && isCoarse && !isOne((row) => `${row[3]} ${row[4]}`)) note('telling-order', number);
        if (durations && !((ordered && isTimed) || untimed)) note('odd-duration', number);
        if (durations && events.length > 1 && ordered && isTimed && isCoarse) note('telling-duration', number);
        if (carriers < (isNear ? k : (traces ?? k))) note('unshared-link', number);
      }
      if (carriers < (isNear ? k : (traces ?? k))) [fewest, rare] = [Math.min(fewest, carriers), rare + 1];
    }
    const kinds = ['loose-link', 'odd-position', 'telling-order', 'odd-duration', 'telling-duration', 'unshared-link'];
    return kinds.flatMap((kind) => {
      if (bad[kind] === undefined) return [];
      const row = rows.findIndex(([number]) => bad[kind].has(number)) + 1;
      return [kind === 'unshared-link' ? unshared(rare, fewest, k, row, named) : ids(kind, bad[kind].size, row)];
    });
  }

  const anyEvent = fc
    .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('10', '10', '10', '11'), fc.constantFrom('0', '0', '1', '100', 'workday'))
    .map((cells) => cells.join('/')); // biome-ignore format: as it reads
  const anyTemplate = fc
    .tuple(fc.array(anyEvent, { minLength: 1, maxLength: 4 }), fc.constantFrom('order', 'order', 'none', 'odd'), fc.constantFrom('times', 'times', 'none', 'odd'))
    .map(([events, order, times]) => events.map((event, i) => `${event}/${order === 'order' ? i + 1 : order === 'none' ? '*' : (2 * i) % 3}/${times === 'none' ? '*' : i === 0 ? 'first' : times === 'odd' ? '1h' : '1h-1d'}`).join(' ')); // biome-ignore format: a line
  const anyLog = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), anyTemplate, fc.constantFrom('1 2 3 4', '5 6 7 8', '1 5 9 9', '2 2 3 6')), { minLength: 2, maxLength: 6 }); // biome-ignore format: a line
  const anySettings = fc.record({
    k: fc.integer({ min: 2, max: 3 }),
    window: fc.constantFrom('week', 'day'),
    traces: fc.constantFrom(undefined, 2, 3),
    order: fc.boolean(),
    durations: fc.constantFrom(undefined, ['1h', '1d']),
    named: fc.boolean(),
  });

  it('are what a plain count finds them to be', () =>
    fc.assert(
      fc.asyncProperty(anyLog, anySettings, async (sets, drawn) => {
        const { traces, durations, ...rest } = drawn;
        const timed = durations !== undefined && drawn.order ? { durations } : {};
        const settings = { ...rest, ...timed, ...(traces !== undefined && drawn.order ? { traces: traces + drawn.k - 2 } : {}) };
        const rows = rowsOf(sets);
        expect(await found(rows, settings)).toEqual(definition(rows, settings));
      }),
      { numRuns: draws(80) },
    ));
});

describe('numbers of cells', () => {
  /** Which numbers have the very same cells, and what these are; a cell is a letter, and all that is known of a set beside its first and last may be alike. */
  const kindsOf = (sets: readonly string[], mark?: string) =>
    counted(async (counter) => {
      const held = sets.flatMap((cells, i) => [...cells].map((cell) => `(CAST(${cell.charCodeAt(0)} AS UBIGINT), ${i + 1}, ${i + 7})`)); // biome-ignore format: a line
      await counter.ask(`CREATE OR REPLACE TEMP TABLE held AS FROM (VALUES ${held.join(', ')}) AS t(cell, number, owner)`);
      const key = await readKinds(counter, { named: true, ...(mark !== undefined && { mark }) });
      const kinds = await counter.ask(
        `SELECT (SELECT string_agg(chr(CAST(cell AS INTEGER)), '' ORDER BY cell) FROM kind_cells WHERE kind_cells.kind_no = counts.kind_no) AS cells, (SELECT string_agg(CAST(number AS VARCHAR), ' ' ORDER BY number) FROM numbers WHERE ${key
          .split(', ')
          .map((name) => `numbers.${name} = counts.${name}`)
          .join(
            ' AND ',
          )}), CAST(numbers AS INTEGER), CAST(carriers AS INTEGER), CAST(events AS INTEGER) FROM counts ORDER BY cells`,
      );
      return kinds.map((cells) => cells.join('/'));
    });
  const alike = 'CAST(1 AS UBIGINT)';

  it('are those of one set where they hold the same, each as often', async () => {
    expect(await kindsOf(['abc', 'cba', 'ab', 'abd', 'a', 'a'])).toEqual(['a/5 6/2/2/1', 'ab/3/1/1/2', 'abc/1 2/2/2/3', 'abd/4/1/1/3']); // biome-ignore format: a line
    for (const mark of [undefined, alike]) {
      expect(await kindsOf(['aab', 'abb'], mark)).toEqual(['aab/1/1/1/3', 'abb/2/1/1/3']);
      expect(await kindsOf(['abc', 'aac'], mark)).toEqual(['aac/2/1/1/3', 'abc/1/1/1/3']);
      expect(await kindsOf(['abbd', 'accd'], mark)).toEqual(['abbd/1/1/1/4', 'accd/2/1/1/4']);
      expect(await kindsOf(['abd', 'acd', 'abd'], mark)).toEqual(['abd/1 3/2/2/3', 'acd/2/1/1/3']);
      expect(await kindsOf(['aa', 'ab', 'bb', 'aa'], mark)).toEqual(['aa/1 4/2/2/2', 'ab/2/1/1/2', 'bb/3/1/1/2']);
    }
  });
});

describe('combinations', () => {
  const quasi = [column('what', 'quasi'), column('when', 'quasi')].map((one, i) => ({ ...one, sql: `c${i}` }));
  const combined = { source: { table: 'rows_', columns: quasi } as unknown as EventLog['source'], quasi, file, k: 3 };
  const fillRows = (counter: Counter, rows: readonly string[]) =>
    fill(
      counter,
      'rows_',
      ['c0', 'c1', 'member'],
      rows.map((row) => row.split('/')),
    );

  it('have k different members of the second party each, and nobody counts for none', () =>
    counted(async (counter) => {
      const member = "nullif(member, '')";
      const judge = (rows: readonly string[], at = combined) =>
        fillRows(counter, rows).then(() => checkMembers(counter, at, { table: 'rows_', member }));
      expect(await judge(['a/1/x', 'a/1/y', 'a/1/z', 'a/1/z'])).toEqual([]);
      const few = { kind: 'few-members', file, combinations: 2, fewest: 1, k: 3, row: 4 };
      const rows = ['a/1/x', 'a/1/y', 'a/1/z', 'b/1/x', 'b/1/x', 'b/1/x', 'b/2/x', 'b/2/y', 'b/2/'];
      expect(await judge(rows)).toEqual([few]);
      expect(await judge(['a/1/', 'a/1/'])).toEqual([{ ...few, combinations: 1, fewest: 0, row: 1 }]);
      await fill(counter, 'other', ['c0', 'c1'], [['q', 'q']]);
      const { row: _, ...unplaced } = few;
      expect(
        await judge(rows, { ...combined, source: { ...combined.source, table: 'other' } }),
      ).toStrictEqual([unplaced]); // biome-ignore format: a line
    }));

  it('are told apart where some of them share a hash, and some do not', () =>
    counted(async (counter) => {
      await fillRows(counter, ['a/1/u', 'a/1/v', 'a/2/u', 'b/1/u', 'b/1/v', 'b/1/w']);
      const who = { column: { ...quasi[0], sql: 'member' }, fault: 'NULL' };
      for (const hash of [undefined, 'hash(c0)', 'hash(c1)', '1']) {
        const source = { table: 'rows_' } as unknown as EventLog['source'];
        expect(await readCombinations(counter, source, { quasi, who, hash })).toEqual({ rows: 6, combinations: 3, smallest: 1, subjects: 3, faults: 0, largest: 0 }); // biome-ignore format: a line
        expect(await counter.ask('SELECT c0, c1, n, size FROM combinations ORDER BY ALL')).toEqual([['a', '1', 2, 2], ['a', '2', 1, 1], ['b', '1', 3, 3]]); // biome-ignore format: a line
      }
    }));

  it('that are too small are fewer than k subjects, or that many at most', () => {
    const why = (who: 'subjects' | 'ids' | 'rows') =>
      combinationSentences['small-combination']({ kind: 'small-combination', file, combinations: 1, smallest: 2, k: 3, counted: who }).why; // biome-ignore format: a line
    expect(why('subjects')).toMatch(/^Whoever knows one such event or record of a subject finds that subject among fewer than k/);
    for (const who of ['ids', 'rows'] as const) expect(why(who)).toMatch(new RegExp(`^With fewer than k ${who} there are fewer than k subjects`)); // biome-ignore format: a line
  });

  it('are held against k, and told as classes', () =>
    counted(async (counter) => {
      await fillRows(counter, ['a/1/', 'b/1/', 'b/1/', 'b/2/']);
      const judge = async (
        sizes: readonly (readonly [string, string, number])[],
        { k = 3, subjects = 9 as number | undefined, who = 'subjects' as 'subjects' | 'ids' | 'rows' } = {},
      ) => {
        // biome-ignore format: a line
        await counter.ask(`CREATE OR REPLACE TEMP TABLE combinations AS FROM (VALUES ${[...sizes, ['', '', 99] as const].map(([a, b, n]) => `('${a}', '${b}', ${n})`).join(', ')}) AS t(c0, c1, size) WHERE size < 99`); // biome-ignore format: a line
        const smallest = sizes.reduce((least, [, , n]) => Math.min(least, n), sizes.length === 0 ? 0 : 99);
        const counts = { rows: 20, combinations: sizes.length, smallest, subjects, faults: 0, largest: 0 };
        return judgeCombinations(counter, { ...combined, k }, counts, who);
      };
      const classes = (combinations: number, smallest: number) => ({ rows: 20, groups: combinations, leaves: combinations, smallestGroup: smallest, smallestLeaf: smallest }); // biome-ignore format: a line
      const good = [['a', '1', 3], ['b', '1', 4]] as const; // biome-ignore format: sizes
      expect(await judge(good)).toStrictEqual({ breaches: [], classes: { ...classes(2, 3), subjects: 9 }, counted: 'subjects' });
      expect(await judge(good, { who: 'ids' })).toStrictEqual({ breaches: [], classes: classes(2, 3), counted: 'ids' });
      expect(await judge(good, { subjects: undefined, k: 2 })).toMatchObject({ breaches: [], classes: { groups: 2 } });
      const counts = { rows: 20, combinations: 2, smallest: 3, subjects: undefined, faults: 0, largest: 0 };
      expect((await judgeCombinations(counter, combined, counts, 'subjects')).classes).toStrictEqual(classes(2, 3));
      const small = { kind: 'small-combination', file, combinations: 1, smallest: 3, k: 4, counted: 'rows', row: 1 };
      expect((await judge(good, { k: 4, who: 'rows' })).breaches).toStrictEqual([small]);
      expect((await judge([['a', '1', 4], ['b', '1', 3], ['b', '2', 2]], { k: 4, who: 'rows' })).breaches).toStrictEqual([{ ...small, combinations: 2, smallest: 2, row: 2 }]); // biome-ignore format: a line
      const { row: _, ...unplaced } = small;
      expect((await judge([['x', '1', 3]], { k: 4, who: 'rows' })).breaches).toStrictEqual([unplaced]);
      expect(await judge([])).toStrictEqual({ breaches: [], classes: { ...classes(0, 0), subjects: 9 }, counted: 'subjects' });
    }));
});
