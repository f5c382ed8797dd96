import { type SweptFigure, type SweptValues, sweptFigures, sweptValue } from '../figures/sweep-figures.ts';

/** The losses that settings are weighed by: those that all of them have. The less of each the better. */
export const lossesOf = (points: readonly SweptValues[]): readonly SweptFigure[] =>
  sweptFigures.filter(
    (figure) => figure.sweep.weighed !== undefined && points.every((point) => sweptValue(figure, point) !== undefined),
  );

/** The points that no other beats: none loses less in one way without losing more in another. Of equal points all are in. */
export function paretoSet<Point extends SweptValues>(points: readonly Point[]): readonly Point[] {
  const losses = lossesOf(points);
  const of = (point: Point) => losses.map((figure) => sweptValue(figure, point) ?? 0);
  const sorted = points.map((point) => ({ point, losses: of(point) })).sort((a, b) => firstDifference(a.losses, b.losses));
  const set: typeof sorted = [];
  for (const one of sorted) if (!set.some((other) => beats(other.losses, one.losses))) set.push(one); // who beats stands before
  return set.map(({ point }) => point);
}

const firstDifference = (a: readonly number[], b: readonly number[]): number =>
  a.map((loss, i) => loss - b[i]).find((difference) => difference !== 0) ?? 0;

const beats = (a: readonly number[], b: readonly number[]): boolean =>
  a.every((loss, i) => loss <= b[i]) && a.some((loss, i) => loss < b[i]);

/** How far a loss lies between the least and the most of some points: 0 to 1, and 0 where all are alike. */
export function normaliseLoss<Point extends SweptValues>(points: readonly Point[], loss: SweptFigure): (point: Point) => number {
  const of = (point: Point) => sweptValue(loss, point) ?? 0;
  const least = Math.min(...points.map(of));
  const width = Math.max(...points.map(of)) - least;
  return (point) => (width > 0 ? (of(point) - least) / width : 0);
}
