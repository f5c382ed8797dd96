import * as Plot from '@observablehq/plot';
import type { Bin } from '../bins.ts';
import { small, svgOf } from '../svg.ts';

export interface Histogram {
  readonly bins: readonly Bin[];
  readonly x: string;
  readonly y: string;
  /** Where sizes begin that are promised. */
  readonly line?: { readonly at: number; readonly text: string };
  /** Whether the values are whole numbers, such as sizes. */
  readonly whole?: true;
  readonly locale: string;
}

/** Bars whose areas compare: a bin that was joined from several is as wide as they were, and as high as their mean. */
export function histogram({ bins, x, y, line, whole, locale }: Histogram): string {
  const unit = Math.min(...bins.map(({ from, to }) => to - from));
  const shift = whole === true ? -0.5 : 0; // a bar stands around its whole number
  const bars = bins.map(({ from, to, count }) => ({
    from: from + shift,
    to: to + shift,
    height: (count * unit) / (to - from),
  }));
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 4 });
  const ticks = { tickFormat: (value: number) => format.format(value) };
  const highest = Math.max(...bars.map(({ height }) => height));
  return svgOf(
    {
      ...small,
      height: 220,
      x: { label: `${x} →`, nice: whole !== true, ticks: 6, ...ticks },
      y: { label: `↑ ${y}`, grid: true, nice: true, ticks: 5, ...ticks },
      marks: [
        Plot.rectY(bars, { x1: 'from', x2: 'to', y: 'height', fill: 'var(--first)', inset: 0.5 }),
        Plot.ruleY([0]),
        ...(line === undefined
          ? []
          : [
              Plot.ruleX([line.at + shift], { stroke: 'var(--second)', strokeWidth: 2, strokeDasharray: '5 3' }),
              Plot.text([line.at + shift], {
                x: (at: number) => at,
                y: highest,
                text: () => line.text,
                ...haloed,
                textAnchor: 'start',
                dx: 5,
                dy: 6,
              }),
            ]),
      ],
    },
    `${y}, ${x}`,
  );
}

/** Text that stays readable over a bar. */
const haloed = { fontWeight: 'bold', fill: 'currentColor', stroke: 'var(--paper)', strokeWidth: 4 } as const;
