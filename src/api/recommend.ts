import { type Limits, type Setting, type SweepFigures, settingWords } from '../report/sweep-result.ts';
import { normalised, paretoSet } from './pareto.ts';

type Candidate = Setting & Pick<SweepFigures, 'valueLoss' | 'patternLoss' | 'retention'>;

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
export function recommended<Point extends Candidate>(points: readonly Point[], limits: Limits): Choice<Point> {
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
  readonly told: (point: Candidate) => string;
}

function askedOf({ maxValueLoss, maxPatternLoss, minRetention }: Limits): readonly Asked[] {
  const atMost = (name: string, limit: number, measured: (point: Candidate) => number): Asked => ({
    words: `${name} at most ${limit}`,
    excess: (point) => (measured(point) - limit) / (limit || 1),
    told: (point) => `${name} ${short(measured(point))}`,
  });
  const atLeast = (name: string, limit: number, measured: (point: Candidate) => number): Asked => ({
    words: `${name} at least ${limit}`,
    excess: (point) => (limit - measured(point)) / (limit || 1),
    told: (point) => `${name} ${short(measured(point))}`,
  });
  return [
    ...(maxValueLoss === undefined ? [] : [atMost('value loss', maxValueLoss, (point) => point.valueLoss)]),
    ...(maxPatternLoss === undefined ? [] : [atMost('pattern loss', maxPatternLoss, (point) => point.patternLoss)]),
    ...(minRetention === undefined ? [] : [atLeast('retention', minRetention, (point) => point.retention)]),
  ];
}

const short = (value: number): string => String(Number(value.toPrecision(4)));

/** Largest k, then largest P, then least sum of both losses, each between its least and most over the whole sweep. */
function strongest<Point extends Candidate>(some: readonly Point[], all: readonly Point[]): Point {
  const value = normalised(all, 'valueLoss');
  const pattern = normalised(all, 'patternLoss');
  const loss = (point: Point) => value(point) + pattern(point);
  const inOrder = (a: Point, b: Point) =>
    b.k - a.k ||
    b.p - a.p ||
    loss(a) - loss(b) ||
    a.valueLoss - b.valueLoss ||
    a.patternLoss - b.patternLoss ||
    a.maxLevel - b.maxLevel;
  return some.toSorted(inOrder)[0];
}

/**
 * Where the Pareto set bends most: the point furthest inside the straight line between its two ends, both losses stretched to 0 to 1.
 * Das, Structural Optimization 18, 1999. Of points equally far the one that protects most.
 */
function knee<Point extends Candidate>(points: readonly Point[]): Choice<Point> {
  const set = paretoSet(points);
  const value = normalised(set, 'valueLoss');
  const pattern = normalised(set, 'patternLoss');
  const inside = (point: Point) => 1 - value(point) - pattern(point); // the line runs from (0, 1) to (1, 0)
  const furthest = Math.max(...set.map(inside));
  const point = strongest(
    set.filter((candidate) => furthest - inside(candidate) <= 1e-12),
    points,
  );
  const reason =
    set.length === 1
      ? 'It loses least in value and in shape at once. Losses alone decide here: choose k and P by what must be protected.'
      : `It is the knee of the ${set.length} settings that no other beats, between ${settingWords(set[0])} and ${settingWords(set[set.length - 1])}: further on, less of one loss costs much of the other. Losses alone decide here: choose k and P by what must be protected.`;
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
  const missed = asked.filter(({ excess }) => excess(point) > 0).map(({ told }) => told(point));
  const reason = `No setting keeps within the limits (${limitWords}). The nearest is ${settingWords(point)}, with ${missed.join(' and ')}.`;
  return { rule: 'limits', met: false, point, reason };
}
