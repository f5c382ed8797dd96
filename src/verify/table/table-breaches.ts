import { type Cells, sentencesOfCells } from '../cell-breaches.ts';
import { countIs, countOf, makeAgain, placeInFile, type SentencesOf } from '../sentences.ts';

/** What the rows of an aggregated release owe to the records behind them. */
export type TableBreach =
  | { readonly kind: 'repeated-combination'; readonly file: string; readonly combinations: number; readonly row: number }
  | { readonly kind: 'alike-combination'; readonly file: string; readonly combinations: number; readonly row: number }
  | { readonly kind: 'overlapping-combinations'; readonly file: string; readonly combinations: number; readonly row: number }
  | Cells<'wrong-count'>
  | Cells<'far-count'>
  | Cells<'wrong-noise'>
  | MeanBreach;

export type MeanBreach = Cells<'wrong-mean'> | Cells<'needless-blank'> | Cells<'mean-of-few'> | Cells<'dominated-mean'>;

export const tableSentences: SentencesOf<TableBreach> = {
  'repeated-combination': ({ file, combinations, row }) => ({
    what: `${countIs(combinations, 'published combination')} in more than one row.`,
    where: placeInFile(file, row),
    why: 'Records with equal labels are one group; told in parts, each part may be smaller than k.',
    fix: makeAgain,
  }),
  'alike-combination': ({ file, combinations, row }) => ({
    what: `${countIs(combinations, 'published combination')} in more than one row, in other spellings of the same labels.`,
    where: placeInFile(file, row),
    why: 'Labels that differ in case, blanks or forms of one character are one label to a reader; a row could be added under such a name.',
    fix: 'Write such labels in one way in the input, and make the release again.',
  }),
  'overlapping-combinations': ({ file, combinations, row }) => ({
    what: `${countOf(combinations, 'published combination')} ${combinations === 1 ? 'lies' : 'lie'} within another one, or around it, or cross it.`,
    where: placeInFile(file, row),
    why: 'The manifest promises rows of which no two have anything in common; a reader who adds them up by place or time would count some cells twice.',
    fix: makeAgain,
  }),
  'wrong-count': sentencesOfCells(
    'not the number of distinct subjects behind the row',
    'Whoever reads a count takes it for the number of subjects that hide each other.',
  ),
  'far-count': sentencesOfCells(
    'further from the number of subjects behind the row than the declared noise goes',
    'The manifest says how far a count may be told from the true one; whoever reads it relies on that.',
  ),
  'wrong-noise': sentencesOfCells(
    'not what the key makes of the subjects behind the row',
    'Noise must be the same wherever the same subjects are counted; otherwise it averages out, or tells something.',
  ),
  'wrong-mean': sentencesOfCells(
    'not the mean of the records behind the row',
    'A mean is worked out from the records of its group, and from nothing else.',
  ),
  'needless-blank': sentencesOfCells(
    'blank without need',
    'A blank says that a mean would tell of a few; where it would not, the blank tells something else.',
  ),
  'mean-of-few': sentencesOfCells(
    'a mean of fewer than k subjects',
    'Where most records of a group have no value, the mean is that of the few that have one.',
  ),
  'dominated-mean': sentencesOfCells(
    'dominated by the largest few subjects',
    'They hold more than the share that the manifest allows, so the mean is nearly their own value and was to be blank.',
  ),
};
