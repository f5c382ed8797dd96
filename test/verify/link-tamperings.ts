import { type EventDraft, eventsOf } from './an-event-release.ts';
import type { Format } from './written-release.ts';

const fall = ['fall', '10', '0', 'night'];
const smoke = ['smoke', '10', '1', 'night'];
const door = ['door', '11', '0', 'night'];

/** Six homes, k = 5: each has a fall and a smoke of one week under one number, and two doors of the next week under one each. */
export function goodLinks(pseudonym: 'shared:week' | 'shared:day', format: Format = 'csv'): EventDraft {
  const homes = [1, 2, 3, 4, 5, 6];
  const of = (combination: readonly string[]) => homes.map((who) => ({ subject: `home-${who}`, combination }));
  const draft = eventsOf([...of(fall), ...of(smoke), ...of(door), ...of(door)], pseudonym, format);
  for (const [i, row] of draft.rows.entries()) row[0] = String(i < 12 ? (i % 6) + 1 : i - 5);
  return draft;
}

/**
 * Twenty homes, k = 5: each has a fall, a smoke of Tuesday and one of Sunday. Five have the fall under the number of the one smoke, five others of the other; all else
 * stands alone. So a fall tells a smoke of half of them, and each smoke of a quarter.
 */
export function halfLinked(): EventDraft {
  const homes = Array.from({ length: 20 }, (_, i) => i + 1);
  const of = (combination: readonly string[]) => homes.map((who) => ({ subject: `home-${who}`, combination }));
  const draft = eventsOf([...of(fall), ...of(smoke), ...of(['smoke', '10', '6', 'night'])], 'shared:week', 'csv');
  let next = 20;
  for (const [i, row] of draft.rows.entries()) {
    const home = i % 20;
    const isLinked = i < 20 || (i < 40 ? home < 5 : home >= 10 && home < 15);
    row[0] = String(isLinked ? home + 1 : ++next);
  }
  return draft;
}

/** The same with an order: of a fall and a smoke at one time, and of each door alone. */
export function orderedLinks(): EventDraft {
  const draft = goodLinks('shared:week');
  draft.manifest.columns.push({ name: 'position', role: 'position', kind: 'label' });
  draft.header.push('position');
  for (const [i, row] of draft.rows.entries()) row.push(i >= 6 && i < 12 ? '2' : '1');
  return draft;
}

/** Six cases, k = 5, each told whole: a loop over two weeks. */
export function wholeTraces(): EventDraft {
  const trace = [fall, smoke, fall, door];
  const events = [1, 2, 3, 4, 5, 6].flatMap((who) => trace.map((combination) => ({ subject: `home-${who}`, combination })));
  const draft = eventsOf(events, 'shared:week', 'csv');
  draft.manifest.columns.push({ name: 'position', role: 'position', kind: 'label' });
  draft.manifest.promises.traces = 5;
  draft.header.push('position');
  for (const [i, row] of draft.rows.entries()) row.push(String((i % 4) + 1));
  return draft;
}

/** The ordered sets, with the time between a fall and the smoke after it, which is of the next day. */
export function timedLinks(): EventDraft {
  const draft = orderedLinks();
  draft.manifest.columns.push({ name: 'since_previous', role: 'duration', kind: 'label' });
  draft.manifest.promises.durations = ['1h', '1d'];
  draft.header.push('since_previous');
  for (const row of draft.rows) row.push(row[5] === '2' ? '1h-1d' : 'first');
  return draft;
}

/** The whole traces, each a week long. */
export function timedTraces(): EventDraft {
  const draft = wholeTraces();
  draft.manifest.columns.push({ name: 'since_previous', role: 'duration', kind: 'label' });
  draft.manifest.promises.durations = ['1h', '1d'];
  draft.header.push('since_previous');
  for (const row of draft.rows) row.push({ '1': 'first', '2': '1h-1d' }[row[5]] ?? '1d+');
  return draft;
}

/** Few of a second party: by the evidence alone. */
export const partyTamperings = [{ says: 'combinations of one nurse', breach: 'few-members' }] as const;

/** What no order may tell, with evidence and without. */
export const orderTamperings = [
  {
    says: 'a position that is none',
    of: orderedLinks,
    spoil: ({ rows }: EventDraft) => put(rows, [6], '3'),
    breach: ['odd-position', 'unshared-link'],
  },
  {
    says: 'a lone event without a place',
    of: orderedLinks,
    spoil: ({ rows }: EventDraft) => put(rows, [12, 13, 14, 15, 16], '*'),
    breach: ['odd-position'],
  },
  {
    says: 'two events of a trace at one place, between a first and a last',
    of: wholeTraces,
    spoil: ({ rows }: EventDraft) => {
      for (const row of rows) if (row[5] === '3') row[5] = '2';
    },
    breach: ['loose-link', 'odd-position'],
  },
  {
    says: 'an order that two homes have alone',
    of: orderedLinks,
    spoil: ({ rows }: EventDraft) => {
      put(rows, [0, 1], '2');
      put(rows, [6, 7], '1');
    },
    breach: ['unshared-link'],
  },
  {
    says: 'an order around an event without a day',
    of: orderedLinks,
    spoil: ({ rows }: EventDraft) => {
      for (const row of rows.slice(6, 12)) row[3] = '100';
    },
    breach: ['telling-order'],
  },
  {
    says: 'a trace that too few have',
    of: wholeTraces,
    spoil: ({ manifest }: EventDraft) => Object.assign(manifest.promises, { traces: 7 }),
    breach: ['unshared-link'],
  },
  {
    says: 'a trace without an order',
    of: wholeTraces,
    spoil: ({ rows }: EventDraft) => put(rows, rows.keys(), '*'),
    breach: ['loose-link'],
  },
  {
    says: 'traces that are not promised',
    of: wholeTraces,
    spoil: ({ manifest }: EventDraft) => delete manifest.promises.traces,
    breach: ['loose-link'],
  },
] as const;

