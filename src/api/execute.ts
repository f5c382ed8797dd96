import { type Result, refused } from '../base/result.ts';
import { changeOf, parsePlan } from '../plan/kept-plan.ts';
import type { KeptPlan } from '../plan/plan.ts';
import { callProblem } from './call-problem.ts';
import { type Input, takeInput } from './given/input.ts';
import type { Release } from './release.ts';
import { runPolicy } from './run.ts';
import type { RunOptions } from './run-options.ts';

/** Where a kept plan reads and writes, if not where it says. */
export interface Places {
  readonly input?: Input | undefined;
  readonly out?: string | undefined;
  readonly outTable?: string | undefined;
}

/** Makes the release of a plan that was kept: reads and plans anew, and goes on only where that is the same plan. */
export async function execute(plan: KeptPlan, options: RunOptions & Places = {}): Promise<Result<Release>> {
  const wrong = callProblem(['options', options, 'options']);
  if (wrong !== undefined) return refused(wrong);
  const kept = parsePlan(plan);
  if (!kept.ok) return kept;
  const { policy } = kept.value;
  const { input = policy.input, out = policy.out, outTable = policy.outTable, stdin, ...own } = options;
  const taken = takeInput({ input }, stdin);
  if (!taken.ok) return taken;
  const { settings, given } = taken.value;
  const places = { ...(settings.input && settings), ...(out && { out }), ...(outTable && { outTable }) };
  return runPolicy({ ...policy, ...places }, { ...own, given }, (today) => changeOf(kept.value, today));
}
