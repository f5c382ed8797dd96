import { lossIn, type SweptFigure, weighedLosses } from '../../src/figures/sweep-figures.ts';
import type { Setting } from '../../src/figures/sweep-setting.ts';
import type { SweepResult, VerifiedPoint } from '../../src/report/sweep-result.ts';
import type { Choices } from './choices.ts';
import { markOf } from './mark.ts';

type Settings = Readonly<Record<string, unknown>>;

/** What the dots of a sweep vary: another of them is no reason to try all again. */
const varied = ['p', 'maxLevel', 'flatten', 'effort', 'segments'] as const;

/** A mark of the choices that a sweep holds for. */
export function sweepMark({ sweep, release, sweepOf, releaseOf, k, method, settings, ...others }: Choices): string {
  const rest = Object.entries(settings).filter(([key]) => !(varied as readonly string[]).includes(key));
  return markOf([others, Object.fromEntries(rest)]);
}

/** What is tried: the methods of the family, and k about the one that is chosen. */
export function gridFor(policy: Settings, leastK: number): Settings {
  const k = typeof policy.k === 'number' ? policy.k : 5;
  const some = [Math.ceil(k / 2), k, 2 * k].map((one) => Math.max(2, leastK, one));
  const grid = { k: [...new Set(some)] };
  if (policy.series === undefined && policy.long === undefined) return grid;
  const { p = 2, maxLevel = 10 } = policy;
  return { ...grid, p: [p], maxLevel: [...new Set([5, maxLevel])] };
}

/** The choice that a dot stands for. */
export function choiceOf({ method, k, p, maxLevel, flatten, effort, segments }: Setting, settings: Settings): Partial<Choices> {
  const own = { p, maxLevel, effort, segments, ...(flatten === undefined ? {} : { flatten: flatten.split('+') }) };
  const told = Object.entries(own).filter(([, value]) => value !== undefined);
  return {
    k,
    ...(flatten === undefined ? { method } : {}), // event logs have one method
    settings: { ...settings, ...Object.fromEntries(told) },
  };
}

/** Whether a dot is what the policy says. */
export const isChosen = ({ method, k, p, maxLevel, flatten }: Setting, policy: Settings): boolean =>
  k === policy.k &&
  (flatten === undefined ? method === (policy.clustering ?? policy.method) : flatten === flattenIn(policy)) &&
  (p === undefined || p === policy.p) &&
  (maxLevel === undefined || maxLevel === policy.maxLevel);

const flattenIn = ({ flatten }: Settings): string =>
  Array.isArray(flatten) ? flatten.join('+') : typeof flatten === 'string' ? flatten.replaceAll(',', '+') : 'week_number';

/** What dots are placed by: the less the better, k too, which is drawn from the most down. */
export interface Axis {
  readonly id: string;
  readonly figure?: SweptFigure;
  readonly of: (point: VerifiedPoint) => number;
}

/** Losses in which settings differ, then k. */
export function axesOf({ family }: SweepResult, points: readonly VerifiedPoint[]): readonly Axis[] {
  const losses = weighedLosses(family, points)
    .map((figure): Axis => ({ id: figure.id, figure, of: (point) => lossIn(figure, point) }))
    .filter(({ of }) => new Set(points.map(of)).size > 1);
  return [...losses, { id: 'k', of: ({ k }) => -k }];
}
