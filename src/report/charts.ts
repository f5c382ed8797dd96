import { plain } from '../figures/print.ts';
import { weighedLosses } from '../figures/sweep-figures.ts';
import {
  above,
  type Box,
  below,
  bottomAxis,
  bottomNames,
  leftAxis,
  leftOf,
  niceDomain,
  scaleOf,
  ticksOf,
  widthOf,
} from './axes.ts';
import { dot, haloed, linePath, mark, type Point, path, svgOf, text } from './svg.ts';
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
  const [width, height] = [900, 470];
  const across = niceDomain(
    points.map(({ valueLoss }) => valueLoss),
    10,
  );
  const up = niceDomain(
    points.map(({ patternLoss }) => patternLoss),
    8,
  );
  const [acrossTicks, upTicks] = [ticksOf(across, 10), ticksOf(up, 8)];
  const box: Box = { left: leftOf(upTicks.map(plain.short)), right: width - 20, top: above, bottom: height - below };
  const [x, y] = [scaleOf(across, box.left, box.right), scaleOf(up, box.bottom, box.top)];
  const placeOf = ({ valueLoss, patternLoss }: VerifiedPoint): Point => [x(valueLoss), y(patternLoss)];
  const set = points.filter(({ pareto }) => pareto).toSorted((a, b) => a.valueLoss - b.valueLoss);
  const chosen = points.filter(({ recommended }) => recommended);
  const title = (point: VerifiedPoint) =>
    `${settingWords(point)}: value ${point.valueLoss.toPrecision(4)}, pattern ${point.patternLoss.toPrecision(3)}`;
  const dots = methods.flatMap((method, m) => {
    const hue = hues[m % hues.length];
    const of = (some: readonly VerifiedPoint[], radius: number) =>
      some
        .filter((point) => point.method === method)
        .map((point) => dot(placeOf(point), radius, title(point), symbols[m % symbols.length]));
    const beaten = points.filter(({ pareto }) => !pareto);
    return [
      mark('dot', { fill: 'none', stroke: hue, 'stroke-width': 1.5, 'stroke-opacity': 0.65 }, of(beaten, 3.5)),
      mark('dot', { fill: hue, stroke: hue, 'stroke-width': 1.5 }, of(set, 5.5)),
    ];
  });
  const joined = weighedLosses(points).length <= 2;
  return svgOf(width, height, 'Value loss against pattern loss of every setting', [
    leftAxis(box, {
      scale: y,
      ticks: upTicks,
      format: plain.short,
      title: 'pattern loss (0 same shape, 1 no shape)',
      grid: true,
    }),
    bottomAxis(box, {
      scale: x,
      ticks: acrossTicks,
      format: plain.short,
      title: 'value loss (mean width of the bands)',
      grid: true,
    }),
    joined
      ? mark('line', { fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5, 'stroke-dasharray': '6 3' }, [
          path(linePath(set.map(placeOf))),
        ])
      : '',
    ...dots,
    mark(
      'recommended',
      { fill: 'none', stroke: 'currentColor', 'stroke-width': 2 },
      chosen.map((point) => dot(placeOf(point), 11)),
    ),
    ...chosen.map((point) => nameOf(settingWords(point), placeOf(point), box)),
  ]);
}

/** Beside its ring, on the side that has room. */
function nameOf(words: string, [left, top]: Point, box: Box): string {
  const size = 13;
  const fits = left + 14 + widthOf(words, size) <= box.right + 12;
  const y = top - 14 > box.top ? top - 14 : top + 24;
  return text(fits ? left + 14 : left - 14, y, words, {
    ...haloed,
    'text-anchor': fits ? 'start' : 'end',
    'font-size': size,
    'font-weight': 'bold',
  });
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
  const [width, height] = [460, 270];
  const values = [...new Set(points.map((point) => point[over]))].sort((a, b) => a - b);
  const others = (['k', 'p', 'maxLevel'] as const).filter((name) => name !== over);
  const choiceOf = (point: VerifiedPoint) => others.map((name) => point[name]).join(' ');
  const sorted = points.toSorted((a, b) => a[over] - b[over]);
  const up = niceDomain([0, ...points.map((point) => point[loss])], 5);
  const upTicks = ticksOf(up, 5);
  const left = leftOf(upTicks.map(plain.short));
  const [gap, top, bottom] = [14, above + 20, height - below];
  const panelWidth = (width - 12 - left - gap * (methods.length - 1)) / methods.length;
  const y = scaleOf(up, bottom, top);
  const [thin, thick, dots, frames]: [string[], string[], string[], string[]] = [[], [], [], []];
  for (const [m, method] of methods.entries()) {
    const from = left + m * (panelWidth + gap);
    const box: Box = { left: from, right: from + panelWidth, top, bottom };
    const x = (at: number) => from + ((at + 0.5) * panelWidth) / values.length;
    const placeOf = (point: VerifiedPoint): Point => [x(values.indexOf(point[over])), y(point[loss])];
    const own = sorted.filter((point) => point.method === method);
    const choices = [...new Set(own.map(choiceOf))];
    const chosen = own.filter((point) => others.every((name) => point[name] === through[name]));
    thin.push(...choices.map((choice) => path(linePath(own.filter((point) => choiceOf(point) === choice).map(placeOf)))));
    if (chosen.length > 0) thick.push(path(linePath(chosen.map(placeOf))));
    dots.push(...chosen.map((point) => dot(placeOf(point), 3.5, `${settingWords(point)}: ${point[loss].toPrecision(4)}`)));
    frames.push(
      leftAxis(box, { scale: y, ticks: upTicks, format: m === 0 ? plain.short : () => '', grid: true }),
      bottomNames(box, values.map(String), x, m === methods.length - 1 ? sweptWords[over] : undefined),
      text(from + panelWidth / 2, top - 8, method, { 'text-anchor': 'middle' }),
    );
  }
  return svgOf(width, height, `${lossWords[loss]} over ${sweptWords[over]}`, [
    text(0, 16, `↑ ${lossWords[loss]}`),
    ...frames,
    mark('line', { fill: 'none', stroke: 'var(--faint)', 'stroke-opacity': 0.6 }, thin),
    mark('line', { fill: 'none', stroke: 'currentColor', 'stroke-width': 2.5 }, thick),
    mark('dot', {}, dots),
  ]);
}
