import type { FigureValues } from '../figures/figures.ts';
import { limitOf, nameOf, numberIn, sweptFigures, weighedLosses } from '../figures/sweep-figures.ts';
import { type Limits, type Setting, settingWords } from '../report/sweep-result.ts';
import { paretoSet, scaleLoss } from './pareto.ts';

type Candidate = Setting & FigureValues;

export interface Choice<Point> {
  readonly rule: 'limits' | 'knee';
  /** Whether the point keeps within the limits; where none does, it is the nearest. */
  readonly met: boolean;
  readonly point: Point;
  readonly reason: string;
}

/**
 * The setting to take. With limits, of those within them the one that protects most (largest k, then largest P), and of these the one
 * that loses least. Without, the knee of the Pareto set. docs/sweep.md tells people; there must be a point.
 */
export function recommendSetting<Point extends Candidate>(points: readonly Point[], limits: Limits): Choice<Point> {
  const asked = askedOf(limits);
  if (asked.length === 0) return knee(points);
  const within = points.filter((point) => asked.every((limit) => limit.excess(point) <= 0));
  const limitWords = asked.map(({ words }) => words).join(', ');
  if (within.length === 0) return nearest(points, asked, limitWords);
  const point = strongest(within, points);
  const others = within.length === 1 ? 'It is the only setting' : `Of the ${within.length} settings`;
  const reason = `${others} within the limits (${limitWords})${
    within.length === 1
      ? '.'
      : ' it protects most: the largest k, then the largest P; of those that protect alike it loses least.'
  }`;
  return { rule: 'limits', met: true, point, reason };
}

interface Asked {
  readonly words: string;
  /** By how much a point misses the limit, as a share of it; 0 or less is within. */
  readonly excess: (point: Candidate) => number;
  readonly textOf: (point: Candidate) => string;
}

/** A figure that a point does not have is as far off as can be. */
const askedOf = (limits: Limits): readonly Asked[] =>
  sweptFigures.flatMap((figure): readonly Asked[] => {
    const limit = limitOf(figure, limits);
    if (limit === undefined) return [];
    const { words, value } = limit;
    const sign = figure.better === 'more' ? -1 : 1;
    const valueIn = (point: Candidate) => numberIn(figure, point) ?? sign * Number.POSITIVE_INFINITY;
    return [
      {
        words: `${words} ${value}`,
        excess: (point) => (sign * (valueIn(point) - value)) / (value || 1),
        textOf: (point) => `${nameOf(figure)} ${short(valueIn(point))}`,
      },
    ];
  });

const short = (value: number): string => String(Number(value.toPrecision(4)));

const worse = (figure: (typeof sweptFigures)[number], point: Candidate): number =>
  (figure.better === 'more' ? -1 : 1) * (numberIn(figure, point) ?? 0);

/** Largest k, then largest P, then least sum of the losses, each scaled over the whole sweep; then the least of each. */
function strongest<Point extends Candidate>(some: readonly Point[], all: readonly Point[]): Point {
  const losses = weighedLosses(all);
  const scaled = losses.map((loss) => scaleLoss(all, loss));
  const sum = (point: Point) => scaled.reduce((total, of) => total + of(point), 0);
  const inOrder = (a: Point, b: Point) =>
    b.k - a.k ||
    b.p - a.p ||
    sum(a) - sum(b) ||
    losses.reduce((known, loss) => known || (numberIn(loss, a) ?? 0) - (numberIn(loss, b) ?? 0), 0) ||
    a.maxLevel - b.maxLevel ||
    sweptFigures.reduce((known, figure) => known || worse(figure, a) - worse(figure, b), 0); // those alike in all of that may differ in who is left
  return some.toSorted(inOrder)[0];
}

/**
 * Where the Pareto set bends most: the point furthest inside the line, or of three losses the plane, through the points that have all of one
 * scaled loss and nothing of the others. Das, Structural Optimization 18, 1999. Of points equally far the one that protects most.
 */
function knee<Point extends Candidate>(points: readonly Point[]): Choice<Point> {
  const set = paretoSet(points);
  const losses = weighedLosses(points);
  const scaled = losses.map((loss) => scaleLoss(set, loss));
  const inside = (point: Point) => scaled.reduce((left, of) => left - of(point), 1);
  const furthest = Math.max(...set.map(inside));
  const point = strongest(
    set.filter((candidate) => furthest - inside(candidate) <= 1e-12),
    points,
  );
  const weighed = losses.map(({ sweep }) => `in ${sweep.weighed}`);
  const all = `${weighed.slice(0, -1).join(', ')} and ${weighed.at(-1)}`;
  const where =
    losses.length > 2
      ? ` ${all}: further on, less of one loss costs much of the others`
      : `, between ${settingWords(set[0])} and ${settingWords(set[set.length - 1])}: further on, less of one loss costs much of the other`;
  const why =
    set.length === 1
      ? `It loses least ${all} at once`
      : `It is the knee of the ${set.length} settings that no other beats${where}`;
  const reason = `${why}. Losses alone decide here: choose k and P by what must be protected.`;
  return { rule: 'knee', met: true, point, reason };
}

/** The point that misses the limits by least, the shares by which it misses each added up. */
function nearest<Point extends Candidate>(points: readonly Point[], asked: readonly Asked[], limitWords: string): Choice<Point> {
  const missing = (point: Point) => asked.reduce((sum, { excess }) => sum + Math.max(0, excess(point)), 0);
  const least = Math.min(...points.map(missing));
  const point = strongest(
    points.filter((candidate) => missing(candidate) === least),
    points,
  );
  const missed = asked.filter(({ excess }) => excess(point) > 0).map(({ textOf }) => textOf(point));
  const reason = `No setting keeps within the limits (${limitWords}). The nearest is ${settingWords(point)}, with ${missed.join(' and ')}.`;
  return { rule: 'limits', met: false, point, reason };
}
