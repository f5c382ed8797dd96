import type { Problem } from '../base/problem.ts';
import { badCall } from './problems.ts';

/** An argument by its name, with what a program handed over for it, and what it is to be; options may be left out. */
type Argument = readonly [name: string, value: unknown, kind: keyof typeof kinds];

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const kinds = {
  text: { says: 'a text', fits: (value: unknown) => typeof value === 'string' },
  list: { says: 'a list', fits: (value: unknown) => Array.isArray(value) },
  object: { says: 'an object', fits: isObject },
  options: { says: 'an object, or nothing', fits: (value: unknown) => value === undefined || isObject(value) },
} as const;

/** What is wrong with the arguments of a call, the first of it: types are not there when a program runs. */
export function callProblem(...given: readonly Argument[]): Problem | undefined {
  const wrong = given.find(([, value, kind]) => !kinds[kind].fits(value));
  return wrong && badCall(wrong[0], kinds[wrong[2]].says);
}
