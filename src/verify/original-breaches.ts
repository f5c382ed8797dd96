import { type Cells, sentencesOfCells } from './cell-breaches.ts';
import { countIs, countOf, makeAgain, placeInFile, type SentencesOf } from './sentences.ts';

/** What a release says that the original table does not. Rows are those of the evidence. */
export type OriginalBreach =
  | ClaimBreach
  | Cells<'outside-band'>
  | Cells<'outside-pattern'>
  | {
      readonly kind: 'borrowed-pattern';
      readonly file: string;
      readonly leaves: number;
      readonly fewest: number;
      readonly p: number;
      readonly row: number;
    }
  | { readonly kind: 'foreign-record'; readonly file: string; readonly records: number; readonly row: number }
  | { readonly kind: 'repeated-record'; readonly file: string; readonly records: number }
  | {
      readonly kind: 'too-many-left-out';
      readonly file: string;
      readonly subjects: number;
      readonly of: number;
      readonly share: number;
    }
  | { readonly kind: 'left-out-event'; readonly file: string; readonly events: number; readonly row: number }
  | { readonly kind: 'split-subject'; readonly file: string; readonly subjects: number; readonly row: number }
  | { readonly kind: 'repeated-subject'; readonly file: string; readonly records: number };

export type ClaimBreach = Cells<'false-label'> | Cells<'changed-value'> | Cells<'changed-subject'>;

export const originalSentences: SentencesOf<OriginalBreach> = {
  'false-label': sentencesOfCells(
    'not true of the original record',
    'A label stands for all records behind it; one that leaves out a member tells its readers something untrue.',
  ),
  'outside-band': sentencesOfCells(
    'not around the value of the original record',
    'A band stands for all records behind it; one that leaves out a member tells its readers something untrue.',
  ),
  'outside-pattern': sentencesOfCells(
    'not the word of the original record, or not around it',
    "KAPRA says of every record its own word, and PRISM ranges of symbols that every member's own word lies in.",
  ),
  'borrowed-pattern': ({ file, leaves, fewest, p, row }) => ({
    what: `Inside a group ${countIs(leaves, 'pattern')} the own word of fewer than P = ${p} records; the rarest of ${fewest}.`,
    where: placeInFile(file, row),
    why: 'Naive lets records borrow a word, but only one that at least P others of their group have as their own.',
    fix: makeAgain,
  }),
  'changed-value': sentencesOfCells(
    'not what the original record holds',
    'Columns that are kept or averaged are taken from the input as they are.',
  ),
  'changed-subject': sentencesOfCells(
    'another subject than that of the original record',
    'k was counted over the subjects that the evidence names; where these are not the true ones, nothing was proved.',
  ),
  'foreign-record': ({ file, records, row }) => ({
    what: `${countIs(records, 'record')} not in the original: there is no such row.`,
    where: placeInFile(file, row),
    why: 'A record that nobody has can fill up a group to k.',
    fix: 'Name the very file that the release was made from; if it is, make the release again.',
  }),
  'repeated-record': ({ file, records }) => ({
    what: `${countIs(records, 'record')} published more than once.`,
    where: file,
    why: 'One record counted twice makes a group look larger than it is.',
    fix: makeAgain,
  }),
  'too-many-left-out': ({ file, subjects, of, share }) => ({
    what: `Of ${countOf(subjects, 'subject')} of ${of} in the original a record is not in the release, which is more than the share of ${share} that the manifest allows.`,
    where: file,
    why: 'Who is left out is hidden, and missed: the manifest says how many may be.',
    fix: 'Make the release again with a higher --suppression, or a lower k.',
  }),
  'left-out-event': ({ file, events, row }) => ({
    what: `${countIs(events, 'event')} published that the policy leaves out: of a removed class, without a class, or without a time.`,
    where: placeInFile(file, row),
    why: 'What the policy leaves out must not leave, and nothing that is said of such an event can be true.',
    fix: makeAgain,
  }),
  'split-subject': ({ file, subjects, row }) => ({
    what: `${countIs(subjects, 'subject')} told under more than one number.`,
    where: placeInFile(file, row),
    why: 'One subject under two numbers counts as two, and makes a combination look larger than it is.',
    fix: makeAgain,
  }),
  'repeated-subject': ({ file, records }) => ({
    what: `${countIs(records, 'record')} of a subject that another record is of, as the original names them.`,
    where: file,
    why: 'k counts subjects, and ids that differ only in case, blanks or width are one subject.',
    fix: makeAgain,
  }),
};
