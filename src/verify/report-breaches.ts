import { makeAgain, type SentencesOf } from './sentences.ts';

export type ReportBreach =
  | { readonly kind: 'unreadable-report'; readonly file: string; readonly reason: string }
  | { readonly kind: 'telling-report'; readonly file: string; readonly place: string }
  | { readonly kind: 'false-report'; readonly file: string; readonly place: string }
  | { readonly kind: 'foreign-page'; readonly file: string }
  | { readonly kind: 'active-page'; readonly file: string }
  | { readonly kind: 'false-description'; readonly file: string };

export const reportSentences: SentencesOf<ReportBreach> = {
  'unreadable-report': ({ file, reason }) => ({
    what: `${file} cannot be read as a report: ${reason}.`,
    where: file,
    why: 'What it tells beside the data could not be looked at.',
    fix: makeAgain,
  }),
  'telling-report': ({ file, place }) => ({
    what: 'The report holds what a public report never tells, or in more digits.',
    where: placeIn(file, place),
    why: 'Only listed fields may leave, each by its rule: else few persons could be counted, or read.',
    fix: makeAgain,
  }),
  'false-report': ({ file, place }) => ({
    what: 'The report says something else than the data and the manifest beside it.',
    where: placeIn(file, place),
    why: 'It was changed, or is of another release.',
    fix: makeAgain,
  }),
  'foreign-page': ({ file }) => ({
    what: `${file} is not the page that report.json and the manifest make.`,
    where: file,
    why: 'Nobody has looked at whatever else is in it.',
    fix: 'Write it again with `shoal report RELEASE`, where report.json can be trusted; else make the release again.',
  }),
  'active-page': ({ file }) => ({
    what: `${file} holds a script, or something loaded from elsewhere.`,
    where: file,
    why: 'A report is text and pictures alone, and tells nobody that it is read.',
    fix: makeAgain,
  }),
  'false-description': ({ file }) => ({
    what: `${file} is not the description that the manifest and the report make.`,
    where: file,
    why: 'It was changed, or is of another release; catalogues would believe what it says.',
    fix: 'Remove it, or write it again with `shoal report RELEASE`.',
  }),
};

const placeIn = (file: string, place: string): string => (place === '' ? file : `${file}, ${place}`);
