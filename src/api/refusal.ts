import { Refusal } from '../base/problem.ts';
import { type Result, refused } from '../base/result.ts';
import { outOfMemory } from '../release/output-problems.ts';
import { asWriteProblem } from '../release/stage.ts';

/** What was thrown in the middle of work, as a refusal where people can mend it; anything else is a bug and goes on. */
export function refusalOf(error: unknown, out: string): Result<never> {
  if (error instanceof Refusal) return refused(...error.problems);
  if (error instanceof Error && /^Out of Memory/i.test(error.message)) return refused(outOfMemory());
  return refused(asWriteProblem(error, out));
}
