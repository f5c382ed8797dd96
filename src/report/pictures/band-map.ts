import { type Box, chartWidth, fitWords, leftAxis, leftOf, niceDomain, scaleOf, ticksOf } from '../axes.ts';
import type { Band } from '../sections.ts';
import { areaPath, line, linePath, mark, type Point, path, smoothPath, svgOf, text } from '../svg.ts';
import { dateIn } from '../words/date-in.ts';

const abreast = 3;
const panelHeight = 96;
const gap = 14;
const [axisRoom, titleRoom, nameRoom] = [18, 20, 24];

interface BandWords {
  readonly titleOf: (band: Band) => string;
  readonly label: string;
  /** What the values are. */
  readonly values: string;
  readonly print: (value: number) => string;
  readonly locale: string;
}

/** Groups side by side on one scale: the band, the curve of its most frequent pattern as a thick line, members as thin ones. */
export function bandMap(bands: readonly Band[], instants: readonly string[], words: BandWords): string {
  const { titleOf, label, values: title, print, locale } = words;
  const domain = niceDomain(
    bands.flatMap(({ lower, upper, members = [] }) => [lower, upper, ...members].flat()),
    4,
  );
  const ticks = ticksOf(domain, 4);
  const left = leftOf(ticks.map(print));
  const width = (chartWidth - 12 - left - (abreast - 1) * gap) / abreast;
  const rows = Math.ceil(bands.length / abreast);
  const last = Math.max(1, instants.length - 1);
  const panels = bands.map((band, i) => {
    const [column, row] = [i % abreast, Math.floor(i / abreast)];
    const from = left + column * (width + gap);
    const top = axisRoom + titleRoom + row * (titleRoom + panelHeight + 6);
    const box: Box = { left: from, right: from + width, top, bottom: top + panelHeight };
    const [x, y] = [scaleOf([0, last], box.left, box.right), scaleOf(domain, box.bottom, box.top)];
    const points = (values: readonly number[]): readonly Point[] => values.map((value, t) => [x(t), y(value)]);
    const lowest = row === rows - 1 || i + abreast >= bands.length;
    return [
      column === 0
        ? leftAxis(box, { scale: y, ticks, format: print, grid: true })
        : mark('grid', { stroke: 'currentColor', 'stroke-opacity': 0.12 }, gridLines(box, ticks.map(y))),
      path(areaPath(points(band.upper), points(band.lower)), { fill: 'var(--first)', 'fill-opacity': 0.22 }),
      mark('line', { fill: 'none', stroke: 'var(--first)' }, [
        path(linePath(points(band.lower))),
        path(linePath(points(band.upper))),
      ]),
      mark(
        'members',
        { fill: 'none', stroke: 'currentColor', 'stroke-opacity': 0.4, 'stroke-width': 0.8 },
        (band.members ?? []).map((member) => path(linePath(points(member)))),
      ),
      path(smoothPath(points(band.curve)), { fill: 'none', stroke: 'var(--second)', 'stroke-width': 2.2 }),
      text(box.left, box.top - 6, fitWords(titleOf(band), width + gap, 11), { 'font-size': 11 }),
      lowest ? endNames(box, instants, locale) : '',
    ].join('');
  });
  const height = axisRoom + rows * (titleRoom + panelHeight + 6) + nameRoom;
  return svgOf(chartWidth, height, label, [text(0, 13, fitWords(`↑ ${title}`, chartWidth)), ...panels]);
}

const gridLines = ({ left, right }: Box, places: readonly number[]): readonly string[] =>
  places.map((place) => line([left, place], [right, place]));

/** The first and the last instant, each cut to half of the panel. */
export function endNames({ left, right, bottom }: Box, instants: readonly string[], locale: string, size = 11): string {
  const [first, last] = readableEnds(instants[0] ?? '', instants.length > 1 ? instants[instants.length - 1] : '', locale);
  const half = (right - left) / 2 - 4;
  return [
    text(left, bottom + 17, fitWords(first, half, size), { 'font-size': size }),
    last === '' ? '' : text(right, bottom + 17, fitWords(last, half, size), { 'font-size': size, 'text-anchor': 'end' }),
  ].join('');
}

/** Timestamps as people say them: the clock within a day, else the dates. */
function readableEnds(first: string, last: string, locale: string): readonly [string, string] {
  const [from, to] = [first, last].map((name) => /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)|$)/.exec(name));
  if (from === null || to === null) return [first, last];
  if (from[1] === to[1] && from[2] !== undefined && to[2] !== undefined) return [from[2], to[2]];
  return [dayIn(from[1], locale), dayIn(to[1], locale)];
}

/** A date in few letters; what is none, as it is. */
function dayIn(date: string, locale: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(time)) return date;
  return dateIn(locale, { day: 'numeric', month: 'short', year: 'numeric' }, time);
}
