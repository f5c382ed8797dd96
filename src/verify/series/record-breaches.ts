import { countIs, countOf, makeAgain, placeInFile, type SentencesOf } from '../sentences.ts';

/** What the rows of a record in a long release owe to each other. */
export type RecordBreach =
  | {
      readonly kind: 'incomplete-record';
      readonly file: string;
      readonly records: number;
      readonly instants: number;
      readonly row: number;
    }
  | { readonly kind: 'torn-record'; readonly file: string; readonly records: number; readonly row: number };

export const recordSentences: SentencesOf<RecordBreach> = {
  'incomplete-record': ({ file, records, instants, row }) => ({
    what: `${countOf(records, 'record')} ${records === 1 ? 'does' : 'do'} not have one row for each of the ${countOf(instants, 'declared instant')}.`,
    where: placeInFile(file, row),
    why: 'An envelope is all intervals of a record together; a row too few or too many sets its record apart.',
    fix: makeAgain,
  }),
  'torn-record': ({ file, records, row }) => ({
    what: `${countIs(records, 'record')} given two different groups, labels, patterns or sensitive values in different rows.`,
    where: placeInFile(file, row),
    why: 'Only the interval of a record changes from instant to instant; anything else that does sets it apart.',
    fix: makeAgain,
  }),
};
