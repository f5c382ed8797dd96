import type { CalendarGrid } from '../pictures/calendar-map.ts';
import type { Calendar } from '../sections.ts';
import type { EventsView } from '../view.ts';
import type { Words } from '../words/en.ts';
import { labelOf } from './calendar-grid.ts';
import { coarseLabels } from './coarse-labels.ts';

/** Events by the shorter cycles of their calendar, such as weekday and part of the day, all weeks laid over each other. */
export interface Week {
  readonly title: string;
  readonly grid: CalendarGrid;
  /** Whether a cell holds what was made coarser, and so tells no day or no time. */
  isCoarse(at: number): boolean;
  /** How many events may be of a cell: its own, and those that were made coarser so that they may be. */
  mayHold(at: number): number;
}

/** Before, inside alone, and as published; nothing where the calendar has one cycle. */
export function weekOf(view: EventsView, words: Words): readonly Week[] | undefined {
  const { calendar, policy } = view.sections;
  if (calendar === undefined || calendar.axes.length < 2) return undefined;
  const flat = String(policy.flatValue ?? '');
  const coarse = coarseLabels(view);
  const places = calendar.axes.map((_, a) => a).slice(1);
  const across = places.find((a) => calendar.axes[a].column === 'weekday') ?? places[0];
  const down = places.find((a) => a !== across);
  const fold = (title: string, cells: Calendar['after']): Week => {
    const names = (a: number) => calendar.axes[a].labels.map((label) => labelOf(calendar.axes[a].column, label, flat, words));
    const columns = names(across);
    const rows = down === undefined ? [''] : names(down);
    const counts = new Array<number>(columns.length * rows.length).fill(0);
    for (const cell of cells)
      counts[(down === undefined ? 0 : cell[down]) * columns.length + cell[across]] += cell[cell.length - 1];
    const placeOf = (at: number) => [at % columns.length, Math.floor(at / columns.length)] as const;
    const some = (at: number, is: (column: string, label: string, axis: number) => boolean) =>
      placeOf(at).map((place, i) => {
        const a = i === 0 ? across : down;
        return a !== undefined && is(calendar.axes[a].column, calendar.axes[a].labels[place], i);
      });
    return {
      title,
      grid: { columns, blocks: [''], rows, counts },
      isCoarse: (at) => some(at, coarse.isCoarse).includes(true),
      mayHold: (at) => {
        const own = placeOf(at);
        const fineOf = (i: number) => calendar.axes[i === 0 ? across : (down ?? across)].labels[own[i]];
        const fits = (other: number) =>
          some(other, (column, label, i) => !coarse.mayBe(column, label, fineOf(i))).every((apart) => !apart);
        return counts.reduce((sum, count, other) => (fits(other) ? sum + count : sum), 0);
      },
    };
  };
  return [
    ...(calendar.before === undefined ? [] : [fold(words.calendar.before, calendar.before)]),
    fold(words.calendar.after, calendar.after),
  ];
}
