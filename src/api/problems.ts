import { Exit, problem } from '../base/problem.ts';

export const limitsNotMet = (reason: string) =>
  problem({
    code: 'gate/limits-not-met',
    exit: Exit.gate,
    what: reason,
    why: 'A setting is recommended only if it keeps within every limit.',
    fix: 'Raise the limit, or widen the grid: a smaller k, a smaller P, finer levels or another method. The files were written all the same.',
  });

export const noInternalReport = () =>
  problem({
    code: 'output/no-internal-report',
    exit: Exit.output,
    what: 'The release has no internal report, so nobody can sign it off.',
    why: 'Who agreed to a release is written inside it, where it never leaves.',
    fix: 'Sign it off where it was made, with its folder internal/.',
  });

export const badCall = (argument: string, expected: string) =>
  problem({
    code: 'usage/bad-call',
    exit: Exit.usage,
    what: `The argument "${argument}" is not what the call takes: ${expected} is expected.`,
    why: 'What was handed over cannot be read as anything that was meant.',
    fix: 'See the call in docs/api.md; with TypeScript the compiler finds it.',
    facts: { argument },
  });
