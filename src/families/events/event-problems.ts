import { Exit, problem } from '../../base/problem.ts';

/** What can stand between an event log and its release. Never a cell's value: messages travel further than data. */
export const unmappedEvents = (column: string, where: string | undefined, codes: number, events: number) =>
  problem({
    code: 'input/unmapped-event',
    exit: Exit.input,
    what: `${codes} event ${codes === 1 ? 'code' : 'codes'} in "${column}" (${events} ${events === 1 ? 'event' : 'events'}) ${codes === 1 ? 'is' : 'are'} not in the mapping.`,
    where,
    why: 'An event of no class would be lost, or land in a class nobody chose for it.',
    fix: 'Add them to the mapping file (--mapping FILE), or choose --unmapped other (class other_event; internal/unmapped_events.csv lists them) or --unmapped drop.',
    facts: { column, codes, events },
  });

export const flatValueTaken = (column: string) =>
  problem({
    code: 'policy/flat-value-taken',
    exit: Exit.usage,
    what: `The flat value is a real value of "${column}".`,
    where: '--flat-value',
    why: 'A flattened cell would read as a true one.',
    fix: 'Choose another --flat-value; 100 cannot be a week, a weekday, an hour or a day.',
    facts: { column },
  });

export const tooManyCombinations = (columns: readonly string[]) =>
  problem({
    code: 'policy/too-many-combinations',
    exit: Exit.usage,
    what: `The quasi-identifiers have more possible combinations than can be counted exactly: ${columns.join(', ')}.`,
    where: '--quasi',
    why: 'Combinations are numbered with 62 bits, so that no two ever share a number.',
    fix: 'Leave out columns that say the same twice, such as year next to iso_year_week.',
    facts: { columns },
  });

export const orderNeedsRows = () =>
  problem({
    code: 'policy/order-needs-rows',
    exit: Exit.usage,
    what: 'The order of events cannot be told here: this engine does not number the rows of the input.',
    where: '--order, --traces',
    why: 'Of two events at one time the one whose row comes first is first; without numbers that would be left to chance.',
    fix: 'On Spark, give it one table of Parquet files of at most 20,000,000 rows; or run it on this machine; or leave --order and --traces out.',
  });
