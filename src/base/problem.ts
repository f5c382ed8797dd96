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

/** A problem repeats what somebody wrote, such as the name of a column; nobody reads a megabyte of it, and logs keep what is said. */
export const problem = <const Code extends ProblemCode>({
  code,
  exit,
  what,
  where,
  why,
  fix,
  facts = {},
}: Told<Code>): Problem<Code> => ({
  code,
  exit,
  what: cutLong(what),
  ...(where === undefined ? {} : { where: cutLong(where) }),
  why: cutLong(why),
  fix: cutLong(fix),
  facts: Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, cutFact(fact)])),
});

const longestWord = 4096; // no path is longer

/** Cuts what is quoted, or has no blank in it, where it is longer than any name. A program without types may hand over no text at all. */
const cutLong = (text: string): string =>
  typeof text !== 'string' || text.length <= longestWord
    ? text
    : text.replace(/"[^"]+"|\S+/g, (word) => (word.length <= longestWord ? word : cutWord(word)));

const cutWord = (word: string): string => `${word.slice(0, 100).replace(/[\ud800-\udbff]$/, '')}… (${word.length} characters)`;

function cutFact(fact: Fact): Fact {
  if (typeof fact === 'string') return fact.length <= longestWord ? fact : cutWord(fact);
  return Array.isArray(fact) && typeof fact[0] === 'string' ? fact.map((one) => String(cutFact(one))) : fact;
}

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
