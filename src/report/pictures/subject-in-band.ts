import { type Box, leftAxis, scaleOf, ticksOf } from '../axes.ts';
import type { PublishedCurve } from '../methods-beside.ts';
import { areaPath, dot, linePath, mark, type Point, path, smoothPath, svgOf } from '../svg.ts';
import { endNames } from './band-map.ts';

interface PanelWords {
  readonly label: string;
  readonly hue: string;
  readonly print: (value: number) => string;
  readonly locale: string;
}

/** What all panels of a page share, so that they can be laid over each other in the mind. */
export interface PanelAxes {
  readonly instants: readonly string[];
  readonly domain: readonly [least: number, most: number];
}

const [width, height] = [320, 210];

/** One subject in the band that was published of it: the band, the subject as a thick line, the reader's curve as a broken one. */
export function subjectInBand(
  own: readonly number[],
  { lower, upper, curve }: PublishedCurve,
  { instants, domain }: PanelAxes,
  { label, hue, print, locale }: PanelWords,
): string {
  const box: Box = { left: 40, right: width - 10, top: 12, bottom: height - 30 };
  const x = scaleOf([0, Math.max(1, instants.length - 1)], box.left, box.right);
  const y = scaleOf(domain, box.bottom, box.top);
  const points = (values: readonly number[]): readonly Point[] => values.map((value, t) => [x(t), y(value)]);
  return svgOf(width, height, label, [
    leftAxis(box, { scale: y, ticks: ticksOf(domain, 4), format: print, grid: true }),
    path(areaPath(points(upper), points(lower)), { fill: hue, 'fill-opacity': 0.25 }),
    mark('line', { fill: 'none', stroke: hue, 'stroke-width': 1.25 }, [
      path(linePath(points(lower))),
      path(linePath(points(upper))),
    ]),
    path(smoothPath(points(curve)), { fill: 'none', stroke: hue, 'stroke-width': 2.5, 'stroke-dasharray': '5 4' }),
    path(linePath(points(own)), { fill: 'none', stroke: 'currentColor', 'stroke-width': 2.5 }),
    mark(
      'dot',
      {},
      points(own).map((point) => dot(point, 2.5)),
    ),
    endNames(box, instants, locale, 12),
  ]);
}
