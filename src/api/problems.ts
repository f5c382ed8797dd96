import { Exit, problem } from '../base/problem.ts';

export const limitsNotMet = (reason: string) =>
  problem({
    code: 'gate/limits-not-met',
    exit: Exit.gate,
    what: reason,
    why: 'A setting is recommended only if it keeps within every limit.',
    fix: 'Raise the limit, or widen the grid: a smaller k, a smaller P, finer levels or another method. The files were written all the same.',
  });

/** Without a worst figure nobody could be sampled. */
export const tooUnicity = (
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

export const keptColumns = (share: number, { family, most, k }: { family: string; most: number; k: number }) =>
  problem({
    code: 'output/kept-columns',
    exit: Exit.output,
    what: `The unchanged columns alone single out ${(100 * share).toFixed(1)} % of the subjects: fewer than k = ${k} have their values; a public release may have ${(100 * most).toFixed(1)} %.`,
    where: '--sensitive',
    why: 'k subjects share what is published beside them, but a value that few of them have, such as an exact weight or amount, is as good as a name.',
    fix: `${family === 'table' ? '--aggregate count,avg:COLUMN publishes counts and means instead; or drop' : 'Drop'} or coarsen the columns, or hand it to a partner, --release partner.`,
    facts: { share, most },
  });
