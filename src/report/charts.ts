import * as Plot from '@observablehq/plot';
import { weighedLosses } from '../figures/sweep-figures.ts';
import { svgOf } from './svg.ts';
import { type Setting, settingWords, type VerifiedPoint } from './sweep-result.ts';
import { hues } from './theme.ts';

export type Loss = 'valueLoss' | 'patternLoss';
export type Swept = 'k' | 'p' | 'maxLevel';

export const lossWords: Readonly<Record<Loss, string>> = { valueLoss: 'value loss', patternLoss: 'pattern loss' };
export const sweptWords: Readonly<Record<Swept, string>> = { k: 'k', p: 'P', maxLevel: 'level' };

/** The shape of the first, second and third method. */
const symbols = ['circle', 'triangle', 'square'] as const;

/**
 * Value loss against pattern loss, as SVG that takes its colours from the page. A method is a shape and a hue; the Pareto set is filled
 * and, of two losses, joined by a line; the recommended setting has a ring and its name.
 */
export function lossScatter(points: readonly VerifiedPoint[], methods: readonly string[]): string {
  const set = points.filter(({ pareto }) => pareto).toSorted((a, b) => a.valueLoss - b.valueLoss);
  const chosen = points.filter(({ recommended }) => recommended);
  const middle =
    (Math.min(...points.map(({ valueLoss }) => valueLoss)) + Math.max(...points.map(({ valueLoss }) => valueLoss))) / 2;
  const places = { x: 'valueLoss', y: 'patternLoss' } as const;
  const title = (point: VerifiedPoint) =>
    `${settingWords(point)}: value ${point.valueLoss.toPrecision(4)}, pattern ${point.patternLoss.toPrecision(3)}`;
  const dots = methods.flatMap((method, m) => {
    const own = { ...places, title, symbol: symbols[m % symbols.length], stroke: hues[m % hues.length] };
    const of = (some: readonly VerifiedPoint[]) => some.filter((point) => point.method === method);
    return [
      Plot.dot(of(points.filter(({ pareto }) => !pareto)), { ...own, r: 3.5, strokeOpacity: 0.65 }),
      Plot.dot(of(set), { ...own, r: 5.5, fill: hues[m % hues.length] }),
    ];
  });
  const label = (anchor: 'start' | 'end', some: readonly VerifiedPoint[]) =>
    Plot.text(some, {
      ...places,
      text: settingWords,
      textAnchor: anchor,
      dx: anchor === 'start' ? 14 : -14,
      dy: -14,
      fontSize: 13,
      fontWeight: 'bold',
      stroke: 'var(--paper)',
      strokeWidth: 5,
      fill: 'currentColor',
    });
  return svgOf(
    {
      width: 900,
      height: 460,
      marginLeft: 56,
      marginBottom: 44,
      marginTop: 36,
      style: { fontSize: '12px' },
      x: { label: 'value loss (mean width of the bands) →', grid: true, nice: true },
      y: { label: '↑ pattern loss (0 same shape, 1 no shape)', grid: true, nice: true },
      marks: [
        ...(weighedLosses(points).length > 2
          ? []
          : [Plot.line(set, { ...places, stroke: 'currentColor', strokeWidth: 1.5, strokeDasharray: '6 3' })]),
        ...dots,
        Plot.dot(chosen, { ...places, r: 11, stroke: 'currentColor', strokeWidth: 2, ariaLabel: () => 'recommended' }),
        label(
          'start',
          chosen.filter(({ valueLoss }) => valueLoss <= middle),
        ),
        label(
          'end',
          chosen.filter(({ valueLoss }) => valueLoss > middle),
        ),
      ],
    },
    'Value loss against pattern loss of every setting',
  );
}

/** Every tried setting, as lines over one of its parts. */
export interface LinesOver {
  readonly points: readonly VerifiedPoint[];
  readonly methods: readonly string[];
  readonly over: Swept;
}

/**
 * One loss over one setting, a panel for each method: a thin line for every choice of the other settings, a thick one with dots where
 * they are as in `through`.
 */
export function lossLines({ points, methods, over }: LinesOver, loss: Loss, through: Setting): string {
  const values = [...new Set(points.map((point) => point[over]))].sort((a, b) => a - b);
  const others = (['k', 'p', 'maxLevel'] as const).filter((name) => name !== over);
  const sorted = points.toSorted((a, b) => a[over] - b[over]);
  const thick = sorted.filter((point) => others.every((name) => point[name] === through[name]));
  const places = { x: over, y: loss, fx: 'method' } as const;
  return svgOf(
    {
      width: 460,
      height: 260,
      marginLeft: 52,
      marginBottom: 40,
      marginTop: 34,
      style: { fontSize: '12px' },
      fx: { domain: [...methods], label: null },
      x: { type: 'point', domain: values, label: `${sweptWords[over]} →` },
      y: { label: `↑ ${lossWords[loss]}`, grid: true, nice: true, zero: true },
      marks: [
        Plot.line(sorted, {
          ...places,
          z: (point: VerifiedPoint) => others.map((name) => point[name]).join(' '),
          stroke: 'var(--faint)',
          strokeOpacity: 0.6,
          strokeWidth: 1,
        }),
        Plot.line(thick, { ...places, stroke: 'currentColor', strokeWidth: 2.5 }),
        Plot.dot(thick, {
          ...places,
          fill: 'currentColor',
          r: 3.5,
          title: (point: VerifiedPoint) => `${settingWords(point)}: ${point[loss].toPrecision(4)}`,
        }),
      ],
    },
    `${lossWords[loss]} over ${sweptWords[over]}`,
  );
}
