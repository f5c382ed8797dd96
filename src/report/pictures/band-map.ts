import * as Plot from '@observablehq/plot';
import type { Band } from '../sections.ts';
import { small, svgOf } from '../svg.ts';

const abreast = 3;

interface BandWords {
  readonly titleOf: (band: Band) => string;
  readonly label: string;
  readonly print: (value: number) => string;
}

/** Groups side by side on one scale: the band, the curve of its most frequent pattern as a thick line, members as thin ones. */
export function bandMap(bands: readonly Band[], instants: readonly string[], { titleOf, label, print }: BandWords): string {
  const places = bands.map((band, i) => ({ band, fx: i % abreast, fy: Math.floor(i / abreast) }));
  const points = places.flatMap(({ band, fx, fy }) =>
    band.lower.map((lower, t) => ({ fx, fy, t, lower, upper: band.upper[t], curve: band.curve[t] })),
  );
  const members = places.flatMap(({ band, fx, fy }) =>
    (band.members ?? []).flatMap((member, m) => member.map((value, t) => ({ fx, fy, m, t, value }))),
  );
  const last = instants.length - 1;
  const end = (t: number, textAnchor: 'start' | 'end') =>
    Plot.axisX([t], { textAnchor, tickSize: 3, tickFormat: () => short(instants[t]), label: null, facetAnchor: 'bottom' });
  const facet = { fx: 'fx', fy: 'fy' } as const;
  return svgOf(
    {
      ...small,
      height: 60 + 130 * Math.ceil(bands.length / abreast),
      marginTop: 18,
      fx: { axis: null, padding: 0.08 },
      fy: { axis: null, padding: 0.22 },
      x: { domain: [0, Math.max(1, last)] },
      y: { label: null, grid: true, nice: true, ticks: 4, tickFormat: print },
      marks: [
        Plot.areaY(points, { ...facet, x: 't', y1: 'lower', y2: 'upper', fill: 'var(--first)', fillOpacity: 0.22 }),
        Plot.line(points, { ...facet, x: 't', y: 'lower', stroke: 'var(--first)', strokeWidth: 1 }),
        Plot.line(points, { ...facet, x: 't', y: 'upper', stroke: 'var(--first)', strokeWidth: 1 }),
        Plot.line(members, {
          ...facet,
          x: 't',
          y: 'value',
          z: 'm',
          stroke: 'currentColor',
          strokeOpacity: 0.4,
          strokeWidth: 0.8,
        }),
        Plot.line(points, { ...facet, x: 't', y: 'curve', stroke: 'var(--second)', strokeWidth: 2.2, curve: 'monotone-x' }),
        Plot.text(places, { ...facet, text: ({ band }) => titleOf(band), frameAnchor: 'top-left', dy: -12, fontSize: 11 }),
        end(0, 'start'),
        ...(last > 0 ? [end(last, 'end')] : []),
      ],
    },
    label,
  );
}

const short = (name: string): string => (name.length > 9 ? `${name.slice(0, 8)}…` : name);
