import { countOf, makeAgain, type SentencesOf } from './sentences.ts';

export type PartBreach =
  | { readonly kind: 'misnamed-part'; readonly file: string; readonly part: number }
  | { readonly kind: 'uneven-parts'; readonly file: string; readonly rows: number; readonly most: number }
  | { readonly kind: 'wrong-part-rows'; readonly file: string; readonly declared: number; readonly found: number };

export const partSentences: SentencesOf<PartBreach> = {
  'misnamed-part': ({ file, part }) => ({
    what: `Part ${part} of the data is called ${JSON.stringify(file)}.`,
    where: 'manifest.json, data.parts',
    why: 'Parts are called after the data and numbered from 00001, in the order of their rows. Other names could tell something, or hide an order.',
    fix: makeAgain,
  }),
  'uneven-parts': ({ file, rows, most }) => ({
    what: `A part of the data has ${countOf(rows, 'row')}, the first one ${most}.`,
    where: `manifest.json, data.parts, ${file}`,
    why: 'All parts but the last are equally long, so that how rows are dealt out tells nothing.',
    fix: makeAgain,
  }),
  'wrong-part-rows': ({ file, declared, found }) => ({
    what: `A part of the data has ${countOf(found, 'row')}; the manifest declares ${declared}.`,
    where: file,
    why: 'Rows were added, removed or moved to another part after the promises were made.',
    fix: makeAgain,
  }),
};
