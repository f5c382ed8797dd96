import type { Figure } from './figure.ts';

/** What a figure speaks of, where many stand beside each other. */
export const figureGroups = ['protection', 'loss', 'size'] as const;
export type FigureGroup = (typeof figureGroups)[number];

export function groupOf({ part, page, weighing }: Figure): FigureGroup {
  if (part === 'risk' || part === 'verdict' || weighing?.about === 'risk') return 'protection';
  return page === 'loss' || weighing?.about === 'loss' ? 'loss' : 'size';
}

/** The places of the best of some numbers: none where all are alike, or where neither more nor less is better. */
export function bestOf({ better }: Pick<Figure, 'better'>, values: readonly (number | undefined)[]): ReadonlySet<number> {
  const known = values.filter((value) => value !== undefined);
  if (better === 'neither' || new Set(known).size < 2) return new Set();
  const best = better === 'more' ? Math.max(...known) : Math.min(...known);
  return new Set(values.flatMap((value, place) => (value === best ? [place] : [])));
}

/** Its name in a table, without what explains it in brackets. */
export const shortName = (name: string): string => name.replace(/\s*[(（][^)）]*[)）]$/, '');
