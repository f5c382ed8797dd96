import { chartWidth } from '../axes.ts';
import { linePath, mark, type Point, path, svgOf, text } from '../svg.ts';

const [inner, outer, height] = [56, 128, 324];
const stepsToAnHour = 6; // straight pieces of an arc

/** The 24 hours as a ring, midnight at the top: the longer a bar, the more groups contain its hour. */
export function clockRing(hours: readonly number[], label: string): string {
  const most = Math.max(1, ...hours);
  const rings = [inner, outer].map((radius) => path(linePath(arcOf(0, 24, radius))));
  const bars = hours.map((count, hour) =>
    path(
      `${linePath([...arcOf(hour, hour + 1, inner), ...arcOf(hour, hour + 1, inner + ((outer - inner) * count) / most).reverse()])}Z`,
    ),
  );
  const names = [0, 3, 6, 9, 12, 15, 18, 21].map((hour) => {
    const [x, y] = placeOf(hour, outer + 18);
    return text(x, y + 4, `${hour}`);
  });
  return svgOf(chartWidth, height, label, [
    mark('rings', { fill: 'none', stroke: 'var(--line)' }, rings),
    mark('bars', { fill: 'var(--first)', stroke: 'var(--paper)' }, bars),
    mark('hours', { 'text-anchor': 'middle' }, names),
  ]);
}

const arcOf = (from: number, to: number, radius: number): Point[] =>
  Array.from({ length: (to - from) * stepsToAnHour + 1 }, (_, i) => placeOf(from + i / stepsToAnHour, radius));

const placeOf = (hour: number, radius: number): Point => [
  chartWidth / 2 + radius * Math.sin((hour / 12) * Math.PI),
  height / 2 - radius * Math.cos((hour / 12) * Math.PI),
];
