import * as Plot from '@observablehq/plot';
import type { PublishedCurve } from '../methods-beside.ts';
import { svgOf } from '../svg.ts';

interface PanelWords {
  readonly label: string;
  readonly hue: string;
  readonly print: (value: number) => string;
}

/** What all panels of a page share, so that they can be laid over each other in the mind. */
export interface PanelAxes {
  readonly instants: readonly string[];
  readonly domain: readonly [least: number, most: number];
}

/** One subject in the band that was published of it: the band, the subject as a thick line, the reader's curve as a broken one. */
export function subjectInBand(
  own: readonly number[],
  { lower, upper, curve }: PublishedCurve,
  { instants, domain }: PanelAxes,
  { label, hue, print }: PanelWords,
): string {
  const points = own.map((value, t) => ({ t, value, lower: lower[t], upper: upper[t], curve: curve[t] }));
  const last = instants.length - 1;
  const end = (t: number, textAnchor: 'start' | 'end') =>
    Plot.axisX([t], { textAnchor, tickSize: 4, tickFormat: () => instants[t], label: null });
  const edge = { x: 't', stroke: hue, strokeWidth: 1.25 } as const;
  return svgOf(
    {
      ...{ width: 320, height: 210, marginLeft: 34, marginRight: 10, marginTop: 10, marginBottom: 28 },
      style: { fontSize: '12px' },
      x: { domain: [0, Math.max(1, last)] },
      y: { domain: [...domain], label: null, grid: true, ticks: 4, tickFormat: print },
      marks: [
        Plot.areaY(points, { x: 't', y1: 'lower', y2: 'upper', fill: hue, fillOpacity: 0.25 }),
        Plot.line(points, { ...edge, y: 'lower' }),
        Plot.line(points, { ...edge, y: 'upper' }),
        Plot.line(points, { x: 't', y: 'curve', stroke: hue, strokeWidth: 2.5, strokeDasharray: '5 4', curve: 'monotone-x' }),
        Plot.line(points, { x: 't', y: 'value', stroke: 'currentColor', strokeWidth: 2.5 }),
        Plot.dot(points, { x: 't', y: 'value', fill: 'currentColor', r: 2.5 }),
        end(0, 'start'),
        ...(last > 0 ? [end(last, 'end')] : []),
      ],
    },
    label,
  );
}
