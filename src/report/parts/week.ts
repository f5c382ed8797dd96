import type { CalendarGrid } from '../pictures/calendar-map.ts';
import type { Calendar } from '../sections.ts';
import type { EventsView } from '../view.ts';
import type { Words } from '../words/en.ts';
import { labelOf } from './calendar-grid.ts';

/** Events by the shorter cycles of their calendar, such as weekday and part of the day, all weeks laid over each other. */
export interface Week {
  readonly title: string;
  readonly grid: CalendarGrid;
}

/** Before, inside alone, and as published; nothing where the calendar has one cycle. */
export function weekOf({ sections: { calendar, policy } }: EventsView, words: Words): readonly Week[] | undefined {
  if (calendar === undefined || calendar.axes.length < 2) return undefined;
  const flat = String(policy.flatValue ?? '');
  const places = calendar.axes.map((_, a) => a).slice(1);
  const across = places.find((a) => calendar.axes[a].column === 'weekday') ?? places[0];
  const down = places.find((a) => a !== across);
  const fold = (cells: Calendar['after']): CalendarGrid => {
    const names = (a: number) => calendar.axes[a].labels.map((label) => labelOf(calendar.axes[a].column, label, flat, words));
    const columns = names(across);
    const rows = down === undefined ? [''] : names(down);
    const counts = new Array<number>(columns.length * rows.length).fill(0);
    for (const cell of cells)
      counts[(down === undefined ? 0 : cell[down]) * columns.length + cell[across]] += cell[cell.length - 1];
    return { columns, blocks: [''], rows, counts };
  };
  return [
    ...(calendar.before === undefined ? [] : [{ title: words.calendar.before, grid: fold(calendar.before) }]),
    { title: words.calendar.after, grid: fold(calendar.after) },
  ];
}
