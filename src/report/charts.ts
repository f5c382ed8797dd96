import { plain } from '../figures/print.ts';
import type { Setting } from '../figures/sweep-setting.ts';
import {
  above,
  type Box,
  below,
  bottomAxis,
  bottomNames,
  chartWidth,
  fitWords,
  leftAxis,
  leftOf,
  niceDomain,
  scaleOf,
  ticksOf,
  widthOf,
} from './axes.ts';
import { dot, haloed, linePath, mark, type Point, path, svgOf, text } from './svg.ts';
import type { VerifiedPoint } from './sweep-result.ts';
import { hues } from './theme.ts';

/** A loss as charts draw it. */
export interface DrawnLoss {
  readonly name: string;
  /** Its name with its unit, along an axis. */
  readonly title: string;
  readonly of: (point: VerifiedPoint) => number;
}

/** What tells settings apart by shape and hue: their method, or what they flatten. */
export interface Kinds {
  readonly names: readonly string[];
  readonly of: (point: VerifiedPoint) => string;
  /** A setting in the words of the page. */
  readonly wordsOf: (point: VerifiedPoint) => string;
}

export type Swept = 'k' | 'p' | 'maxLevel' | 'segments';

interface Scatter {
  readonly label: string;
  /** By default such that letters can be read on a telephone. */
  readonly size?: readonly [width: number, height: number];
}

/** The shape of the first, second and third kind. */
const symbols = ['circle', 'triangle', 'square'] as const;

/**
 * One loss against another, as SVG that takes its colours from the page. A kind is a shape and a hue; the Pareto set is filled; the
 * recommended setting has a ring and its name.
 */
export function lossScatter(
  points: readonly VerifiedPoint[],
  [first, second]: readonly [DrawnLoss, DrawnLoss],
  kinds: Kinds,
  { label, size: [width, height] = [chartWidth, 330] }: Scatter,
): string {
  const many = Math.round(width / 80);
  const across = niceDomain(points.map(first.of), many);
  const up = niceDomain(points.map(second.of), 8);
  const [acrossTicks, upTicks] = [ticksOf(across, many), ticksOf(up, 8)];
  const box: Box = { left: leftOf(upTicks.map(plain.short)), right: width - 20, top: above, bottom: height - below };
  const [x, y] = [scaleOf(across, box.left, box.right), scaleOf(up, box.bottom, box.top)];
  const placeOf = (point: VerifiedPoint): Point => [x(first.of(point)), y(second.of(point))];
  const set = points.filter(({ pareto }) => pareto);
  const chosen = points.filter(({ recommended }) => recommended);
  const title = (point: VerifiedPoint) =>
    `${kinds.wordsOf(point)}: ${first.name} ${plain.decimal(first.of(point))}, ${second.name} ${plain.decimal(second.of(point))}`;
  const dots = kinds.names.flatMap((kind, m) => {
    const hue = hues[m % hues.length];
    const of = (some: readonly VerifiedPoint[], radius: number) =>
      some
        .filter((point) => kinds.of(point) === kind)
        .map((point) => dot(placeOf(point), radius, title(point), symbols[m % symbols.length]));
    const beaten = points.filter(({ pareto }) => !pareto);
    return [
      mark('dot', { fill: 'none', stroke: hue, 'stroke-width': 1.5, 'stroke-opacity': 0.65 }, of(beaten, 3.5)),
      mark('dot', { fill: hue, stroke: hue, 'stroke-width': 1.5 }, of(set, 5.5)),
    ];
  });
  return svgOf(width, height, label, [
    leftAxis(box, {
      scale: y,
      ticks: upTicks,
      format: plain.short,
      title: second.title,
      grid: true,
    }),
    bottomAxis(box, {
      scale: x,
      ticks: acrossTicks,
      format: plain.short,
      title: first.title,
      grid: true,
    }),
    ...dots,
    mark(
      'recommended',
      { fill: 'none', stroke: 'currentColor', 'stroke-width': 2 },
      chosen.map((point) => dot(placeOf(point), 11)),
    ),
    ...chosen.map((point) => nameOf(kinds.wordsOf(point), placeOf(point), box)),
  ]);
}

