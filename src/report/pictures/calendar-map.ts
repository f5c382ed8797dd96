import * as Plot from '@observablehq/plot';
import { small, svgOf } from '../svg.ts';

/** Events over time: columns along the longest cycle, and along the others rows within blocks. Labels are in the reader's words. */
export interface CalendarGrid {
  readonly columns: readonly string[];
  readonly blocks: readonly string[];
  /** One empty label where there are two cycles only. */
  readonly rows: readonly string[];
  /** Events at [(block * rows + row) * columns + column]. */
  readonly counts: readonly number[];
}

/** Cells darken with the root of their count, from nothing to `most`, so that maps drawn with one `most` compare. */
export function calendarMap({ columns, blocks, rows, counts }: CalendarGrid, most: number, x: string, label: string): string {
  const cells = counts.flatMap((events, at) =>
    events === 0
      ? []
      : [
          {
            column: at % columns.length,
            row: Math.floor(at / columns.length) % rows.length,
            block: Math.floor(at / columns.length / rows.length),
            strength: shade(events, most),
          },
        ],
  );
  const step = Math.ceil(columns.length / 9);
  return svgOf(
    {
      ...small,
      ...{ marginTop: 8, marginRight: 40, marginLeft: rows.length > 1 ? 66 : 8 },
      height: 50 + blocks.length * (rows.length * 13 + 6),
      padding: 0,
      fy: { domain: [...blocks.keys()], axis: 'right', label: null, tickFormat: (block: number) => blocks[block], padding: 0.08 },
      x: {
        domain: [...columns.keys()],
        label: `${x} →`,
        ticks: [...columns.keys()].filter((column) => column % step === 0),
        tickFormat: (column: number) => columns[column],
      },
      y: { domain: [...rows.keys()], axis: null },
      marks: [
        Plot.axisY({ label: null, tickSize: 0, fontSize: 9.5, tickFormat: (row: number) => rows[row] }),
        Plot.frame({ stroke: 'var(--line)' }),
        Plot.cell(cells, { x: 'column', y: 'row', fy: 'block', fill: 'var(--first)', fillOpacity: 'strength', inset: 0.25 }),
      ],
      opacity: { type: 'identity' },
    },
    label,
  );
}

/** Two digits: more are not seen, and half of the picture. */
export const shade = (events: number, most: number): number => Math.max(0.06, Math.round(100 * Math.sqrt(events / most)) / 100);
