import { type Box, chartWidth, fitWords, leftAxis, leftOf, niceDomain, scaleOf, ticksOf } from '../axes.ts';
import type { Course } from '../sections.ts';
import { areaPath, linePath, mark, type Point, path, svgOf, text } from '../svg.ts';
import { endNames } from './band-map.ts';

interface Panel {
  readonly title: string;
  readonly course: Course;
}

interface CourseWords {
  readonly label: string;
  /** What the values are. */
  readonly values: string;
  readonly print: (value: number) => string;
  readonly locale: string;
}

const [height, gap, titleRoom, nameRoom] = [120, 22, 44, 28];

/** Panels on one scale: the mean as a line, and around it one standard deviation. */
export function courseMap(
  panels: readonly Panel[],
  instants: readonly string[],
  { label, values, print, locale }: CourseWords,
): string {
  const ends = panels.flatMap(({ course: { mean, spread } }) =>
    mean.flatMap((value, t) => [value - spread[t], value + spread[t]]),
  );
  const domain = niceDomain(ends, 4);
  const ticks = ticksOf(domain, 4);
  const left = leftOf(ticks.map(print));
  const width = (chartWidth - 12 - left - gap * (panels.length - 1)) / panels.length;
  const drawn = panels.map(({ title, course: { mean, spread } }, i) => {
    const from = left + i * (width + gap);
    const box: Box = { left: from, right: from + width, top: titleRoom, bottom: titleRoom + height };
    const [x, y] = [scaleOf([0, Math.max(1, mean.length - 1)], box.left, box.right), scaleOf(domain, box.bottom, box.top)];
    const points = (side: number): readonly Point[] => mean.map((value, t) => [x(t), y(value + side * spread[t])]);
    return [
      leftAxis(box, { scale: y, ticks, format: i === 0 ? print : () => '', grid: true }),
      path(areaPath(points(1), points(-1)), { fill: 'var(--first)', 'fill-opacity': 0.25 }),
      mark('line', { fill: 'none', stroke: 'var(--first)', 'stroke-width': 2.5 }, [path(linePath(points(0)))]),
      text(box.left, box.top - 8, title, { 'font-weight': 'bold' }),
      endNames(box, instants, locale),
    ].join('');
  });
  return svgOf(chartWidth, titleRoom + height + nameRoom, label, [text(0, 14, fitWords(`↑ ${values}`, chartWidth)), ...drawn]);
}
