import type { Problem } from '../base/problem.ts';
import { badCall } from './problems.ts';

/** An argument by its name, with what a program handed over for it, and what it is to be; options may be left out. */
type Argument = readonly [name: string, value: unknown, kind: keyof typeof kinds];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const kinds = {
  text: { says: 'a text', fits: (value: unknown) => typeof value === 'string' },
  list: { says: 'a list', fits: (value: unknown) => Array.isArray(value) },
  object: { says: 'an object', fits: isObject },
  options: { says: 'an object, or nothing', fits: (value: unknown) => value === undefined || isObject(value) },
} as const;

/** What is wrong with the arguments of a call, the first of it: types are not there when a program runs. */
export function callProblem(...given: readonly Argument[]): Problem | undefined {
  for (const [name, value, kind] of given) {
    if (!kinds[kind].fits(value)) return badCall(name, kinds[kind].says);
    const problem = name === 'options' && isObject(value) ? optionProblem(value) : undefined; // settings have a door of their own
    if (problem !== undefined) return problem;
  }
  return undefined;
}

interface Option {
  readonly says: string;
  fits(value: unknown): boolean;
}

const number = { says: 'a number of 1 or more', fits: (value: unknown) => Number.isFinite(value) && Number(value) >= 1 };
const func = { says: 'a function', fits: (value: unknown) => typeof value === 'function' };
const isSource = (value: unknown) => typeof value === 'string' || isObject(value) || typeof value === 'function';
const least = ['k', 'p', 'l'];

/** Options that many calls take, and those of which a wrong one would demand or prove less than was meant. */
const known: Readonly<Record<string, Option>> = {
  threads: number,
  memoryBytes: number,
  onProgress: func,
  onNotice: func,
  signal: {
    says: 'an AbortSignal',
    fits: (value) => isObject(value) && 'throwIfAborted' in value && 'addEventListener' in value,
  },
  original: { says: 'an object with a file', fits: (value) => isObject(value) && 'file' in value && isSource(value.file) },
  population: {
    says: 'an object with the path of a file',
    fits: (value) => isObject(value) && 'file' in value && typeof value.file === 'string',
  },
  control: { says: 'a path or data', fits: isSource },
  second: kinds.text,
  spark: kinds.options,
  noiseKey: kinds.text,
  atLeast: {
    says: 'an object with k, p or l, each a number,',
    fits: (value) =>
      isObject(value) &&
      Object.entries(value).every(([name, one]) => least.includes(name) && (one === undefined || Number.isFinite(one))),
  },
};

function optionProblem(options: object): Problem | undefined {
  for (const [name, value] of Object.entries(options)) {
    const option = Object.hasOwn(known, name) ? known[name] : undefined;
    if (option !== undefined && value !== undefined && !option.fits(value)) return badCall(name, option.says);
  }
  return undefined;
}
