import * as Plot from '@observablehq/plot';
import { small, svgOf } from '../svg.ts';

/** What is there (`total`), what of it goes, or what of it was changed and stays. */
export interface WaterfallStep {
  readonly label: string;
  readonly kind: 'total' | 'goes' | 'changed';
  readonly count: number;
}

/** From what was read down to what was released; what goes hangs where it was taken from, and is hatched by its outline. */
export function waterfall(steps: readonly WaterfallStep[], print: (count: number) => string, label: string): string {
  let level = 0;
  const bars = steps.map(({ kind, count, ...step }) => {
    if (kind === 'total') level = count;
    const to = level;
    if (kind === 'goes') level -= count;
    return { ...step, kind, count, from: kind === 'goes' ? level : 0, to: kind === 'changed' ? count : to };
  });
  const most = Math.max(...bars.map(({ to }) => to));
  const place = { y: 'label', x1: 'from', x2: 'to' } as const;
  const of = (kind: WaterfallStep['kind']) => bars.filter((bar) => bar.kind === kind);
  return svgOf(
    {
      ...small,
      height: 34 + 30 * steps.length,
      ...{ marginLeft: 150, marginRight: 64, marginTop: 6, marginBottom: 8 },
      x: { axis: null, domain: [0, most] },
      y: { domain: steps.map((step) => step.label), label: null, tickSize: 0, padding: 0.25 },
      marks: [
        Plot.barX(of('total'), { ...place, fill: 'var(--first)' }),
        Plot.barX(of('changed'), { ...place, fill: 'var(--first)', fillOpacity: 0.35, stroke: 'var(--first)' }),
        Plot.barX(of('goes'), { ...place, fill: 'none', stroke: 'var(--second)', strokeWidth: 2, strokeDasharray: '4 2' }),
        Plot.text(bars, {
          y: 'label',
          x: 'to',
          text: ({ kind, count }) => (kind === 'goes' && count > 0 ? `−${print(count)}` : print(count)),
          textAnchor: 'start',
          dx: 6,
          fill: 'currentColor',
        }),
        Plot.ruleX([0]),
      ],
    },
    label,
  );
}
