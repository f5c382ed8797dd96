import * as Plot from '@observablehq/plot';
import type { Bin } from '../../release/bin-rules.ts';
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
  return svgOf(
    {
      ...small,
      height: 220,
      x: { label: `${x} →`, ...(whole === true ? wholeAxis(bars, line?.at) : { nice: true, ticks: 6 }), ...ticks },
      y: { label: `↑ ${y}`, grid: true, nice: true, ticks: 5, ...ticks },
      marks: [
        Plot.rectY(bars, { x1: 'from', x2: 'to', y: 'height', fill: 'var(--first)', inset: 0.5 }),
        Plot.ruleY([0]),
        ...(line === undefined ? [] : promiseLine(line.at + shift, line.text)),
      ],
    },
    `${y}, ${x}`,
  );
}

/** Ticks on whole numbers only, and room for a few sizes where there is but one. */
function wholeAxis(bars: readonly { readonly from: number; readonly to: number }[], promised: number | undefined) {
  const from = Math.min(bars[0].from, (promised ?? bars[0].from) - 0.5);
  const to = Math.max(bars[bars.length - 1].to, from + 8);
  const step = Math.max(1, Math.ceil((to - from) / 8));
  const first = Math.ceil(from);
  const ticks = Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => first + i * step);
  return { domain: [from, to], ticks };
}

/** Dashed, and named above the bars. */
const promiseLine = (at: number, text: string) => [
  Plot.ruleX([at], { stroke: 'var(--second)', strokeWidth: 2.5, strokeDasharray: '5 3', insetTop: -12 }),
  Plot.text([at], {
    ...{
      x: (place: number) => place,
      text: () => text,
      frameAnchor: 'top',
      lineAnchor: 'bottom',
      textAnchor: 'start',
      dx: 5,
      dy: -1,
    },
    ...{ fontWeight: 'bold', fill: 'var(--second)' },
  }),
];
