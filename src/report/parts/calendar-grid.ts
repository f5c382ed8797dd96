import type { CalendarGrid } from '../pictures/calendar-map.ts';
import type { Calendar } from '../sections.ts';
import { dateIn } from '../words/date-in.ts';
import type { Words } from '../words/en.ts';

const mostCells = 2400; // 43 weeks of seven days in eight parts; as many cells again would be read by nobody

/** Cells of a calendar as a dense grid, labels in the reader's words; where there are too many, neighbouring columns are put together. */
export function calendarGrid(
  axes: Calendar['axes'],
  cells: readonly (readonly number[])[],
  flat: string,
  words: Words,
): CalendarGrid {
  const [along, second, third = { column: '', labels: [''] }] = axes;
  const name = ({ column, labels }: Calendar['axes'][number]) => labels.map((label) => labelOf(column, label, flat, words));
  const rows = second.labels.length * third.labels.length;
  const width = Math.max(1, Math.ceil(along.labels.length / Math.max(12, Math.floor(mostCells / rows))));
  const columns = foldedLabels(name(along), along.labels.at(-1) === flat, width);
  const counts = new Array<number>(columns.length * rows).fill(0);
  for (const cell of cells) {
    const events = cell[cell.length - 1];
    const [x, y, z] = axes.length > 2 ? cell : [cell[0], cell[1], 0];
    const column = width === 1 ? x : along.labels[x] === flat ? columns.length - 1 : Math.floor(x / width);
    counts[(y * third.labels.length + z) * columns.length + column] += events;
  }
  return { columns, blocks: name(second), rows: name(third), counts };
}

/** The flat value stands alone: it says nothing of time. */
function foldedLabels(labels: readonly string[], endsFlat: boolean, width: number): readonly string[] {
  if (width === 1) return labels;
  const real = endsFlat ? labels.slice(0, -1) : labels;
  const folded = Array.from({ length: Math.ceil(real.length / width) }, (_, i) => {
    const part = real.slice(i * width, (i + 1) * width);
    return part.length === 1 ? part[0] : `${part[0]}–${part[part.length - 1]}`;
  });
  return endsFlat ? [...folded, labels[labels.length - 1]] : folded;
}

export function labelOf(column: string, label: string, flat: string, { calendar, locale }: Words): string {
  if (label === flat) return calendar.flattened;
  if (column === 'weekday' && /^[0-6]$/.test(label)) return weekday(Number(label), locale);
  const parts: Readonly<Record<string, string>> = calendar.parts;
  return Object.hasOwn(parts, label) ? parts[label] : label;
}

/** 0 is Monday, as 1 January 2024 was. */
const weekday = (day: number, locale: string): string => dateIn(locale, { weekday: 'short' }, Date.UTC(2024, 0, 1 + day));
