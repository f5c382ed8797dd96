import type { Problem } from '../base/problem.ts';
import type { ProblemCode } from '../base/problem-code.ts';

/** A fault of a request: what a problem is on the command line, with a status for the exit code. */
export interface HttpProblem<Code extends ProblemCode = ProblemCode> {
  readonly code: Code;
  readonly status: number;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
  /** Where in the request, as a JSON pointer from its parts: /query/k, /body/policy/k, /headers/host. */
  readonly pointer?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Carries problems out of a handler; the error handler of the app answers with them. */
export class Denial extends Error {
  readonly problems: readonly [HttpProblem, ...HttpProblem[]];
  constructor(...problems: readonly [HttpProblem, ...HttpProblem[]]) {
    super(problems[0].code);
    this.problems = problems;
  }
}

export const httpProblem = <const Code extends ProblemCode>(told: HttpProblem<Code>): HttpProblem<Code> => told;

/** A problem of a policy, found before there is a job, as an answer. */
export const asHttpProblem = ({ code, what, why, fix, facts }: Problem): HttpProblem => ({
  code,
  status: 422,
  what,
  why,
  fix,
  pointer: typeof facts.key === 'string' ? `/body/policy/${facts.key.replaceAll('.', '/')}` : '/body/policy',
});
