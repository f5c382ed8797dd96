import { escapeHtml, table } from '../page.ts';
import { type CalendarGrid, calendarMap, shade } from '../pictures/calendar-map.ts';
import type { EventsView } from '../view.ts';
import type { Words } from '../words/en.ts';
import { calendarGrid } from './calendar-grid.ts';
import { figureHtml, pair } from './section.ts';

/** Maps of the events over time, as they were (inside alone) and as they are published, on one scale. */
export function calendarPictures(view: EventsView, words: Words): string {
  const { calendar, policy } = view.sections;
  if (calendar === undefined) return '';
  const { calendar: own } = words;
  const flat = String(policy.flatValue ?? '');
  const maps = [
    ...(calendar.before === undefined ? [] : [{ title: own.before, caption: own.beforeCaption, cells: calendar.before }]),
    { title: own.after, caption: own.afterCaption, cells: calendar.after },
  ].map((map) => ({ ...map, grid: calendarGrid(calendar.axes, map.cells, flat, words) }));
  const most = Math.max(1, ...maps.flatMap(({ grid }) => grid.counts));
  const figures = maps.map(({ title, caption, grid }) =>
    mapFigure({ title, caption, grid }, { most, column: calendar.axes[0].column }, view, words),
  );
  return `${pair(...figures)}\n${legend(most, view, words)}`;
}

interface EventMap {
  readonly title: string;
  readonly caption: string;
  readonly grid: CalendarGrid;
}

/** What maps beside each other have in common: the darkest count, and the column that runs from left to right. */
interface MapScale {
  readonly most: number;
  readonly column: string;
}

function mapFigure({ title, caption, grid }: EventMap, { most, column }: MapScale, { print }: EventsView, words: Words): string {
  const { columns, blocks, rows, counts } = grid;
  const names: Readonly<Record<string, string>> = words.calendar.columns;
  const drawing = calendarMap(grid, most, names[column] ?? column, title);
  const lines = blocks.flatMap((block, b) =>
    rows.map((row, r) => {
      const from = (b * rows.length + r) * columns.length;
      return [
        [block, row].filter((label) => label !== '').join(' · '),
        ...counts.slice(from, from + columns.length).map(print.whole),
      ];
    }),
  );
  const numbers = table(['', ...columns], lines, { caption: title, figures: true });
  return figureHtml({ title, drawing, caption, numbers }, words.behind);
}

/** What a shade stands for, in numbers. */
function legend(most: number, { print }: EventsView, words: Words): string {
  const steps = [...new Set([1, Math.round(most / 16), Math.round(most / 4), most])].filter((events) => events > 0);
  const swatch = (events: number) =>
    `<span class="swatch"><span aria-hidden="true" style="opacity:${shade(events, most)}"></span>${print.whole(events)}</span>`;
  return `<p class="legend">${escapeHtml(words.calendar.legend)} ${steps.map(swatch).join(' ')}</p>`;
}
