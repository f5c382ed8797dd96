import * as Plot from '@observablehq/plot';
import { small, svgOf } from '../svg.ts';

interface Dot {
  readonly subjects: number;
  readonly records: number;
  readonly combinations: number;
}

/** Records over subjects of each combination, both as powers, since few are large; on the dashed line everyone has one record. */
export function crowdDots(
  dots: readonly Dot[],
  { x, y, locale }: { readonly x: string; readonly y: string; readonly locale: string },
  label: string,
): string {
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 });
  const tickFormat = (power: number) => format.format(10 ** power);
  const across = axisOf(dots.map(({ subjects }) => subjects));
  const up = axisOf(dots.map(({ records }) => records));
  const within = [Math.max(across.domain[0], up.domain[0]), Math.min(across.domain[1], up.domain[1])]; // a clip would have an id, another one each time
  const ends = within.map((power) => ({ power }));
  return svgOf(
    {
      ...small,
      height: 300,
      x: { ...across, label: `${x} →`, grid: true, tickFormat },
      y: { ...up, label: `↑ ${y}`, grid: true, tickFormat },
      r: { range: [2, 14] },
      marks: [
        Plot.line(ends, { x: 'power', y: 'power', stroke: 'currentColor', strokeDasharray: '5 3' }),
        Plot.dot(dots, {
          ...{ x: ({ subjects }) => Math.log10(subjects), y: ({ records }) => Math.log10(records), r: 'combinations' },
          ...{ fill: 'var(--first)', fillOpacity: 0.4, stroke: 'var(--first)', strokeWidth: 0.7 },
        }),
      ],
    },
    label,
  );
}

/** Powers of ten, not a scale of Plot's: that one names no tick but at 1 and 2. */
function axisOf(counts: readonly number[]): { readonly domain: readonly [number, number]; readonly ticks: readonly number[] } {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const ticks: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(least)); power <= most; power *= 10)
    for (const step of [1, 2, 5]) if (step * power >= least && step * power <= most) ticks.push(step * power);
  const few = ticks.length <= 7 ? ticks : ticks.filter((tick) => /^10*$/.test(String(tick)));
  return { domain: [Math.log10(least / 1.4), Math.log10(most * 1.4)], ticks: few.map(Math.log10) };
}
