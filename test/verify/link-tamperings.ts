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
