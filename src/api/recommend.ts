import {
  excessOver,
  type Limit,
  limitsAsked,
  limitWords,
  lossIn,
  nameOf,
  numberIn,
  sweptFigures,
  usableLimits,
  weighedLosses,
} from '../figures/sweep-figures.ts';
import { type Setting, settingWords } from '../figures/sweep-setting.ts';
import type { Family } from '../policy/family.ts';
import type { Limits } from '../report/sweep-result.ts';
import { type Candidate, protectionOf, scaleLoss } from './pareto.ts';

type Point = Setting & Candidate;

export interface Choice<Own> {
  readonly rule: 'limits' | 'usable';
  /** Whether the point keeps within the limits; where none does, it is the nearest. */
  readonly met: boolean;
  readonly point: Own;
  readonly reason: string;
}

/**
 * The setting to take: of those within the limits the one that protects most (largest k, then largest P, then ids that single out fewest), and of
 * these the one that loses least. Where no limit is given, those of what is usable are taken, as docs/sweep.md tells people. There must be a point.
 */
export function recommendSetting<Own extends Point>(family: Family, points: readonly Own[], limits: Limits): Choice<Own> {
  const asked = limitsAsked(family, withRetention(limits));
  const rule = asked.length > 0 ? 'limits' : 'usable';
  const held = asked.length > 0 ? asked : usableLimits(family, points);
  const within = points.filter((point) => held.every((limit) => excessOver(limit, point) <= 0));
  const words = held.map(limitWords).join(', ');
  const whose = rule === 'limits' ? `the limits (${words})` : `what is usable (${words})`;
  const begin = rule === 'limits' ? '' : 'No limits were given. ';
  if (within.length === 0 && rule === 'limits') return nearest(family, points, held, { rule, whose, begin });
  if (within.length === 0) {
    const most = Math.max(...points.map(({ k }) => k)); // nobody said that protection may be given up for what is out of reach anyway
    return nearest(
      family,
      points.filter(({ k }) => k === most),
      held,
      { rule, whose, begin },
    );
  }
  const point = strongest(family, within, points);
  const reason =
    within.length === 1
      ? `${begin}It is the only setting within ${whose}.`
      : `${begin}Of the ${within.length} settings within ${whose} it protects most: ${strength[family]}; of those that protect alike it loses least.`;
  return { rule, met: true, point, reason };
}

const strength: Readonly<Record<Family, string>> = {
  series: 'the largest k, then the largest P',
  events: 'the largest k, then ids that single out fewest',
  table: 'the largest k',
};

/** Two ways to say one limit: the stricter counts. */
function withRetention({ maxRecordsLost, ...limits }: Limits): Limits {
  if (maxRecordsLost === undefined) return limits;
  const kept = Math.round((1 - maxRecordsLost) * 1e12) / 1e12;
  return { ...limits, minRetention: Math.max(kept, limits.minRetention ?? 0) };
}

/** By protection, then least sum of the losses, each as a share of the most over the whole sweep; then the least of each. */
function strongest<Own extends Point>(family: Family, some: readonly Own[], all: readonly Own[]): Own {
  const losses = weighedLosses(family, all);
  const scaled = losses.map((loss) => scaleLoss(all, loss));
  const sum = (point: Own) => scaled.reduce((total, of) => total + of(point), 0);
  const costsOf = (point: Own) => [
    ...protectionOf(point).map((more) => -more),
    sum(point),
    ...losses.map((loss) => lossIn(loss, point)),
    point.maxLevel ?? 0,
    ...sweptFigures(family).map((figure) => (figure.better === 'more' ? -1 : 1) * (numberIn(figure, point) ?? 0)), // those alike in all of that may differ in who is left
  ];
  const firstDifference = (a: readonly number[], b: readonly number[]) =>
    a.map((cost, i) => cost - b[i]).find((difference) => difference !== 0) ?? 0;
  return some.toSorted((a, b) => firstDifference(costsOf(a), costsOf(b)))[0];
}

interface Missed {
  readonly rule: 'limits' | 'usable';
  readonly whose: string;
  readonly begin: string;
}

/** The point that misses the limits by least, the shares by which it misses each added up. */
function nearest<Own extends Point>(
  family: Family,
  points: readonly Own[],
  held: readonly Limit[],
  { rule, whose, begin }: Missed,
): Choice<Own> {
  const missing = (point: Own) => held.reduce((sum, limit) => sum + Math.max(0, excessOver(limit, point)), 0);
  const least = Math.min(...points.map(missing));
  const point = strongest(
    family,
    points.filter((candidate) => missing(candidate) === least),
    points,
  );
  const missed = held
    .filter((limit) => excessOver(limit, point) > 0)
    .map(({ figure }) => `${nameOf(figure)} ${short(numberIn(figure, point) ?? Number.NaN)}`);
  const reason = `${begin}No setting keeps within ${whose}. The nearest${rule === 'usable' ? ' with the largest k' : ''} is ${settingWords(point)}, with ${missed.join(' and ')}.`;
  return { rule, met: rule === 'usable', point, reason }; // nobody asked for what is usable: it is advice, and no reason to fail
}

const short = (value: number): string => String(Number(value.toPrecision(4)));
