import type { Figure } from './figure.ts';
import { type FigureValues, figures } from './figures.ts';
import { type Figured, valueIn } from './values.ts';

/** A figure that settings are compared by. */
export type SweptFigure = Figure & Required<Pick<Figure, 'sweep'>>;

export const sweptFigures: readonly SweptFigure[] = figures.filter((figure): figure is SweptFigure => figure.sweep !== undefined);

/** The figures of a sweep that a summary has. */
export const sweptValues = (summary: Figured): FigureValues =>
  Object.fromEntries(
    sweptFigures.flatMap((figure) => {
      const value = valueIn(figure, summary);
      return value === undefined ? [] : [[figure.id, value]];
    }),
  );

/** A figure of a setting that is one number; undefined where it has none. */
export function numberIn({ id, kind }: Figure, point: FigureValues): number | undefined {
  const value = (point as Readonly<Record<string, unknown>>)[id]; // by the ids of the same list
  return kind === 'number' && typeof value === 'number' ? value : undefined;
}

/** The figures worth showing of some settings: one that may lack only where a setting has it. */
export const shownFigures = (points: readonly FigureValues[]): readonly SweptFigure[] =>
  sweptFigures.filter((figure) => figure.sweep.mayLack !== true || points.some((point) => numberIn(figure, point) !== undefined));

/** The losses that settings are weighed by: those that all of them have. The less of each the better. */
export const weighedLosses = (points: readonly FigureValues[]): readonly SweptFigure[] =>
  sweptFigures.filter(
    (figure) => figure.sweep.weighed !== undefined && points.every((point) => numberIn(figure, point) !== undefined),
  );

/** In how many losses a setting of the Pareto set is not beaten. */
export const lossesInWords = (points: readonly FigureValues[]): string =>
  weighedLosses(points).length > 2 ? 'all its losses' : 'both losses';

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
