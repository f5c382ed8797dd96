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
  const tickFormat = (value: number) => format.format(value);
  const least = Math.min(...dots.map(({ subjects }) => subjects));
  const most = Math.max(...dots.map(({ subjects }) => subjects));
  const ends = [least, most].map((value) => ({ value }));
  return svgOf(
    {
      ...small,
      height: 300,
      x: { type: 'log', label: `${x} →`, grid: true, nice: true, ticks: ticksFrom(least, most), tickFormat },
      y: {
        type: 'log',
        label: `↑ ${y}`,
        grid: true,
        nice: true,
        ticks: ticksFrom(least, Math.max(...dots.map(({ records }) => records))),
        tickFormat,
      },
      r: { range: [2, 14] },
      marks: [
        Plot.line(ends, { x: 'value', y: 'value', stroke: 'currentColor', strokeDasharray: '5 3' }),
        Plot.dot(dots, {
          ...{ x: 'subjects', y: 'records', r: 'combinations' },
          ...{ fill: 'var(--first)', fillOpacity: 0.45, stroke: 'var(--first)' },
        }),
      ],
    },
    label,
  );
}

/** 1, 2 and 5 times powers of ten, as many as fit side by side. */
function ticksFrom(least: number, most: number): readonly number[] {
  const ticks: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(least)); power <= 10 * most; power *= 10)
    for (const step of [1, 2, 5]) if (step * power >= least / 2 && step * power <= 2 * most) ticks.push(step * power);
  return ticks.length <= 7 ? ticks : ticks.filter((tick) => /^10*$/.test(String(tick)));
}
