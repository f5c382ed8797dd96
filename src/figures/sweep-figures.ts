import type { Figure } from './figure.ts';
import { type FigureId, figures } from './figures.ts';
import { type Figured, valueIn } from './values.ts';

/** A figure that settings are compared by. */
export type SweptFigure = Figure & Required<Pick<Figure, 'sweep'>>;

export const sweptFigures: readonly SweptFigure[] = figures.filter((figure): figure is SweptFigure => figure.sweep !== undefined);

/** The figures of a setting, by their ids. */
export type SweptValues = Readonly<Partial<Record<FigureId, number>>>;

/** The figures of a sweep that a summary has. */
export const sweptValues = (summary: Figured): SweptValues =>
  Object.fromEntries(
    sweptFigures.flatMap((figure) => {
      const value = valueIn(figure, summary);
      return typeof value === 'number' ? [[figure.id, value]] : [];
    }),
  );

/** A figure of a setting; undefined where it has none. */
export const sweptValue = ({ id }: Figure, point: SweptValues): number | undefined => point[id as FigureId]; // of the same list

/** What a sweep holds a figure to, if anything, in words and as a number. */
export function limitOf(
  figure: SweptFigure,
  limits: Readonly<Record<string, number | undefined>>,
): { readonly words: string; readonly value: number } | undefined {
  const value = figure.sweep.limit === undefined ? undefined : limits[figure.sweep.limit];
  if (value === undefined) return undefined;
  return { words: `${nameOf(figure)} at ${figure.better === 'more' ? 'least' : 'most'}`, value };
}

/** Its name in a sentence. */
export const nameOf = ({ words }: Figure): string => words.en.name.toLowerCase();
