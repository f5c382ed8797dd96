import { table } from '../page.ts';
import { bandMap } from '../pictures/band-map.ts';
import { calendarMap } from '../pictures/calendar-map.ts';
import { courseMap } from '../pictures/course-map.ts';
import { byKind, type EventsView, type SeriesView, type View } from '../view.ts';
import type { Words } from '../words/en.ts';
import { flowPicture } from './flow.ts';
import { figureHtml, pair } from './section.ts';
import { bandRows } from './series-pictures.ts';
import { valueTitle } from './unit.ts';
import { type Week, weekOf } from './week.ts';

/** A picture that needs no explanation: the data before and after, or in public what the release itself tells. */
export const beforeAndAfter = (view: View, words: Words): string =>
  byKind(view, {
    series: (series) => seriesPicture(series, words),
    events: (events) => weekPicture(events, words),
    table: (transactions) => flowPicture(transactions, words),
  });

function seriesPicture(view: SeriesView, words: Words): string {
  const { sheet, pictures } = words;
  const { course, instants, bands } = view.sections;
  const { print } = view;
  if (course === undefined) {
    const drawing = bandMap(bands, instants, {
      titleOf: ({ size }) => pictures.members(print.whole(size)),
      label: sheet.pictureAfter,
      values: valueTitle(view, words),
      ...axisPrint(view),
    });
    return figureHtml(
      {
        title: sheet.pictureAfter,
        drawing,
        caption: sheet.bandsCaption,
        numbers: bandRows(bands, sheet.pictureAfter, view, words),
      },
      words.behind,
    );
  }
  const panels = [
    { title: sheet.before, course: course.before },
    { title: sheet.after, course: course.after },
  ];
  const rows = panels.map(({ title, course: { mean, spread } }) => [
    title,
    ...mean.map(
      (value, t) => `${print.decimal(Number(value.toPrecision(4)))} ± ${print.decimal(Number(spread[t].toPrecision(3)))}`,
    ),
  ]);
  const numbers = table(['', ...instants], rows, { caption: sheet.picture, figures: true });
  const drawing = courseMap(panels, instants, { label: sheet.picture, values: valueTitle(view, words), ...axisPrint(view) });
  return figureHtml({ title: sheet.picture, drawing, caption: sheet.courseCaption, numbers }, words.behind);
}

/** Numbers of an axis, and instants as the language writes their dates. */
const axisPrint = ({ print, words: { locale } }: SeriesView) => ({ print: print.short, locale });

function weekPicture(view: EventsView, words: Words): string {
  const { sheet } = words;
  const { print } = view;
  const weeks = weekOf(view, words);
  if (weeks === undefined) return '';
  const most = Math.max(1, ...weeks.flatMap(({ grid }) => grid.counts));
  const figures = weeks.map((week) => {
    const { title } = week;
    const drawing = calendarMap(week.grid, most, undefined, title);
    return figureHtml({ title, drawing, caption: sheet.weekCaption, numbers: weekTable(week, title, print.whole) }, words.behind);
  });
  return pair(...figures);
}

function weekTable({ grid: { columns, rows, counts } }: Week, caption: string, print: (count: number) => string): string {
  const lines = rows.map((row, r) => [row, ...columns.map((_, c) => print(counts[r * columns.length + c]))]);
  return table(['', ...columns], lines, { caption, figures: true });
}
