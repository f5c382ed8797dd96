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

export const noiseTooLarge = (k: number, most: number, subjects: number) =>
  problem({
    code: 'policy/noise-too-large',
    exit: Exit.infeasible,
    what: `k is ${k} and noise takes up to ${most} from a count, but the input holds ${subjects} subjects.`,
    why: `No count is told below k, so with noise a row needs ${k + most} subjects.`,
    fix: `Ask for noise of at most ${subjects - k}${subjects === k ? ', which is none: leave --noise out' : ''}, or publish more subjects together.`,
    facts: { k, most, subjects },
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

export const cannotBeDisjoint = (column: string | undefined, reason: string) =>
  problem({
    code: 'policy/cannot-be-disjoint',
    exit: Exit.usage,
    what:
      column === undefined
        ? 'Rows that never overlap cannot be promised.'
        : `Rows that never overlap cannot be promised with "${column}".`,
    why: `Method disjoint proves it from the labels alone: ${reason}.`,
    fix: 'Choose --method local, or leave the column out of --quasi, or give it another kind: codes (:prefix), values (:category) or parts of a time.',
    ...(column === undefined ? {} : { facts: { column } }),
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
    what: `No weight of shape keeps the ${loss} loss at ${limit} or below together with what else was asked; the nearest is ${reachable(nearest)}.`,
    why: 'The weight mu trades one loss for the other, and every weight from 0 to 10 loses more.',
    fix: `Set --max-${loss}-loss to ${reachable(nearest)} or more, lower k or P, or raise --effort.`,
    facts: { loss, limit, nearest },
  });

export const tooManyLeftOut = (share: number, most: number) =>
  problem({
    code: 'policy/too-many-left-out',
    exit: Exit.infeasible,
    what: `Of ${reachable(share)} of the subjects a record is left out, and ${most} is the most that is allowed.`,
    why: 'Records with a gap or an unreadable time, and combinations of fewer than k subjects, are left out; "suppression" promises how many subjects that may touch.',
    fix: `Set --suppression to ${Math.min(1, Math.ceil(share * 1e3) / 1e3)} or more, lower k, or choose --method local.`,
    facts: { share, most },
  });

/** Rounded up, so that the limit it proposes can be met. */
const reachable = (loss: number): number => Math.ceil(loss * 1e4) / 1e4;

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

/** What became of a log in which no combination has k subjects. */
export type Left =
  | { readonly after: 'flattening'; readonly largest: number; readonly events: number; readonly all: number }
  | { readonly after: 'users'; readonly subjects: number; readonly otherwise: number };

export function nothingLeft(k: number, left: Left) {
  if (left.after === 'flattening') {
    const { after: _, ...facts } = left;
    return noEvent(
      `No combination has k = ${k} subjects, flattened or not.`,
      left.largest < 2
        ? 'Flatten more columns, --flatten sweep tries all of them, or publish fewer columns with --quasi.'
        : `k = ${left.largest} would keep at least ${left.events} of ${left.all} events; or flatten more columns: --flatten sweep tries all of them.`,
      { k, ...facts },
    );
  }
  const { subjects, otherwise } = left;
  return noEvent(
    `Each subject removed takes others below k = ${k}, until all ${subjects} are gone.`,
    otherwise > 0
      ? `--reduce events keeps ${otherwise} events at the same k; a smaller k keeps more.`
      : '--flatten sweep makes more combinations hold; a smaller k keeps more.',
    { k, subjects, otherwise },
  );
}

/** Too few subjects have an event of a class that stays. */
export const tooFewAfterClasses = (k: number, subjects: number, events: number) =>
  noEvent(
    subjects === 0
      ? 'Every event is of a class that is removed before anything is counted.'
      : `After classes are removed ${events} events of ${subjects} ${subjects === 1 ? 'subject' : 'subjects'} are left, fewer than k = ${k}.`,
    subjects < 2
      ? 'Remove fewer classes with --remove-classes.'
      : `Remove fewer classes with --remove-classes, or set k to ${subjects} or less.`,
    { k, subjects, events },
  );

const noEvent = (why: string, fix: string, facts: Readonly<Record<string, number>>) =>
  problem({
    code: 'policy/nothing-left',
    exit: Exit.infeasible,
    what: 'No event is left to publish.',
    why,
    fix,
    facts,
  });

/** Without a worst figure nobody could be sampled. */
export const tooUnique = (
  worst: { readonly points: number; readonly share: number } | undefined,
  most: number,
  pseudonym: string,
) =>
  problem({
    code: 'output/unicity',
    exit: Exit.output,
    what:
      worst === undefined
        ? 'Nobody could be sampled, so it is not known how many subjects a few events single out by their id.'
        : `${(100 * worst.share).toFixed(1)} % of the subjects are singled out by their id and ${worst.points === 1 ? 'one known event' : `${worst.points} known events, or all they have`}; a public release may have ${(100 * most).toFixed(1)} %.`,
    where: `--pseudonym ${pseudonym}`,
    why: 'k subjects share each combination, but an id ties the events of one subject together, and few people share several.',
    fix: '--pseudonym drop always works: no id leaves. Or coarsen what is published, such as --quasi generalized_event,workday_weekend, or a rotating id over coarse columns; or hand it to a partner, --release partner.',
    facts: { ...worst, most },
  });

export const linkedTooWell = (intruder: string, share: number, most: number) =>
  problem({
    code: 'gate/linkage',
    exit: Exit.gate,
    what: `The intruder "${intruder}" finds a person's record with a mean chance of ${(100 * share).toFixed(1)} %; gates.linkage allows ${(100 * most).toFixed(1)} %.`,
    where: 'gates.linkage',
    why: 'The attack was tried on the release that this run wrote, by people drawn from it. Nothing was published.',
    fix: 'Raise k, for curves P as well, or publish less: coarser or fewer columns; for events --pseudonym shared or drop.',
    facts: { intruder, share, most },
  });

export const keptColumns = (share: number, { most, k, means }: { most: number; k: number; means: boolean }) =>
  problem({
    code: 'output/kept-columns',
    exit: Exit.output,
    what: `The unchanged columns alone single out ${(100 * share).toFixed(1)} % of the subjects: fewer than k = ${k} have their values; a public release may have ${(100 * most).toFixed(1)} %.`,
    where: '--sensitive',
    why: 'k subjects share what is published beside them, but a value that few of them have, such as an exact weight or amount, is as good as a name.',
    fix: `${means ? '--aggregate count,avg:COLUMN publishes counts and means instead; or drop' : 'Drop'} or coarsen the columns, or hand it to a partner, --release partner.`,
    facts: { share, most },
  });

export const unreadablePlan = (where?: string) =>
  problem({
    code: 'plan/unreadable',
    exit: Exit.usage,
    what: 'This is not a plan.',
    where,
    why: 'A plan is one JSON object with its policy, its input and its steps.',
    fix: 'Write one with "shoal plan … --json > plan.json", and leave it as it is.',
  });

export const planChanged = (parts: readonly string[]) =>
  problem({
    code: 'plan/changed',
    exit: Exit.usage,
    what: `The plan is not the one that this policy and input have today: ${parts.join(', ')} ${parts.length === 1 ? 'is another' : 'are others'}.`,
    why: 'The input was changed, the plan was edited, or another version of Shoal made it. What runs is what you read, or nothing.',
    fix: 'Plan anew with "shoal plan … --json", read it, and run that.',
    facts: { parts },
  });
