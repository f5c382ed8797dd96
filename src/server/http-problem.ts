import { keysIn } from '../api/policy-file.ts';
import { Exit, type Problem } from '../base/problem.ts';
import type { ProblemCode } from '../base/problem-code.ts';
import type { Facts } from '../base/told.ts';
import { toldFacts } from './told-facts.ts';

/** A fault of a request: what a problem is on the command line, with a status for the exit code. */
export interface HttpProblem<Code extends ProblemCode = ProblemCode> {
  readonly code: Code;
  readonly status: number;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
  /** What stands in the gaps of its sentences, for whoever tells it in another language. */
  readonly facts?: Facts;
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
export const asHttpProblem = (problem: Problem): HttpProblem => {
  const { code, what, why, fix, exit, facts } = problem;
  const key = typeof facts.key === 'string' ? facts.key : typeof facts.role === 'string' ? keysIn(problem)[0] : undefined;
  return {
    code,
    status: exit === Exit.bug ? 500 : exit === Exit.resource ? (code === 'server/ask-time' ? 504 : 503) : 422,
    what,
    why,
    fix,
    facts: toldFacts(problem),
    pointer: key === undefined ? '/body/policy' : `/body/policy/${key.replaceAll('.', '/')}`,
  };
};
