import { type Box, bottomNames, chartWidth, fitWords, frame, widthOf } from '../axes.ts';
import { mark, rect, svgOf, text } from '../svg.ts';

/** Events over time: columns along the longest cycle, and along the others rows within blocks. Labels are in the reader's words. */
export interface CalendarGrid {
  readonly columns: readonly string[];
  readonly blocks: readonly string[];
  /** One empty label where there are two cycles only. */
  readonly rows: readonly string[];
  /** Events at [(block * rows + row) * columns + column]. */
  readonly counts: readonly number[];
}

const [rowHeight, blockGap, top, below] = [14, 6, 8, 46];
const rowLetters = 10;

/** Cells darken with the root of their count, from nothing to `most`, so that maps drawn with one `most` compare. */
export function calendarMap(
  { columns, blocks, rows, counts }: CalendarGrid,
  most: number,
  x: string | undefined,
  label: string,
): string {
  const named = rows.length > 1;
  const left = named ? Math.min(96, 8 + Math.max(...rows.map((row) => widthOf(row, rowLetters)))) : 8;
  const right = chartWidth - Math.min(96, 10 + Math.max(...blocks.map((block) => widthOf(block))));
  const height = rows.length * rowHeight;
  const bottom = top + blocks.length * (height + blockGap) - blockGap;
  const cellWidth = (right - left) / columns.length;
  const parts = blocks.map((block, b) => {
    const from = top + b * (height + blockGap);
    const box: Box = { left, right, top: from, bottom: from + height };
    const cells = rows.flatMap((_, r) =>
      columns.flatMap((_, c) => {
        const events = counts[(b * rows.length + r) * columns.length + c];
        if (events === 0) return [];
        return rect([left + c * cellWidth + 0.25, from + r * rowHeight + 0.25], [cellWidth - 0.5, rowHeight - 0.5], {
          'fill-opacity': shade(events, most),
        });
      }),
    );
    const rowNames = rows.map((row, r) =>
      text(left - 5, from + (r + 0.5) * rowHeight + 3.5, fitWords(row, left - 6, rowLetters), {
        'text-anchor': 'end',
        'font-size': rowLetters,
      }),
    );
    return [
      frame(box),
      mark('cell', { fill: 'var(--first)' }, cells),
      named ? mark('y ticks', {}, rowNames) : '',
      text(right + 6, from + height / 2 + 4, fitWords(block, chartWidth - right - 6)),
    ].join('');
  });
  const names = bottomNames({ left, right, top, bottom }, columns, (column) => left + (column + 0.5) * cellWidth, x);
  return svgOf(chartWidth, bottom + (x === undefined ? below - 20 : below), label, [...parts, names]);
}

/** Two digits: more are not seen, and half of the picture. */
export const shade = (events: number, most: number): number => Math.max(0.06, Math.round(100 * Math.sqrt(events / most)) / 100);
