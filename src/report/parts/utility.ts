import { table } from '../page.ts';
import type { View } from '../view.ts';
import type { Words } from '../words/words.ts';
import { calendarPictures } from './calendar.ts';
import { paragraph, section } from './section.ts';
import { seriesPictures } from './series-pictures.ts';

/** What an analyst can still see: the losses as figures, then as pictures. */
export function utilityPart(view: View, words: Words): string {
  const pictures = view.kind === 'events' ? calendarPictures(view, words) : seriesPictures(view, words);
  return section(
    'utility',
    words.headings.utility,
    `${paragraph(words.utility.lead)}
${table([words.figure, words.value, words.utility.meaning], lossesOf(view, words), { caption: words.utility.caption })}
${pictures}`,
  );
}

type Loss = readonly [name: string, value: number | undefined, print: (value: number) => string, meaning: string];

function lossesOf(view: View, { utility: own }: Words): readonly (readonly string[])[] {
  const { print } = view;
  const losses: readonly Loss[] =
    view.kind === 'events'
      ? [
          [own.ncp, view.summary.measure.ncp, print.decimal, own.ncpMeaning],
          [own.ncpReleased, view.summary.measure.ncpReleased, print.decimal, own.ncpReleasedMeaning],
          ...Object.entries(view.summary.measure.flattenedShare ?? {}).map(
            ([column, share]): Loss => [own.coarser(column), share, print.percent, own.coarserMeaning],
          ),
        ]
      : [
          [own.valueLoss, view.summary.measure.valueLoss, print.decimal, own.valueLossMeaning],
          [own.patternLoss, view.summary.measure.patternLoss, print.decimal, own.patternLossMeaning],
          [own.patternFloor, view.summary.measure.patternFloor, print.decimal, own.patternFloorMeaning],
          [own.flat, view.summary.measure.flatPatterns, print.whole, own.flatMeaning],
          [own.queries, view.summary.measure.rangeQueryError, print.percent, own.queriesMeaning],
          [own.fidelity, view.summary.measure.fidelity, print.decimal, own.fidelityMeaning],
          [own.leastFidelity, view.summary.measure.leastFidelity, print.decimal, own.leastFidelityMeaning],
          [own.curve, view.summary.measure.curveError, print.decimal, own.curveMeaning],
        ];
  return losses.flatMap(([name, value, printed, meaning]) => (value === undefined ? [] : [[name, printed(value), meaning]]));
}