/** What no duration may tell, with evidence and without. */
export const durationTamperings = [
  {
    says: 'a bin that is none of those declared',
    of: timedLinks,
    spoil: ({ rows }: EventDraft) => putSince(rows, [6, 7, 8, 9, 10, 11], '23h'),
    breach: ['odd-duration'],
  },
  {
    says: 'a bin of a first event',
    of: timedLinks,
    spoil: ({ rows }: EventDraft) => putSince(rows, [0, 1, 2, 3, 4, 5], '0-1h'),
    breach: ['odd-duration'],
  },
  {
    says: 'a lone event without a sign',
    of: timedLinks,
    spoil: ({ rows }: EventDraft) => putSince(rows, [12, 13, 14, 15, 16], '*'),
    breach: ['odd-duration'],
  },
  {
    says: 'durations without an order',
    of: timedLinks,
    spoil: ({ rows }: EventDraft) => put(rows, Array(12).keys(), '*'),
    breach: ['odd-duration'],
  },
  {
    says: 'one half of the durations',
    of: timedTraces,
    spoil: ({ rows }: EventDraft) => {
      for (const row of rows) if (row[5] === '3') row[6] = '*';
    },
    breach: ['odd-duration'],
  },
  {
    says: 'a duration that two homes have alone',
    of: timedLinks,
    spoil: ({ rows }: EventDraft) => putSince(rows, [6, 7], '1d+'),
    breach: ['unshared-link'],
  },
  {
    says: 'a duration that one home does not tell',
    of: timedLinks,
    spoil: ({ rows }: EventDraft) => putSince(rows, [0, 6], '*'),
    breach: ['unshared-link'],
  },
  {
    says: 'a trace whose durations too few have',
    of: timedTraces,
    spoil: ({ rows }: EventDraft) => {
      for (const row of rows.slice(0, 12)) if (row[5] === '4') row[6] = '0-1h';
    },
    breach: ['unshared-link'],
  },
  {
    says: 'durations of events that all lack a day',
    of: timedLinks,
    spoil: ({ rows }: EventDraft) => {
      for (const row of rows.slice(0, 12)) row[3] = '100';
    },
    breach: ['telling-duration'],
  },
  {
    says: 'edges that fall',
    of: timedLinks,
    spoil: ({ manifest }: EventDraft) => Object.assign(manifest.promises, { durations: ['1d', '1h'] }),
    breach: ['foreign-words'],
  },
  {
    says: 'edges with words of their own',
    of: timedLinks,
    spoil: ({ manifest }: EventDraft) => Object.assign(manifest.promises, { durations: ['1h', '1d', 'Ana'] }),
    breach: ['foreign-words'],
  },
  {
    says: 'durations that are not promised',
    of: timedLinks,
    spoil: ({ manifest }: EventDraft) => delete manifest.promises.durations,
    breach: ['foreign-words'],
  },
] as const;

function putSince(rows: string[][], places: Iterable<number>, since: string): void {
  for (const place of places) rows[place][6] = since;
}

function put(rows: string[][], places: Iterable<number>, position: string): void {
  for (const place of places) rows[place][5] = position;
}

/** What no number may link, with evidence and without. */
export const linkTamperings = [
  { says: 'two numbers that changed a row', before: ({ rows }: EventDraft) => swap(rows, 6, 18), breach: 'unshared-link' },
  { says: 'links that were cut for two homes', before: ({ rows }: EventDraft) => cut(rows, [6, 7]), breach: 'unshared-link' },
  { says: 'a number on two events alike', before: ({ rows }: EventDraft) => cut(rows, [18], rows[12][0]), breach: 'loose-link' },
  {
    says: 'a number that reaches into the next week',
    before: ({ rows }: EventDraft) => cut(rows, [12], rows[0][0]),
    breach: 'loose-link',
  },
  {
    says: 'numbers that tell a smoke of more of those with a fall than was promised',
    before: ({ manifest }: EventDraft) => Object.assign(manifest.promises, { confidence: 0.999 }),
    breach: 'telling-link',
  },
  {
    says: 'no column that says which week it was',
    before: (draft: EventDraft) => takeOut(draft, 'week_number'),
    breach: 'missing-window',
  },
] as const;

/** A column less, as if it had never been published. */
export function takeOut({ header, manifest, rows }: EventDraft, column: string): void {
  const at = header.indexOf(column);
  for (const cells of [header, manifest.columns, ...rows]) cells.splice(at, 1);
  manifest.flat.columns = manifest.flat.columns.filter((name: string) => name !== column);
}

function swap(rows: string[][], a: number, b: number): void {
  [rows[a][0], rows[b][0]] = [rows[b][0], rows[a][0]];
}

/** Other numbers for some rows: new ones, or this one. */
function cut(rows: string[][], places: readonly number[], number?: string): void {
  const free = Math.max(...rows.map(([own]) => Number(own))) + 1;
  for (const [i, place] of places.entries()) rows[place][0] = number ?? String(free + i);
}
