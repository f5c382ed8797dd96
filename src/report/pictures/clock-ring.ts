import * as Plot from '@observablehq/plot';
import { small, svgOf } from '../svg.ts';

const inner = 0.42;
const outer = 1;
const stepsToAnHour = 6; // straight pieces of an arc

/** The 24 hours as a ring, midnight at the top: the longer a bar, the more groups contain its hour. */
export function clockRing(hours: readonly number[], label: string): string {
  const most = Math.max(1, ...hours);
  const bars = hours.flatMap((count, hour) =>
    outline(hour, inner + ((outer - inner) * count) / most).map((point) => ({ hour, ...point })),
  );
  const rings = [inner, outer].flatMap((radius, ring) => arc(0, 24, radius).map((point) => ({ ring, ...point })));
  const marks = [0, 3, 6, 9, 12, 15, 18, 21].map((hour) => ({ hour, ...at(hour, outer + 0.14) }));
  return svgOf(
    {
      ...small,
      ...{ height: 320, margin: 8, marginLeft: 60, marginRight: 60, marginTop: 8, marginBottom: 8 },
      x: { axis: null, domain: [-1.25, 1.25] },
      y: { axis: null, domain: [-1.25, 1.25] },
      aspectRatio: 1,
      marks: [
        Plot.line(rings, { x: 'x', y: 'y', z: 'ring', stroke: 'var(--line)' }),
        Plot.line(bars, {
          x: 'x',
          y: 'y',
          z: 'hour',
          fill: 'var(--first)',
          stroke: 'var(--paper)',
          strokeWidth: 1,
          curve: 'linear-closed',
        }),
        Plot.text(marks, { x: 'x', y: 'y', text: ({ hour }) => `${hour}` }),
      ],
    },
    label,
  );
}

/** One hour between the inner ring and a radius. */
const outline = (hour: number, radius: number): readonly Point[] => [
  ...arc(hour, hour + 1, inner),
  ...arc(hour, hour + 1, radius).reverse(),
];

interface Point {
  readonly x: number;
  readonly y: number;
}

const arc = (from: number, to: number, radius: number): Point[] =>
  Array.from({ length: (to - from) * stepsToAnHour + 1 }, (_, i) => at(from + i / stepsToAnHour, radius));

const at = (hour: number, radius: number): Point => ({
  x: radius * Math.sin((hour / 12) * Math.PI),
  y: radius * Math.cos((hour / 12) * Math.PI),
});
