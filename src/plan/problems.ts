import { Exit, problem } from '../base/problem.ts';

export const kTooLarge = (k: number, subjects: number) =>
  problem({
    code: 'policy/k-too-large',
    exit: Exit.infeasible,
    what: `k is ${k}, but the input holds ${subjects} ${subjects === 1 ? 'subject' : 'subjects'}.`,
    why: 'A group needs k subjects, so not even one group can be formed.',
    fix: subjects < 2 ? 'Publish more subjects together.' : `Set k to ${subjects} or less, or publish more subjects together.`,
    facts: { k, subjects },
  });

export const nameTaken = (column: string) =>
  problem({
    code: 'policy/name-taken',
    exit: Exit.usage,
    what: `The release would have two columns named "${column}".`,
    why: 'GroupID, Pattern, Level and, with --intervals columns, names ending in _min and _max are written by Shoal itself.',
    fix: `Rename "${column}" in the input, or drop it.`,
    facts: { column },
  });
