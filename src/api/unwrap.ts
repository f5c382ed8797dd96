import type { Problem } from '../base/problem.ts';
import type { ProblemCode } from '../base/problem-code.ts';
import type { Result } from '../base/result.ts';

/** What `unwrap` throws: every problem, and the code of the first. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map(({ what, why, fix, code }) => `${what} ${why} ${fix} (${code})`).join('\n'));
    this.code = problems[0].code;
    this.problems = problems;
  }
}

/** The value of a result, for scripts that end where something goes wrong: problems are thrown as one error. */
export function unwrap<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw new ProblemError(result.problems);
}
