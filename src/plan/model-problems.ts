import { Exit, problem } from '../base/problem.ts';

export const modelColumn = (model: string, column: string | undefined) =>
  problem({
    code: 'policy/model-column',
    exit: Exit.usage,
    what:
      column === undefined
        ? `${model} is asked for, but no sensitive column is named.`
        : `${model} is asked for "${column}", which is no sensitive column of this table.`,
    why: 'Such a promise is about values that are published unchanged, record by record, beside the labels of their group.',
    fix:
      column === undefined
        ? 'Name the columns with --sensitive.'
        : `Name "${column}" with --sensitive, or leave the promise out.`,
    facts: { model, ...(column === undefined ? {} : { column }) },
  });

export const modelMethod = (method: string) =>
  problem({
    code: 'policy/model-method',
    exit: Exit.usage,
    what: `Method ${method} cannot promise anything of sensitive values.`,
    why: 'A group that lacks some would have to join another, and rows of which no two overlap leave no choice which.',
    fix: 'Choose --method local or hierarchy, or leave the promise out.',
    facts: { method },
  });

export const modelValues = (column: string, values: number, most: number) =>
  problem({
    code: 'policy/model-values',
    exit: Exit.infeasible,
    what: `"${column}" has ${values} different values; closeness is worked out for at most ${most}.`,
    why: 'Every group is compared with all records value by value.',
    fix: `Publish coarser values of "${column}", such as rounded numbers, or ask for --l instead.`,
    facts: { column, values, most },
  });

export const modelOrder = (column: string) =>
  problem({
    code: 'policy/model-order',
    exit: Exit.usage,
    what: `The values of "${column}" have no order: some are not numbers.`,
    why: 'The ordered distance counts how many values lie between two, and only numbers say by themselves which do.',
    fix: `Choose distance equal, or distance hierarchy with a file that puts near values of "${column}" under one ancestor.`,
    facts: { column },
  });

export const noModelHierarchy = (column: string) =>
  problem({
    code: 'policy/model-hierarchy',
    exit: Exit.usage,
    what: `Closeness by hierarchy is asked for "${column}", but no hierarchy file is named for it.`,
    why: 'How far apart two values are is the level of the ancestor they share, which only the file tells.',
    fix: `Name the file with --hierarchy ${column}=FILE; shoal hierarchy drafts one.`,
    facts: { column },
  });

export const modelOutOfReach = (column: string, asked: string, reachable: string) =>
  problem({
    code: 'policy/model-out-of-reach',
    exit: Exit.infeasible,
    what: `For "${column}" ${asked}, but not even all records together keep that.`,
    why: 'A group has no other values than these, and the larger it is the more it is like all of them.',
    fix: `Ask for ${reachable}, publish other values of "${column}", or drop it.`,
    facts: { column, asked, reachable },
  });
