import { countIs, countOf, makeAgain, placeInFile, type SentencesOf } from '../sentences.ts';

interface Groups {
  readonly file: string;
  readonly groups: number;
  readonly row?: number;
}

/** What a release owes to the table of all among whom its subjects are. */
export type PopulationBreach =
  | ({ readonly kind: 'few-in-population'; readonly smallest: number; readonly promised: number } & Groups)
  | ({ readonly kind: 'telling-presence'; readonly min: number; readonly max: number } & Groups)
  | { readonly kind: 'not-in-population'; readonly file: string; readonly subjects: number }
  | { readonly kind: 'wrong-population'; readonly file: string; readonly declared: number; readonly found: number };

export const populationSentences: SentencesOf<PopulationBreach> = {
  'few-in-population': ({ file, groups, smallest, promised, row }) => ({
    what: `The labels of ${countOf(groups, 'group')} are true of fewer than ${promised} subjects of the population; the fewest is ${smallest}.`,
    where: placeInFile(file, row),
    why: 'Whoever has the population finds a record among fewer people than was promised.',
    fix: makeAgain,
  }),
  'telling-presence': ({ file, groups, min, max, row }) => ({
    what: `Of the population under the labels of ${countOf(groups, 'group')} a share below ${min} or above ${max} is in the release.`,
    where: placeInFile(file, row),
    why: 'Whoever knows that a person fits these labels is surer than was promised that the person is in the release, or is not.',
    fix: makeAgain,
  }),
  'not-in-population': ({ file, subjects }) => ({
    what: `${countIs(subjects, 'subject')} of the release not in the population.`,
    where: file,
    why: 'The population is all among whom the subjects are; counted in a table that lacks some of them, every promise would be false.',
    fix: makeAgain,
  }),
  'wrong-population': ({ file, declared, found }) => ({
    what: `The manifest tells of a population of ${declared} subjects; the file holds ${found}, or another number of rows.`,
    where: file,
    why: 'How large the population is says how much the promises against it are worth.',
    fix: makeAgain,
  }),
};
