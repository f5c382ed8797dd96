import type { FigureValues } from '../figures/figures.ts';
import { lossIn, type SweptFigure, weighedLosses } from '../figures/sweep-figures.ts';
import type { Family } from '../policy/family.ts';

/** What a setting protects by, and its figures. */
export type Candidate = FigureValues & { readonly k: number; readonly p?: number };

/** How much a setting protects, the weightiest first: k, then P, then how few its ids single out. The more of each the better. */
export const protectionOf = ({ k, p = 0, unicity = 0 }: Candidate & { readonly unicity?: number }): readonly number[] => [
  k,
  p,
  -unicity,
];

/** The settings that no other beats: none protects as much and loses no more, unless it is alike in everything. */
export function paretoSet<Point extends Candidate>(family: Family, points: readonly Point[]): readonly Point[] {
  const losses = weighedLosses(family, points);
  const costs = points.map((point) => [
    ...losses.map((loss) => lossIn(loss, point)),
    ...protectionOf(point).map((more) => -more),
  ]);
  return points.filter((_, i) => !costs.some((other) => beats(other, costs[i])));
}

const beats = (a: readonly number[], b: readonly number[]): boolean =>
  a.every((cost, i) => cost <= b[i]) && a.some((cost, i) => cost < b[i]);

/** A loss as a share of the most that some settings lose, which can be added to others; 0 where none loses any. */
export function scaleLoss(points: readonly FigureValues[], loss: SweptFigure): (point: FigureValues) => number {
  const most = Math.max(...points.map((point) => lossIn(loss, point)));
  return (point) => (most > 0 ? lossIn(loss, point) / most : 0);
}
