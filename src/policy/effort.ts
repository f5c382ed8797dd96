import { inEnglish } from '../base/told.ts';

/** How long groups are improved. */
export const efforts = ['auto', 'fast', 'normal', 'best'] as const;

type Effort = (typeof efforts)[number];

/**
 * Up to so many records a search takes seconds; beyond it grows with them, and `auto` does without. PRISM's costs the same up to here for any table, eight
 * million trials in all.
 */
const mostForNormal = 200_000;

/** What `auto` comes to with so many records: decided by their number alone, so that a run can be repeated. */
export const settleEffort = (effort: Effort, records: number): Exclude<Effort, 'auto'> =>
  effort === 'auto' ? (records <= mostForNormal ? 'normal' : 'fast') : effort;

/** What `auto` is, in words. */
export const autoEffort = `auto is normal up to ${inEnglish(mostForNormal)} records, and fast beyond`;
