import type { FigureValues } from '../figures/figures.ts';
import { numberIn, type SweptFigure, weighedLosses } from '../figures/sweep-figures.ts';

/** The points that no other beats: none loses less in one way without losing more in another. Of equal points all are in. */
export function paretoSet<Point extends FigureValues>(points: readonly Point[]): readonly Point[] {
  const losses = weighedLosses(points);
  const of = (point: Point) => losses.map((figure) => numberIn(figure, point) ?? 0);
  const sorted = points.map((point) => ({ point, losses: of(point) })).sort((a, b) => firstDifference(a.losses, b.losses));
  const set: typeof sorted = [];
  for (const one of sorted) if (!set.some((other) => beats(other.losses, one.losses))) set.push(one); // who beats stands before
  return set.map(({ point }) => point);
}

const firstDifference = (a: readonly number[], b: readonly number[]): number =>
  a.map((loss, i) => loss - b[i]).find((difference) => difference !== 0) ?? 0;

const beats = (a: readonly number[], b: readonly number[]): boolean =>
  a.every((loss, i) => loss <= b[i]) && a.some((loss, i) => loss < b[i]);

/**
 * A loss as a number that can be added to others. Of two losses, how far it lies between the least and the most of some points: 0 to 1, and 0
 * where all are alike. Of more, its share of the most: between its ends, each of two points would be all or nothing of every loss, and the one
 * that is a little better twice would win over one that is much better once.
 */
export function scaleLoss<Point extends FigureValues>(points: readonly Point[], loss: SweptFigure): (point: Point) => number {
  const of = (point: Point) => numberIn(loss, point) ?? 0;
  const least = weighedLosses(points).length > 2 ? 0 : Math.min(...points.map(of));
  const width = Math.max(...points.map(of)) - least;
  return (point) => (width > 0 ? (of(point) - least) / width : 0);
}
