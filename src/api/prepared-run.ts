import type { Prepared } from '../families/family.ts';
import type { Plan } from '../plan/plan.ts';

/** All that a run goes on with. */
export interface PreparedRun {
  readonly plan: Plan;
  readonly input: Prepared;
  readonly seed: number | string;
}
