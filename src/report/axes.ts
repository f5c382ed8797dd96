import { letters, line, mark, rect, text } from './svg.ts';

/** Where data is drawn, in pixels of the chart. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export type Scale = (value: number) => number;

/** What all charts of a report share: they stand two abreast on a screen, one below the other on a telephone. */
export const chartWidth = 440;

/** Room above for the title of the upright axis, and below for ticks and the title of the other: letters of any common font fit. */
export const above = 36;
export const below = 46;

/** From values to pixels; a single value stands in the middle. */
export function scaleOf([least, most]: readonly [number, number], from: number, to: number): Scale {
  if (most === least) return () => (from + to) / 2;
  return (value) => from + ((value - least) / (most - least)) * (to - from);
}

/** Round numbers in a range, about as many as asked for: steps of 1, 2 or 5 times a power of ten. */
export function ticksOf([least, most]: readonly [number, number], about: number): readonly number[] {
  if (!(most > least)) return [least];
  const step = stepOf(most - least, about);
  const [first, last] = [Math.ceil(least / step - 1e-9), Math.floor(most / step + 1e-9)];
  return Array.from({ length: last - first + 1 }, (_, i) => tidy((first + i) * step));
}

/** The range of some values, with ends on ticks. */
export function niceDomain(values: readonly number[], about: number, within: readonly number[] = []): readonly [number, number] {
  const [least, most] = rangeOf([...values, ...within]);
  if (most === least) return least === 0 ? [0, 1] : least > 0 ? [0, niceEnd(least, about)] : [-niceEnd(-least, about), 0];
  const step = stepOf(most - least, about);
  return [tidy(Math.floor(least / step + 1e-9) * step), tidy(Math.ceil(most / step - 1e-9) * step)];
}

const niceEnd = (value: number, about: number): number => {
  const step = stepOf(value, about);
  return tidy(Math.ceil(value / step - 1e-9) * step);
};

/** Not by spreading: a year of instants in many bands is more than a call takes. */
export function rangeOf(values: readonly number[]): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return least <= most ? [least, most] : [0, 1];
}

function stepOf(range: number, about: number): number {
  const rough = range / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = rough / power;
  return (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10) * power;
}

const tidy = (value: number): number => Number(value.toPrecision(12));

export interface Axis {
  readonly scale: Scale;
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
  readonly title?: string;
  readonly grid?: boolean;
}

/** Room for the labels of an upright axis, left of it. */
export const leftOf = (labels: readonly string[]): number => Math.max(30, ...labels.map((label) => widthOf(label) + 12));

export function leftAxis({ left, right, top }: Box, { scale, ticks, format, title, grid = false }: Axis): string {
  const lines = ticks.map((tick) => line([left, scale(tick)], [right, scale(tick)]));
  const labels = ticks.map((tick) => text(left - 7, scale(tick) + 4, format(tick)));
  return [
    grid ? mark('grid', { stroke: 'currentColor', 'stroke-opacity': 0.12 }, lines) : '',
    mark('y ticks', { 'text-anchor': 'end' }, labels),
    title === undefined ? '' : text(0, top - 20, `↑ ${title}`),
  ].join('');
}

export function bottomAxis({ left, right, top, bottom }: Box, { scale, ticks, format, title, grid = false }: Axis): string {
  const small = ticks.map((tick) => line([scale(tick), bottom], [scale(tick), bottom + 5]));
  const lines = ticks.map((tick) => line([scale(tick), top], [scale(tick), bottom]));
  const labels = ticks.map((tick) => text(scale(tick), bottom + 18, format(tick)));
  return [
    grid ? mark('grid', { stroke: 'currentColor', 'stroke-opacity': 0.12 }, lines) : '',
    mark('rule', { stroke: 'currentColor' }, small),
    mark('x ticks', { 'text-anchor': 'middle' }, labels),
    title === undefined ? '' : text(right, bottom + 38, `${title} →`, { 'text-anchor': 'end' }),
    line([left, bottom], [right, bottom], { stroke: 'currentColor', 'stroke-opacity': 0.35 }),
  ].join('');
}

/** Names below a chart at places from left to right, as many as fit. */
export function bottomNames({ left, right, bottom }: Box, names: readonly string[], placeOf: Scale, title?: string): string {
  const widest = Math.max(...names.map((name) => widthOf(name)));
  const most = Math.max(1, Math.floor((right - left) / (widest + 8)));
  const every = Math.ceil(names.length / most);
  const shown = [...names.keys()].filter((i) => i % every === 0);
  return [
    mark(
      'rule',
      { stroke: 'currentColor' },
      shown.map((i) => line([placeOf(i), bottom], [placeOf(i), bottom + 5])),
    ),
    mark(
      'x ticks',
      { 'text-anchor': 'middle' },
      shown.map((i) => text(placeOf(i), bottom + 18, names[i])),
    ),
    title === undefined ? '' : text(right, bottom + 38, `${title} →`, { 'text-anchor': 'end' }),
  ].join('');
}

export const frame = ({ left, right, top, bottom }: Box): string =>
  rect([left, top], [right - left, bottom - top], { fill: 'none', stroke: 'var(--line)' });

/** How wide letters may be in any common font, in pixels. Nothing is measured: a page is drawn where no font is. */
export function widthOf(words: string, size: number = letters): number {
  let em = 0;
  for (const letter of words) em += letter >= '\u2e80' || 'MWmw@%'.includes(letter) ? 1.1 : 0.64;
  return em * size;
}

/** Words cut to a width. */
export function fitWords(words: string, width: number, size: number = letters): string {
  if (widthOf(words, size) <= width) return words;
  const all = [...words];
  while (all.length > 1 && widthOf(`${all.join('')}…`, size) > width) all.pop();
  return `${all.join('')}…`;
}
