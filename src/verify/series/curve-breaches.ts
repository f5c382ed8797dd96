import { countIs, makeAgain, placeInFile, type SentencesOf } from '../sentences.ts';

export type CurveBreach =
  | { readonly kind: 'unpaired-curve'; readonly columns: readonly string[] }
  | { readonly kind: 'false-curve'; readonly file: string; readonly leaves: number; readonly row?: number };

export const curveSentences: SentencesOf<CurveBreach> = {
  'unpaired-curve': ({ columns }) => ({
    what: `The curve columns do not match the series one by one: ${columns.join(', ')}.`,
    where: 'manifest.json',
    why: 'A curve can be proved only against the bands it is made from.',
    fix: makeAgain,
  }),
  'false-curve': ({ file, leaves, row }) => ({
    what: `${countIs(leaves, 'curve')} not what envelope, pattern and level give.`,
    where: placeInFile(file, row),
    why: 'A curve that is no function of them tells more about its record than they do.',
    fix: makeAgain,
  }),
};
