import * as Plot from '@observablehq/plot';
import type { SeriesSections } from '../sections.ts';
import { small, svgOf } from '../svg.ts';

const abreast = 4;

/** The most frequent patterns, each as the range its symbols leave to every segment, low at the bottom. */
export function patternMap(
  patterns: SeriesSections['patterns'],
  title: (pattern: SeriesSections['patterns'][number]) => string,
  label: string,
): string {
  const places = patterns.map((pattern, i) => ({ pattern, fx: i % abreast, fy: Math.floor(i / abreast) }));
  const steps = places.flatMap(({ pattern, fx, fy }) =>
    symbolsOf(pattern.pattern).map(([low, high], i) => ({
      ...{ fx, fy, from: i, to: i + 1 },
      ...{ low: low / pattern.level, high: (high + 1) / pattern.level, middle: (low + high + 1) / 2 / pattern.level },
    })),
  );
  const facet = { fx: 'fx', fy: 'fy' } as const;
  const step = { ...facet, x1: 'from', x2: 'to' } as const;
  return svgOf(
    {
      ...small,
      height: 30 + 84 * Math.ceil(patterns.length / abreast),
      ...{ marginTop: 34, marginLeft: 8, marginRight: 8, marginBottom: 8 },
      fx: { axis: null, padding: 0.1 },
      fy: { axis: null, padding: 0.55 },
      x: { axis: null },
      y: { axis: null, domain: [0, 1] },
      marks: [
        Plot.frame({ stroke: 'var(--line)' }),
        Plot.rect(steps, { ...step, y1: 'low', y2: 'high', fill: 'var(--first)', fillOpacity: 0.3 }),
        Plot.ruleY(steps, { ...step, y: 'middle', stroke: 'var(--first)', strokeWidth: 2.5 }),
        Plot.text(places, {
          ...facet,
          text: ({ pattern }) => title(pattern),
          frameAnchor: 'top-left',
          lineAnchor: 'bottom',
          dy: -3,
          fontSize: 10,
        }),
      ],
    },
    label,
  );
}

/** The lowest and highest symbol of each segment: `abc`, or `a-b|c` where a pattern gives ranges. */
export function symbolsOf(pattern: string): readonly (readonly [low: number, high: number])[] {
  const parts = pattern.includes('|') || pattern.includes('-') ? pattern.split('|') : [...pattern];
  return parts.map((part) => [symbolAt(part, 0), symbolAt(part, part.length - 1)]);
}

const symbolAt = (part: string, place: number): number => part.charCodeAt(place) - 97;
