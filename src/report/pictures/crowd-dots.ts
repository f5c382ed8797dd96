import { above, type Box, below, bottomAxis, chartWidth, leftAxis, leftOf, scaleOf } from '../axes.ts';
import { dot, line, mark, svgOf } from '../svg.ts';

interface Dot {
  readonly subjects: number;
  readonly records: number;
  readonly combinations: number;
}

const height = 308;

/** Records over subjects of each combination, both as powers, since few are large; on the dashed line everyone has one record. */
export function crowdDots(
  dots: readonly Dot[],
  { x, y, print }: { readonly x: string; readonly y: string; readonly print: (value: number) => string },
  label: string,
): string {
  const format = (power: number) => print(Math.round(10 ** power));
  const across = axisOf(dots.map(({ subjects }) => subjects));
  const up = axisOf(dots.map(({ records }) => records));
  const box: Box = { left: leftOf(up.ticks.map(format)), right: chartWidth - 16, top: above, bottom: height - below };
  const [xScale, yScale] = [scaleOf(across.domain, box.left, box.right), scaleOf(up.domain, box.bottom, box.top)];
  const from = Math.max(across.domain[0], up.domain[0]);
  const to = Math.min(across.domain[1], up.domain[1]);
  const most = Math.max(...dots.map(({ combinations }) => combinations));
  return svgOf(chartWidth, height, label, [
    leftAxis(box, { scale: yScale, ticks: up.ticks, format, title: y, grid: true }),
    bottomAxis(box, { scale: xScale, ticks: across.ticks, format, title: x, grid: true }),
    from < to
      ? line([xScale(from), yScale(from)], [xScale(to), yScale(to)], { stroke: 'currentColor', 'stroke-dasharray': '5 3' })
      : '',
    mark(
      'dot',
      { fill: 'var(--first)', 'fill-opacity': 0.4, stroke: 'var(--first)', 'stroke-width': 0.7 },
      dots.map(({ subjects, records, combinations }) =>
        dot([xScale(Math.log10(subjects)), yScale(Math.log10(records))], Math.max(2, 12 * Math.sqrt(combinations / most))),
      ),
    ),
  ]);
}

/** Few counts are large: an axis of powers, named at 1, 2 and 5 of each while they fit. */
function axisOf(counts: readonly number[]): { readonly domain: readonly [number, number]; readonly ticks: readonly number[] } {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const ticks: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(least)); power <= most; power *= 10)
    for (const step of [1, 2, 5]) if (step * power >= least && step * power <= most) ticks.push(step * power);
  const few = ticks.length <= 7 ? ticks : ticks.filter((tick) => /^10*$/.test(String(tick)));
  return { domain: [Math.log10(least / 1.4), Math.log10(most * 1.4)], ticks: few.map(Math.log10) };
}
