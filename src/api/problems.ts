import { Exit, problem } from '../base/problem.ts';

export const limitsNotMet = (reason: string) =>
  problem({
    code: 'gate/limits-not-met',
    exit: Exit.gate,
    what: reason,
    why: 'A setting is recommended only if it keeps within every limit.',
    fix: 'Raise the limit, or widen the grid: a smaller k, a smaller P, finer levels or another method. The files were written all the same.',
  });

export const tooUnicity = (share: number, most: number, pseudonym: string) =>
  problem({
    code: 'output/unicity',
    exit: Exit.output,
    what: `Four known events single out ${(100 * share).toFixed(1)} % of the subjects by their id; a public release may have ${(100 * most).toFixed(1)} %.`,
    where: `--pseudonym ${pseudonym}`,
    why: 'k subjects share each combination, but an id ties the events of one subject together, and few people share four.',
    fix: '--pseudonym drop always works: no id leaves. Or coarsen what is published, such as --quasi generalized_event,workday_weekend, or a rotating id over coarse columns; or hand it to a partner, --release partner.',
    facts: { share, most },
  });

export const keptColumns = (share: number, most: number) =>
  problem({
    code: 'output/kept-columns',
    exit: Exit.output,
    what: `The unchanged columns alone single out ${(100 * share).toFixed(1)} % of the subjects; a public release may have ${(100 * most).toFixed(1)} %.`,
    where: '--sensitive',
    why: 'k subjects share the labels of each record, but a value that only one of them has, such as an exact weight or amount, is as good as a name.',
    fix: '--aggregate count,avg:COLUMN publishes counts and means instead; or drop or coarsen the columns, or hand it to a partner, --release partner.',
    facts: { share, most },
  });
