import type { Bin } from '../../release/bin-rules.ts';
import { above, type Box, below, bottomAxis, chartWidth, leftAxis, leftOf, niceDomain, scaleOf, ticksOf } from '../axes.ts';
import { line as drawLine, mark, rect, svgOf, text } from '../svg.ts';

export interface Histogram {
  readonly bins: readonly Bin[];
  readonly x: string;
  readonly y: string;
  /** Where sizes begin that are promised. */
  readonly line?: { readonly at: number; readonly text: string };
  /** Whether the values are whole numbers, such as sizes. */
  readonly whole?: true;
  readonly print: (value: number) => string;
}

const height = 232;

/** Bars whose areas compare: a bin that was joined from several is as wide as they were, and as high as their mean. */
export function histogram({ bins, x, y, line, whole, print }: Histogram): string {
  const unit = Math.min(...bins.map(({ from, to }) => to - from));
  const shift = whole === true ? -0.5 : 0; // a bar stands around its whole number
  const bars = bins.map(({ from, to, count }) => ({
    from: from + shift,
    to: to + shift,
    height: (count * unit) / (to - from),
  }));
  const up = niceDomain([0, ...bars.map((bar) => bar.height)], 5);
  const upTicks = ticksOf(up, 5);
  const box: Box = { left: leftOf(upTicks.map(print)), right: chartWidth - 16, top: above + 8, bottom: height - below };
  const across = whole === true ? wholeAxis(bars, line?.at) : roundAxis(bars);
  const [xScale, yScale] = [scaleOf(across.domain, box.left, box.right), scaleOf(up, box.bottom, box.top)];
  return svgOf(chartWidth, height, `${y}, ${x}`, [
    leftAxis(box, { scale: yScale, ticks: upTicks, format: print, title: y, grid: true }),
    mark(
      'rect',
      { fill: 'var(--first)' },
      bars.map((bar) => {
        const [left, right, top] = [xScale(bar.from), xScale(bar.to), yScale(bar.height)];
        return rect([left + 0.5, top], [right - left - 1, box.bottom - top]);
      }),
    ),
    bottomAxis(box, { scale: xScale, ticks: across.ticks, format: print, title: x }),
    line === undefined ? '' : promiseLine(xScale(line.at + shift), line.text, box),
  ]);
}

interface Across {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
}

interface Ends {
  readonly from: number;
  readonly to: number;
}

function roundAxis(bars: readonly Ends[]): Across {
  const domain = niceDomain([bars[0].from, bars[bars.length - 1].to], 6);
  return { domain, ticks: ticksOf(domain, 6) };
}

/** Ticks on whole numbers only, and room for a few sizes where there is but one. */
function wholeAxis(bars: readonly Ends[], promised: number | undefined): Across {
  const from = Math.min(bars[0].from, (promised ?? bars[0].from) - 0.5);
  const to = Math.max(bars[bars.length - 1].to, from + 8);
  const step = Math.max(1, Math.ceil((to - from) / 8));
  const first = Math.ceil(from);
  const ticks = Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => first + i * step);
  return { domain: [from, to], ticks };
}

/** Dashed, and named above the bars. */
const promiseLine = (at: number, words: string, { top, bottom }: Box): string =>
  mark('promise', {}, [
    drawLine([at, top - 12], [at, bottom], { stroke: 'var(--second)', 'stroke-width': 2.5, 'stroke-dasharray': '5 3' }),
    text(at + 6, top - 4, words, { fill: 'var(--second)', 'font-weight': 'bold' }),
  ]);
