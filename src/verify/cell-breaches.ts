import { countIs, countOf, listNames, makeAgain, type Sentences, type SentencesOf } from './sentences.ts';

/** The same fault in any number of cells: which columns, how many cells, and the first row of the first column. */
export interface Cells<Kind extends string> {
  readonly kind: Kind;
  readonly file: string;
  readonly columns: readonly string[];
  readonly cells: number;
  readonly row: number;
}

export type CellBreach =
  | Cells<'empty-cell'>
  | Cells<'malformed-group-id'>
  | Cells<'malformed-subject-id'>
  | Cells<'gap-in-numbers'>
  | Cells<'missing-cell'>
  | Cells<'malformed-prefix'>
  | Cells<'malformed-period'>
  | Cells<'malformed-calendar'>
  | Cells<'malformed-set'>
  | Cells<'malformed-count'>
  | Cells<'malformed-interval'>
  | Cells<'malformed-number'>
  | Cells<'wrong-decimals'>
  | Cells<'not-finite'>
  | Cells<'inverted-interval'>
  | Cells<'off-step'>
  | Cells<'beyond-coding'>
  | Cells<'malformed-level'>
  | Cells<'level-out-of-range'>
  | Cells<'malformed-pattern'>
  | Cells<'wrong-pattern-length'>
  | Cells<'inverted-symbols'>
  | Cells<'symbol-outside-level'>;
export type CellFault = CellBreach['kind'];

export const sentencesOfCells =
  (fault: string, why: string) =>
  ({ file, columns, cells, row }: Cells<string>): Sentences => ({
    what: `${countIs(cells, 'cell')} ${fault}, in ${listNames(columns)}.`,
    where: `${file}, row ${row}, column ${columns[0]}`,
    why,
    fix: makeAgain,
  });

export const cellSentences: SentencesOf<CellBreach> = {
  'empty-cell': sentencesOfCells('empty', 'An empty cell sets its row apart from the rest of its group.'),
  'malformed-group-id': sentencesOfCells(
    'not a whole number from 1 up',
    'A GroupID is a number that means nothing; anything else may mean something.',
  ),
  'malformed-subject-id': sentencesOfCells(
    'not a whole number from 1 up',
    'A fresh id is a number that means nothing; anything else may be the name it was to replace.',
  ),
  'gap-in-numbers': ({ file, columns, cells }) => ({
    what: `The ${countOf(cells, 'number')} in ${listNames(columns)} are not 1 to ${cells}, each of them there.`,
    where: file,
    why: 'Numbers with gaps can be chosen to mean something: a telephone number is a whole number too.',
    fix: makeAgain,
  }),
  'missing-cell': sentencesOfCells('missing, where an empty text is the empty text', 'Two ways to write nothing set rows apart.'),
  'malformed-prefix': sentencesOfCells(
    'not a region in the words of the declared language',
    'A region is a common prefix and the word for it; anything else may be a whole code.',
  ),
  'malformed-period': sentencesOfCells(
    'not a period of the day in the words of the declared language',
    'A period is a word and its two hours; anything else may be an exact time.',
  ),
  'malformed-calendar': sentencesOfCells(
    'nothing that a column of this name can say of a time',
    'A week, a weekday or a part of the day is one of a few known values; anything else may be an exact time.',
  ),
  'malformed-set': sentencesOfCells(
    'neither one category nor a list such as {a|b}, sorted and each once',
    'Two ways to write one set would set apart those who are alike.',
  ),
  'malformed-count': sentencesOfCells('not a whole number from 1 up', 'A count is the number of subjects behind its row.'),
  'malformed-interval': sentencesOfCells('not of the form [lo-hi]', 'A cell that is no interval may be an exact value.'),
  'malformed-number': sentencesOfCells('not a plain decimal number', 'Bounds are plain decimal numbers, and zero has no sign.'),
  'wrong-decimals': sentencesOfCells(
    'off the declared grid of decimals',
    'Bounds off the grid are closer to real values than was promised.',
  ),
  'not-finite': sentencesOfCells('not finite', 'A bound is a number, never infinite and never missing.'),
  'inverted-interval': sentencesOfCells(
    'inside out, the lower bound above the upper one',
    'An interval that is inside out contains nobody.',
  ),
  'beyond-coding': sentencesOfCells(
    'beyond the top or the bottom of its column',
    'The manifest says that values beyond are not told apart; such a label does.',
  ),
  'off-step': sentencesOfCells(
    'not a multiple of the step declared for its column',
    "Bounds on a declared grid are nobody's own value; one beside it may be a real value of a real person.",
  ),
  'malformed-level': sentencesOfCells('not a whole number', 'A level is the size of an alphabet.'),
  'level-out-of-range': sentencesOfCells('outside the declared levels', 'Levels go from 1 to the declared maximum.'),
  'malformed-pattern': sentencesOfCells(
    'not a pattern of the declared form',
    'A pattern is a word, or ranges of letters such as a-b|c, and nothing else.',
  ),
  'wrong-pattern-length': sentencesOfCells('not of one symbol for each segment', 'Words of another length set their rows apart.'),
  'inverted-symbols': sentencesOfCells(
    'a range of symbols that does not rise',
    'A range goes from a lower letter to a higher one; one letter stands alone, or one pattern could be written in two ways.',
  ),
  'symbol-outside-level': sentencesOfCells(
    'not of the symbols that their level has',
    'Level 3 has the letters a to c, level 1 only the letter a.',
  ),
};
