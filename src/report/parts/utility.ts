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
    `${paragraph(words.utility.lead)}
${table([words.figure, words.value, words.utility.meaning], lossesOf(view, words), { caption: words.utility.caption })}
${pictures}
${questionsPart(view, words)}`,
  );
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
