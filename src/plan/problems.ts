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

export const tooFewLeft = (k: number, p: number) =>
  problem({
    code: 'policy/too-few-left',
    exit: Exit.infeasible,
    what: `Fewer than k = ${k} subjects are left once those without company are out.`,
    why: `Hardly any subject shares its shape with P - 1 = ${p - 1} others, and the rest may not be published.`,
    fix: 'Lower P or --segments, choose --residue generic, or use --method naive, which leaves nobody out.',
    facts: { k, p },
  });

export const nameTaken = (column: string, by: 'published' | 'dropped') =>
  problem({
    code: 'policy/name-taken',
    exit: Exit.usage,
    what:
      by === 'published'
        ? `The release would have two columns named "${column}".`
        : `The release would have a column named "${column}", the name of an input column that must not leave.`,
    why: 'GroupID, Pattern, Level, with --shape long Record, Time and Value, names ending in _min and _max with --intervals columns, and in _curve with --reconstruct are written by Shoal itself.',
    fix: `Rename "${column}" in the input${by === 'published' ? ', or drop it' : ''}.`,
    facts: { column },
  });
