import {
  attack,
  check,
  compare,
  draftHierarchy,
  execute,
  generate,
  inspect,
  plan,
  preview,
  readLedger,
  rewriteReport,
  run,
  signOff,
  sweep,
  verify,
} from 'shoal';
import { describe, expect, it } from 'vitest';

type Call = (...given: readonly unknown[]) => unknown;

/** Every call that answers with a result. */
const calls = {
  attack,
  check,
  compare,
  draftHierarchy,
  execute,
  generate,
  inspect,
  plan,
  preview,
  readLedger,
  rewriteReport,
  run,
  signOff,
  sweep,
  verify,
} as unknown as Readonly<Record<string, Call>>; // types are what this is not about

/** What a program without types, or with a mistake in it, may hand over. */
const odd: readonly unknown[] = [undefined, null, 42, '', 'no-such', {}, [], [7], () => 1];
const oddOptions: readonly unknown[] = [undefined, null, 42, 'x'];

const codeOf = async (call: Call, given: readonly unknown[]) => {
  const answer = (await call(...given)) as Awaited<ReturnType<typeof verify>>;
  return answer.ok ? 'done' : answer.problems[0].code;
};

describe('a call with something that it does not take', () => {
  it.each(Object.entries(calls))('is answered with a problem, and throws nothing: %s', async (_, call) => {
    for (const first of odd)
      for (const second of oddOptions)
        for (const third of [undefined, null])
          expect(await codeOf(call, [first, second, third])).toMatch(/^([a-z]+\/[a-z-]+|done)$/); // no releases are compared in no time
  });

  it.each([
    ['verify', [undefined], 'usage/bad-call'],
    ['verify', ['release', null], 'usage/bad-call'],
    ['run', [{ method: 'naive' }, null], 'usage/bad-call'],
    ['run', [null], 'policy/bad-value'],
    ['compare', [['release', 7]], 'usage/bad-call'],
    ['inspect', [{}], 'policy/no-input'],
    ['verify', ['no-such'], 'verify/no-such-folder'],
    ['verify', ['no-such', { original: 'people.csv' }], 'usage/bad-call'],
    ['verify', ['no-such', { original: {} }], 'usage/bad-call'],
    ['verify', ['no-such', { population: 'register.csv' }], 'usage/bad-call'],
    ['verify', ['no-such', { atLeast: 5 }], 'usage/bad-call'],
    ['verify', ['no-such', { atLeast: { K: 5 } }], 'usage/bad-call'],
    ['verify', ['no-such', { threads: 'all' }], 'usage/bad-call'],
    ['verify', ['no-such', { signal: {} }], 'usage/bad-call'],
    ['verify', ['no-such', { atLeast: { k: 5, l: undefined } }], 'verify/no-such-folder'],
    ['attack', ['no-such', { original: { file: 'people.csv' }, second: 7 }], 'usage/bad-call'],
  ] as const)('%s of %j is %s', async (name, given, code) => {
    expect(await codeOf(calls[name], given)).toBe(code);
  });
});
