import type { Family } from '../policy/family.ts';
import type { Figure } from './figure.ts';
import { type FigureValues, figures } from './figures.ts';
import { type Figured, valueIn } from './values.ts';

/** A figure that settings are compared by. */
export type SweptFigure = Figure & Required<Pick<Figure, 'sweep'>>;

/** The figures of a sweep of one family, each key once. */
export const sweptFigures = (family: Family): readonly SweptFigure[] =>
  figures.filter((figure): figure is SweptFigure => figure.sweep !== undefined && figure.families[family] !== undefined);

/** The figures of a sweep that a summary has. */
export const sweptValues = (family: Family, summary: Figured): FigureValues =>
  Object.fromEntries(
    sweptFigures(family).flatMap((figure) => {
      const value = valueIn(figure, summary);
      return value === undefined ? [] : [[figure.id, figure.sweep.number?.(value) ?? value]];
    }),
  );

/** A figure of a setting that is one number; undefined where it has none. */
export function numberIn({ id }: Figure, point: FigureValues): number | undefined {
  const value = (point as Readonly<Record<string, unknown>>)[id]; // by the ids of the same list
  return typeof value === 'number' ? value : undefined;
}

/** The figures worth showing of some settings: those that one of them has. */
export const shownFigures = (family: Family, points: readonly FigureValues[]): readonly SweptFigure[] =>
  sweptFigures(family).filter(({ id }) => points.some((point) => (point as Readonly<Record<string, unknown>>)[id] !== undefined));

/** What a setting loses by a figure: the less the better, also where more of the figure is. */
export function lossIn(figure: SweptFigure, point: FigureValues): number {
  const value = numberIn(figure, point) ?? 0;
  return figure.better === 'more' ? figure.range[1] - value : value;
}

/** The losses that settings are weighed by: those that all of them have. */
export const weighedLosses = (family: Family, points: readonly FigureValues[]): readonly SweptFigure[] =>
  sweptFigures(family).filter(
    (figure) => figure.sweep.weighed !== undefined && points.every((point) => numberIn(figure, point) !== undefined),
  );

/** A figure held to a number: in words, by how much a setting misses it, and what that setting has instead. */
export interface Limit {
  readonly figure: SweptFigure;
  readonly value: number;
}

/** What a sweep was asked to hold its figures to. */
export const limitsAsked = (family: Family, limits: Readonly<Record<string, number | undefined>>): readonly Limit[] =>
  sweptFigures(family).flatMap((figure) => {
    const value = figure.sweep.limit === undefined ? undefined : limits[figure.sweep.limit];
    return value === undefined ? [] : [{ figure, value }];
  });

/** What docs/metrics.md calls usable, of the losses that all settings have. */
export const usableLimits = (family: Family, points: readonly FigureValues[]): readonly Limit[] =>
  sweptFigures(family).flatMap((figure) => {
    const { weighing } = figure;
    const known = weighing?.about === 'loss' && points.every((point) => numberIn(figure, point) !== undefined);
    return known ? [{ figure, value: weighing.usable }] : [];
  });

/** By how much a setting misses a limit, as a share of it; 0 or less is within. A figure that it does not have is as far off as can be. */
export function excessOver({ figure, value }: Limit, point: FigureValues): number {
  const sign = figure.better === 'more' ? -1 : 1;
  const own = numberIn(figure, point) ?? sign * Number.POSITIVE_INFINITY;
  return (sign * (own - value)) / (value || 1);
}

export const limitWords = ({ figure, value }: Limit): string =>
  `${nameOf(figure)} at ${figure.better === 'more' ? 'least' : 'most'} ${value}`;

/** Its name in a sentence. */
export const nameOf = ({ words }: Figure): string => words.en.name.toLowerCase();
