import type { ProblemCode } from './problem-code.ts';

/** What the process answers with; the numbers are fixed by the contract with scripts. */
export const Exit = {
  done: 0,
  bug: 1,
  usage: 2,
  input: 3,
  infeasible: 4,
  broken: 5,
  gate: 6,
  resource: 7,
  output: 8,
  interrupted: 130,
} as const;
export type Exit = (typeof Exit)[keyof typeof Exit];

export type Fact = string | number | boolean | readonly string[] | readonly number[];

/** A fault told to a person: what, where, why, how to fix it. Names lines and columns, never a cell's value. */
export interface Problem<Code extends ProblemCode = ProblemCode> {
  readonly code: Code;
  readonly exit: Exit;
  readonly what: string;
  readonly where?: string;
  readonly why: string;
  readonly fix: string;
  readonly facts: Readonly<Record<string, Fact>>;
}

interface Told<Code extends ProblemCode> {
  readonly code: Code;
  readonly exit: Exit;
  readonly what: string;
  readonly where?: string | undefined;
  readonly why: string;
  readonly fix: string;
  readonly facts?: Readonly<Record<string, Fact>>;
}

export const problem = <const Code extends ProblemCode>({ where, facts, ...told }: Told<Code>): Problem<Code> => ({
  ...told,
  ...(where === undefined ? {} : { where }),
  facts: facts ?? {},
});

/** Lets a problem travel through code that cannot return one, such as a stream; caught at the nearest door. */
export class Refusal extends Error {
  readonly problems: readonly Problem[];
  constructor(...problems: readonly Problem[]) {
    super(problems.map(({ code }) => code).join(', '));
    this.problems = problems;
  }
}

/** One of our own promises is broken: not the user's fault, and no message can help but a report. */
export class Bug extends Error {}

export function invariant(holds: boolean, promise: string): asserts holds {
  if (!holds) throw new Bug(promise);
}
