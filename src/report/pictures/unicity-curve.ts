import type { Unicity } from '../../figures/judged.ts';
import { above, type Box, below, bottomNames, chartWidth, leftAxis, leftOf, scaleOf } from '../axes.ts';
import { dot, haloed, line, linePath, mark, type Point, path, svgOf, text } from '../svg.ts';

const height = 242;
const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** The share of subjects singled out, over how many of their events are known; bars are 95 % intervals, where they are told. */
export function unicityCurve(
  unicity: readonly Unicity[],
  print: (share: number) => string,
  { x, y, label }: { readonly x: string; readonly y: string; readonly label: string },
): string {
  const box: Box = { left: leftOf(ticks.map(print)), right: chartWidth - 16, top: above, bottom: height - below };
  const up = scaleOf([0, 1.1], box.bottom, box.top);
  const across = (i: number) => box.left + ((i + 0.6) * (box.right - box.left)) / (unicity.length + 0.2);
  const points: readonly Point[] = unicity.map(({ share }, i) => [across(i), up(share)]);
  const bars = unicity.flatMap(({ low, high }, i) =>
    low === undefined || high === undefined ? [] : [line([across(i), up(low)], [across(i), up(high)])],
  );
  const names = unicity.map((one) => String(one.points));
  return svgOf(chartWidth, height, label, [
    leftAxis(box, { scale: up, ticks, format: print, title: y, grid: true }),
    bottomNames(box, names, across, x),
    line([box.left, box.bottom], [box.right, box.bottom], { stroke: 'currentColor' }),
    mark('intervals', { stroke: 'var(--faint)', 'stroke-width': 3 }, bars),
    path(linePath(points), { fill: 'none', stroke: 'var(--second)', 'stroke-width': 2 }),
    mark(
      'dot',
      { fill: 'var(--second)' },
      points.map((point) => dot(point, 4)),
    ),
    mark(
      'shares',
      { ...haloed, 'font-weight': 'bold', 'text-anchor': 'middle' },
      points.map(([left, top], i) => text(left, top - 10, print(unicity[i].share))),
    ),
  ]);
}
