import { settleEffort } from '../../../policy/effort.ts';
import type { PrismPolicy } from '../../../policy/policy.ts';
import type { BlockLosses } from './arrangement.ts';
import type { Weights } from './prism-groups.ts';

type EffortName = PrismPolicy['effort'];

/** How much is spent on a table: by counted work, never by the clock, so that a run can be repeated. */
export interface Effort {
  /** Most records of a block; a record's company is sought in its block. */
  readonly blockRows: number;
  /** Trials to a record; none without a search. */
  readonly trials: number;
  /** Whether a few blocks are searched first, to weigh losses by what they reach. */
  readonly pilots: boolean;
}

/** Small tables get more trials to a record and larger blocks: what a million records need seconds for is nothing for a few thousand. */
export function effortFor(effort: EffortName, records: number, k: number, diverse: boolean): Effort {
  const normal = Math.round(Math.min(2400, Math.max(fewestTrials, 8e6 / records)));
  const brief = Math.round(Math.min(60, Math.max(12, 6e5 / records))); // diverse values leave more to gain by exchanging than halving ever does
  const settled = settleEffort(effort, records);
  return {
    blockRows: Math.max(records > 50_000 ? 256 : 2048, Math.min(4096, 32 * k)), // a few dozen groups at least, where that is possible
    trials: { fast: diverse ? brief : 0, normal, best: 6 * normal }[settled],
    pilots: settled !== 'fast',
  };
}

/** A search of 40 is a fifth longer, and lowers the losses of 100,000 walks by a two-hundredth: docs/decisions/0118. */
const fewestTrials = 24;

/** How warm a search of so many trials begins: too warm a start takes longer to cool than it has. */
export const warmthFor = (trials: number): number => 0.7 * Math.min(1, trials / 1000) ** 0.3;

/**
 * Weights under which each loss counts by its share of what is reachable: a percent of shape is worth about mu / 2 percent of value. The
 * floor counts for a thirtieth: where it is nearly all of the loss, the rest is not worth much value.
 */
export function weightsFor({ value, shape, floor }: BlockLosses, records: number, mu: number): Weights {
  const reachable = shape + 0.03 * floor;
  return { value: value > 0 ? records / value : 0, shape: reachable > 0 ? (0.6 * mu * records) / reachable : 0 };
}
