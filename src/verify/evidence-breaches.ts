import { countOf, listNames, makeAgain, placeInFile, type SentencesOf } from './sentences.ts';

export type EvidenceBreach =
  | { readonly kind: 'evidence-missing'; readonly file: string }
  | { readonly kind: 'evidence-unreadable'; readonly file: string }
  | { readonly kind: 'evidence-columns'; readonly file: string }
  | { readonly kind: 'evidence-not-a-number'; readonly file: string; readonly columns: readonly string[]; readonly rows: number }
  | { readonly kind: 'evidence-differs'; readonly file: string; readonly rows: number; readonly row?: number }
  | { readonly kind: 'evidence-incomplete'; readonly file: string; readonly rows: number; readonly row?: number };

export const evidenceSentences: SentencesOf<EvidenceBreach> = {
  'evidence-missing': ({ file }) => ({
    what: 'There is no evidence of who the subjects are.',
    where: file,
    why: 'The published rows do not tell which of them belong to one subject, so k subjects can be proved only beside them.',
    fix: makeAgain,
  }),
  'evidence-unreadable': ({ file }) => ({
    what: 'The evidence of who the subjects are cannot be read.',
    where: file,
    why: 'What cannot be read proves nothing.',
    fix: makeAgain,
  }),
  'evidence-columns': ({ file }) => ({
    what: 'The evidence does not have the columns it must have in their order, then a column `_subject`.',
    where: `${file}, header`,
    why: 'Evidence of other columns is evidence about something else.',
    fix: makeAgain,
  }),
  'evidence-not-a-number': ({ file, columns, rows }) => ({
    what: `The evidence has something else than a number in ${countOf(rows, 'row')}, in ${listNames(columns)}.`,
    where: file,
    why: 'A mean can be worked out again only from numbers.',
    fix: makeAgain,
  }),
  'evidence-differs': ({ file, rows, row }) => ({
    what: `The evidence and the published data differ in ${countOf(rows, 'row')}.`,
    where: placeInFile(file, row),
    why: 'What is proved of other rows, or of the same ones in another order, is not proved of those that leave.',
    fix: makeAgain,
  }),
  'evidence-incomplete': ({ file, rows, row }) => ({
    what: `The evidence names no subject in ${countOf(rows, 'row')}.`,
    where: placeInFile(file, row),
    why: 'Events of nobody would count as a subject of their own.',
    fix: makeAgain,
  }),
};
