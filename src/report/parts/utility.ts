import { figures } from '../../figures/figures.ts';
import { partsOf, valueIn } from '../../figures/values.ts';
import { table } from '../page.ts';
import { byKind, type View } from '../view.ts';
import type { Words } from '../words/en.ts';
import { calendarPictures } from './calendar.ts';
import { questionsPart } from './questions.ts';
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
    `${lossTable(lossesOf(view, words), words)}
${pictures}
${questionsPart(view, words)}`,
  );
}

/** An edition that may tell none says so: a table without rows would look like nothing lost. */
function lossTable(losses: readonly (readonly string[])[], { figure, value, utility }: Words): string {
  if (losses.length === 0) return paragraph(utility.untold);
  return `${paragraph(utility.lead)}
${table([figure, value, utility.meaning], losses, { caption: utility.caption })}`;
}

/** A row for each figure that is a loss, or for each column of it. */
function lossesOf({ kind, summary, print }: View, { lang }: Words): readonly (readonly string[])[] {
  return figures
    .filter(({ page, families }) => page === 'loss' && families[kind] !== undefined)
    .flatMap((figure) => {
      const { name, nameIn, meaning = '' } = figure.words[lang];
      const own = partsOf(figure, valueIn(figure, summary));
      return own.map(([column, value]) => [nameIn === undefined ? name : nameIn(column), print[figure.unit](value), meaning]);
    });
}
