import { above, type Box, below, bottomNames, chartWidth, leftAxis, leftOf, niceDomain, scaleOf, ticksOf } from '../axes.ts';
import { line, mark, rect, svgOf } from '../svg.ts';

interface HourWords {
  readonly x: string;
  readonly y: string;
  readonly label: string;
  readonly print: (value: number) => string;
}

const height = 190;

/** The 24 hours of a day, a bar each. */
export function hourBars(hours: readonly number[], { x, y, label, print }: HourWords): string {
  const up = niceDomain([0, ...hours], 4);
  const ticks = ticksOf(up, 4).filter((tick) => Number.isInteger(tick));
  const box: Box = { left: leftOf(ticks.map(print)), right: chartWidth - 12, top: above, bottom: height - below };
  const yScale = scaleOf(up, box.bottom, box.top);
  const width = (box.right - box.left) / hours.length;
  const bars = hours.map((count, hour) =>
    rect([box.left + hour * width + 0.75, yScale(count)], [width - 1.5, box.bottom - yScale(count)]),
  );
  const names = hours.map((_, hour) => `${hour}`);
  return svgOf(chartWidth, height, label, [
    leftAxis(box, { scale: yScale, ticks, format: print, title: y, grid: true }),
    mark('rect', { fill: 'var(--first)' }, bars),
    line([box.left, box.bottom], [box.right, box.bottom], { stroke: 'currentColor' }),
    bottomNames(box, names, (hour) => box.left + (hour + 0.5) * width, x),
  ]);
}
