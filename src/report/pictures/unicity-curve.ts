import * as Plot from '@observablehq/plot';
import type { Unicity } from '../../figures/judged.ts';
import { small, svgOf } from '../svg.ts';

/** The share of subjects singled out, over how many of their events are known; bars are 95 % intervals, where they are told. */
export function unicityCurve(
  unicity: readonly Unicity[],
  print: (share: number) => string,
  { x, y, label }: { readonly x: string; readonly y: string; readonly label: string },
): string {
  const measured = unicity.filter(({ low, high }) => low !== undefined && high !== undefined);
  return svgOf(
    {
      ...small,
      height: 230,
      x: { type: 'point', domain: unicity.map(({ points }) => points), label: `${x} →`, padding: 0.6 },
      y: { domain: [0, 1.1], label: `↑ ${y}`, grid: true, ticks: 5, tickFormat: (share: number) => print(share) },
      marks: [
        Plot.ruleY([0]),
        Plot.ruleX(measured, { x: 'points', y1: 'low', y2: 'high', stroke: 'var(--faint)', strokeWidth: 3 }),
        Plot.line(unicity, { x: 'points', y: 'share', stroke: 'var(--second)', strokeWidth: 2 }),
        Plot.dot(unicity, { x: 'points', y: 'share', fill: 'var(--second)', r: 4 }),
        Plot.text(unicity, {
          ...{ x: 'points', y: 'share', text: ({ share }: Unicity) => print(share), dx: 8 },
          dy: -12,
          textAnchor: 'start',
          ...{ fontWeight: 'bold', fill: 'currentColor', stroke: 'var(--paper)', strokeWidth: 4 },
        }),
      ],
    },
    label,
  );
}
