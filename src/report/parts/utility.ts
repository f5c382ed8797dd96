import { table } from '../page.ts';
import { byKind, type View } from '../view.ts';
import type { Words } from '../words/en.ts';
import { calendarPictures } from './calendar.ts';
import { paragraph, section } from './section.ts';
import { seriesPictures } from './series-pictures.ts';
import { tablePictures } from './table-pictures.ts';

/** What an analyst can still see: the losses as figures, then as pictures. */
export function utilityPart(view: View, words: Words): string {
  const pictures = byKind(view, {
    series: (series) => seriesPictures(series, words),
    events: (events) => calendarPictures(events, words),
    table: (transactions) => tablePictures(transactions, words),
  });
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
  const losses = byKind<readonly Loss[]>(view, {
    series: ({ summary: { measure } }) => [
      [own.valueLoss, measure.valueLoss, print.decimal, own.valueLossMeaning],
      [own.patternLoss, measure.patternLoss, print.decimal, own.patternLossMeaning],
      [own.patternFloor, measure.patternFloor, print.decimal, own.patternFloorMeaning],
      [own.flat, measure.flatPatterns, print.whole, own.flatMeaning],
      [own.queries, measure.rangeQueryError, print.percent, own.queriesMeaning],
      [own.fidelity, measure.fidelity, print.decimal, own.fidelityMeaning],
      [own.leastFidelity, measure.leastFidelity, print.decimal, own.leastFidelityMeaning],
      [own.curve, measure.curveError, print.decimal, own.curveMeaning],
    ],
    events: ({ summary: { measure } }) => [
      [own.ncp, measure.ncp, print.decimal, own.ncpMeaning],
      [own.ncpReleased, measure.ncpReleased, print.decimal, own.ncpReleasedMeaning],
      ...Object.entries(measure.flattenedShare ?? {}).map(
        ([column, share]): Loss => [own.coarser(column), share, print.percent, own.coarserMeaning],
      ),
    ],
    table: ({ summary: { measure } }) => [
      [own.ncpTable, measure.ncp, print.decimal, own.ncpTableMeaning],
      ...Object.entries(measure.columns).map(
        ([column, loss]): Loss => [own.lossIn(column), loss, print.decimal, own.lossInMeaning],
      ),
    ],
  });
  return losses.flatMap(([name, value, printed, meaning]) => (value === undefined ? [] : [[name, printed(value), meaning]]));
}
