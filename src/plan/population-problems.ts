import { Exit, problem } from '../base/problem.ts';

export const populationNeeded = (setting: string) =>
  problem({
    code: 'policy/population-needed',
    exit: Exit.usage,
    what: `${setting} is asked for, but no population is named.`,
    why: 'Such a promise is about all among whom the subjects are, and only a table of them tells how many there are.',
    fix: 'Name the table with --population FILE, or leave the promise out.',
    facts: { setting },
  });

export const populationColumn = (column: string, file: string) =>
  problem({
    code: 'policy/population-column',
    exit: Exit.input,
    what: `The population has no column "${column}".`,
    where: file,
    why: 'The labels of the release are laid over its rows, so it has the subject and every quasi-identifier of the input under the same names.',
    fix: `Add the column "${column}" to the population, or rename the one that holds it.`,
    facts: { column, file },
  });

/** `unit` is what was looked for: subjects by their ids, or rows by their quasi-identifiers. */
export const notInPopulation = (missing: number, unit: 'subjects' | 'rows', file: string) =>
  problem({
    code: 'policy/not-in-population',
    exit: Exit.input,
    what:
      unit === 'subjects'
        ? `${missing} subjects of the input are not in the population.`
        : `${missing} rows of the input have no row of the population with the same quasi-identifiers.`,
    where: file,
    why: 'A population is all among whom the subjects are. Counted in a table that lacks some of them, every promise would be false.',
    fix: 'Give a population that holds everybody in the input, or leave those out who are not in it.',
    facts: { missing, unit, file },
  });

export const populationOutOfReach = (groups: number, asked: string) =>
  problem({
    code: 'policy/population-out-of-reach',
    exit: Exit.infeasible,
    what: `${groups === 1 ? 'One group' : `${groups} groups`} cannot keep what is asked of the population: ${asked}.`,
    why: 'Groups were merged until no other was left to join. Wider labels are true of more of the population, and of more of the release.',
    fix: 'Ask for a smaller --k-map, a wider --presence or fewer quasi-identifiers; with method disjoint, try local.',
    facts: { groups, asked },
  });
