import type { QuickRandom } from '../base/quick-random.ts';
import { type Classes, costAfter } from './member-classes.ts';
import type { NearTuples } from './near-tuples.ts';

/** Rows that may still be left out of every class. A record that is left out is wholly lost. */
export interface Leaving {
  left: number;
  readonly cost: number;
}

/** What every step needs. */
export interface Ground {
  readonly classes: Classes;
  readonly near: NearTuples;
  readonly k: number;
  readonly random: QuickRandom;
  readonly leaving: Leaving;
  /** Of the row that may move, column by column; see `probeLess` and `probeMore`. */
  readonly alone: Float64Array;
  readonly fresh: Float64Array;
}

/** What a step needs that draws nothing. */
export type Still = Omit<Ground, 'random' | 'alone' | 'fresh'>;

/** Rounding must not make a loss of nothing look like one. */
export const slip = 1e-12;

/** By how much the loss of all falls if a row leaves its class. */
export function gainWithout(classes: Classes, row: number): number {
  const home = classes.classOf[row];
  const many = classes.members[home].length;
  return many * classes.cost[home] - (many - 1) * costAfter(classes, home, row, -1);
}
