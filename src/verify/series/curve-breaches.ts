import { type Cells, sentencesOfCells } from '../cell-breaches.ts';
import type { Layout } from '../layout.ts';
import { countIs, makeAgain, placeInFile, type SentencesOf } from '../sentences.ts';

export type CurveBreach =
  | { readonly kind: 'unpaired-curve'; readonly columns: readonly string[] }
  | { readonly kind: 'false-curve'; readonly file: string; readonly leaves: number; readonly row?: number }
  | { readonly kind: 'split-mean'; readonly file: string; readonly groups: number; readonly row?: number }
  | { readonly kind: 'values-missing'; readonly file: string }
  | { readonly kind: 'values-unreadable'; readonly file: string }
  | Cells<'mean-outside-band'>;

/** Curves that are not one for each instant, in the order of the instants. */
export function unpairedCurve({ curves, envelope }: Layout): CurveBreach | undefined {
  const series = envelope.filter(({ declared }) => declared.role === 'series' && declared.kind !== 'upper');
  if (curves.length === series.length && curves.every(({ declared }, t) => declared.of === series[t].declared.of))
    return undefined;
  return { kind: 'unpaired-curve', columns: curves.map(({ declared }) => declared.name) };
}

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
  'split-mean': ({ file, groups, row }) => ({
    what: `${countIs(groups, 'group')} told with more than one curve.`,
    where: placeInFile(file, row),
    why: 'A mean is that of a whole group; one of a part of it may be of fewer than k subjects.',
    fix: makeAgain,
  }),
  'values-missing': ({ file }) => ({
    what: 'The values that the means are of are not there.',
    where: file,
    why: 'Whether a curve is the mean of its group can be worked out from them alone.',
    fix: 'Verify the whole folder, internal/ included, or make the release again.',
  }),
  'values-unreadable': ({ file }) => ({
    what: 'The values that the means are of cannot be read, or are of other instants.',
    where: file,
    why: 'What cannot be read proves nothing.',
    fix: makeAgain,
  }),
  'mean-outside-band': sentencesOfCells(
    'outside the band of the group',
    'Every member lies in the band, and so does the mean of all of them.',
  ),
};
