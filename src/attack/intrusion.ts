import { wilson } from '../risk/events/wilson.ts';

/** Who attacks; docs/attacks.md says what each knows, when it succeeds and what bounds it. */
export const intruders = [
  ...(['values', 'noisy-values', 'shape', 'curve', 'nearest-curve'] as const),
  ...(['labels', 'subject-by-labels'] as const),
  ...(['event', 'events', 'history', 'ordered-events', 'ordered-history'] as const),
  ...(['presence', 'attribute', 'value', 'other-event', 'certain-event'] as const),
  ...(['single-out', 'reconstruct', 'downcode'] as const),
  ...(['link-releases', 'both-releases', 'both-attribute', 'difference'] as const),
];
export type Intruder = (typeof intruders)[number];

/** One attack as a figure. */
export interface Intrusion {
  readonly intruder: Intruder;
  /** How many facts it knows, and of how many. */
  readonly knows?: number;
  readonly of?: number;
  /** The column it is after. */
  readonly column?: string;
  /** How many it was tried on. */
  readonly tried: number;
  /** Mean chance of success, and where its mean over everybody likely lies, 95 % (Wilson). */
  readonly success: number;
  readonly low: number;
  readonly high: number;
  /** The same without the release, or for people who are not in it; left out where nothing can be said. */
  readonly control?: number;
  readonly controls?: number;
  /** Largest chance of any one person; only of attacks with a bound. */
  readonly worst?: number;
  /** What the release promises that no chance is above; left out where it promises nothing. */
  readonly bound?: number;
}

type Told = Pick<Intrusion, 'intruder' | 'knows' | 'of' | 'column' | 'control' | 'controls' | 'bound'>;

/** A figure from the chance of success with each person. */
export function intrusionOf(told: Told, chances: Float64Array): Intrusion {
  const tried = chances.length;
  const sum = chances.reduce((all, chance) => all + chance, 0);
  const worst = told.bound === undefined ? {} : { worst: chances.reduce((most, chance) => Math.max(most, chance), 0) };
  return { ...told, tried, success: tried === 0 ? 0 : sum / tried, ...wilson(sum, tried), ...worst };
}

/** Whether somebody is found with a larger chance than is promised; sums of chances leave no such trace. */
export const isAboveBound = ({ worst, bound }: Intrusion): boolean =>
  worst !== undefined && bound !== undefined && worst > bound * (1 + 1e-9);

export const shareOf = (chances: Float64Array): number => chances.reduce((sum, chance) => sum + chance, 0) / chances.length;

/** Attacks that point at somebody's record or id. */
const linking: readonly Intruder[] = [
  ...(['values', 'noisy-values', 'shape', 'curve', 'nearest-curve', 'labels', 'subject-by-labels'] as const),
  ...(['event', 'events', 'history', 'ordered-events', 'ordered-history'] as const),
];

/** The one of these that succeeds most. */
export const bestLinkage = (found: readonly Intrusion[]): Intrusion | undefined =>
  found.filter(({ intruder }) => linking.includes(intruder)).toSorted((a, b) => b.success - a.success)[0];
