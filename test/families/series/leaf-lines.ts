import type { SeriesRelease } from '../../../src/release/series-release.ts';
import { plain } from './made.ts';

/** A leaf as a line of a kernel tells it. */
export interface ToldLeaf {
  readonly cell: number;
  readonly group: number;
  readonly level: number;
  readonly word: string;
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly keys: readonly number[];
}

export function leafIn(line: string): ToldLeaf {
  const [kind, cell, group, level, word, ...rest] = line.split('\t');
  if (kind !== 'leaf') throw new Error('a line of another kind');
  const bounds = rest.slice(0, -1).map(Number);
  return {
    cell: Number(cell),
    group: Number(group),
    level: Number(level),
    word,
    lower: bounds.filter((_, i) => i % 2 === 0),
    upper: bounds.filter((_, i) => i % 2 === 1),
    keys: (rest.at(-1) ?? '').split(',').map(Number),
  };
}

type Published = Omit<ToldLeaf, 'cell' | 'group'>;

/** What leaves publish, and of whom, in an order of their own: the numbers of groups mean nothing. */
export const publishedOf = (leaves: readonly ToldLeaf[]): readonly Published[] =>
  leaves.map(({ cell: _, group: __, ...leaf }) => ({ ...leaf, keys: leaf.keys.toSorted((a, b) => a - b) })).sort(byFirstKey);

/** The same of a release that was made here, its rows counted from 0. */
export const publishedIn = (release: SeriesRelease): readonly Published[] =>
  plain(release)
    .flatMap(({ lower, upper, leaves }) =>
      leaves.map(({ rows, word, level }) => ({
        level,
        word: word.map((symbol) => String.fromCharCode(97 + symbol)).join(''),
        lower: lower.map((bound) => bound + 0), // -0 is written 0
        upper: upper.map((bound) => bound + 0),
        keys: rows.toSorted((a, b) => a - b),
      })),
    )
    .sort(byFirstKey);

const byFirstKey = (a: Published, b: Published): number => a.keys[0] - b.keys[0];
