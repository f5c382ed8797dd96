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

export const lWithoutSensitive = (l: number) =>
  problem({
    code: 'policy/l-without-sensitive',
    exit: Exit.usage,
    what: `l is ${l}, but no sensitive column is named.`,
    why: 'l counts the distinct values of sensitive columns among subjects that are published alike; without one there is nothing to count.',
    fix: 'Name the columns with --sensitive, or leave --l out.',
    facts: { l },
  });

export const lTooLarge = (l: number, column: string, most: number) =>
  problem({
    code: 'policy/l-too-large',
    exit: Exit.infeasible,
    what: `l is ${l}, but "${column}" has ${most} distinct ${most === 1 ? 'value' : 'values'} among the subjects to be released.`,
    why: 'Not even all subjects together, published alike, would have l values of it.',
    fix:
      most < 2
        ? `Everybody has the same value of "${column}": drop the column, or leave --l out.`
        : `Set --l to ${most} or less, the largest that can be met; or publish finer values of "${column}", or drop it.`,
    facts: { l, column, most },
  });

export const lossOutOfReach = (loss: 'value' | 'pattern', limit: number, nearest: number) =>
  problem({
    code: 'policy/loss-out-of-reach',
    exit: Exit.infeasible,
    what: `No weight of shape keeps the ${loss} loss at ${limit} or below together with what else was asked; the nearest is ${told(nearest)}.`,
    why: 'The weight mu trades one loss for the other, and every weight from 0 to 10 loses more.',
    fix: `Set --max-${loss}-loss to ${told(nearest)} or more, lower k or P, or raise --effort.`,
    facts: { loss, limit, nearest },
  });

/** Rounded up, so that the limit it proposes can be met. */
const told = (loss: number): number => Math.ceil(loss * 1e4) / 1e4;

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

export const eventNameTaken = (column: string) =>
  problem({
    code: 'policy/name-taken',
    exit: Exit.usage,
    what: `The release would have two columns named "${column}".`,
    where: '--subject',
    why: 'The id is published under the name of the subject column, next to columns such as week_number and weekday that Shoal names itself.',
    fix: `Rename "${column}" in the input, or take it out of --quasi; with --pseudonym drop no id leaves, and no name is taken.`,
    facts: { column },
  });