/** Beside its ring, on the side that has room, or else in the middle. */
function nameOf(words: string, [left, top]: Point, box: Box): string {
  const size = 13;
  const wide = widthOf(words, size);
  const [x, anchor] =
    left + 14 + wide <= box.right + 12
      ? [left + 14, 'start']
      : left - 14 - wide >= 0
        ? [left - 14, 'end']
        : [(box.left + box.right) / 2, 'middle'];
  const y = top - 14 > box.top ? top - 14 : top + 24;
  return text(x, y, fitWords(words, box.right, size), {
    ...haloed,
    'text-anchor': anchor,
    'font-size': size,
    'font-weight': 'bold',
  });
}

/** Every tried setting, as lines over one of its parts. */
export interface LinesOver {
  readonly points: readonly VerifiedPoint[];
  readonly kinds: Kinds;
  readonly over: Swept;
  /** What the settings are varied in. */
  readonly keys: readonly (keyof Setting)[];
  /** The name of `over`. */
  readonly name: string;
}

/**
 * One loss over one setting, a panel for each kind: a thin line for every choice of the other settings, a thick one with dots where
 * they are as in `through`.
 */
export function lossLines({ points, kinds, over, keys, name }: LinesOver, loss: DrawnLoss, through: Setting): string {
  const [width, height] = [460, 270];
  const at = (point: VerifiedPoint): number => point[over] ?? 0;
  const values = [...new Set(points.map(at))].sort((a, b) => a - b);
  const others = keys.filter((key) => key !== over);
  const choiceOf = (point: VerifiedPoint) => others.map((key) => point[key]).join(' ');
  const sorted = points.toSorted((a, b) => at(a) - at(b));
  const up = niceDomain([0, ...points.map(loss.of)], 5);
  const upTicks = ticksOf(up, 5);
  const left = leftOf(upTicks.map(plain.short));
  const [gap, top, bottom] = [14, above + 20, height - below];
  const panelWidth = (width - 12 - left - gap * (kinds.names.length - 1)) / kinds.names.length;
  const y = scaleOf(up, bottom, top);
  const [thin, thick, dots, frames]: [string[], string[], string[], string[]] = [[], [], [], []];
  for (const [m, kind] of kinds.names.entries()) {
    const from = left + m * (panelWidth + gap);
    const box: Box = { left: from, right: from + panelWidth, top, bottom };
    const x = (place: number) => from + ((place + 0.5) * panelWidth) / values.length;
    const placeOf = (point: VerifiedPoint): Point => [x(values.indexOf(at(point))), y(loss.of(point))];
    const own = sorted.filter((point) => kinds.of(point) === kind);
    const choices = [...new Set(own.map(choiceOf))];
    const chosen = own.filter((point) =>
      others.every((key) => key === 'method' || key === 'flatten' || point[key] === through[key]),
    );
    thin.push(...choices.map((choice) => path(linePath(own.filter((point) => choiceOf(point) === choice).map(placeOf)))));
    if (chosen.length > 0) thick.push(path(linePath(chosen.map(placeOf))));
    dots.push(...chosen.map((point) => dot(placeOf(point), 3.5, `${kinds.wordsOf(point)}: ${plain.decimal(loss.of(point))}`)));
    frames.push(
      leftAxis(box, { scale: y, ticks: upTicks, format: m === 0 ? plain.short : () => '', grid: true }),
      bottomNames(box, values.map(String), x, m === kinds.names.length - 1 ? name : undefined),
      text(from + panelWidth / 2, top - 8, fitWords(kind, panelWidth), { 'text-anchor': 'middle' }),
    );
  }
  return svgOf(width, height, `${loss.name} / ${name}`, [
    text(0, 16, `↑ ${loss.name}`),
    ...frames,
    mark('line', { fill: 'none', stroke: 'var(--faint)', 'stroke-opacity': 0.6 }, thin),
    mark('line', { fill: 'none', stroke: 'currentColor', 'stroke-width': 2.5 }, thick),
    mark('dot', {}, dots),
  ]);
}
