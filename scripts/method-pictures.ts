import type { Matrix } from '../src/frame/matrix.ts';
import { segmentStart } from '../src/frame/segments.ts';
import { normalQuantile } from '../src/measure/series/normal-quantile.ts';
import type { SeriesRelease } from '../src/release/series-release.ts';
import { above, type Box, below, bottomAxis, bottomNames, leftAxis, niceDomain, scaleOf, ticksOf } from '../src/report/axes.ts';
import { areaPath, linePath, mark, type Point as Place, path, rect, svgOf, text } from '../src/report/svg.ts';
import { hues, theme } from '../src/report/theme.ts';

/** A release, and the table it was made from. */
export interface Made {
  readonly release: SeriesRelease;
  readonly matrix: Matrix;
  readonly length: number;
}

/** The group that one and the same subject is put into, by each method: the band, the members by leaf, and the subject itself. */
export function groupPicture(byMethod: Readonly<Record<string, Made>>, row: number): string {
  const methods = Object.entries(byMethod).map(([name, made]) => ({
    name,
    band: bandOf(made, row),
    members: membersOf(made, row),
  }));
  const [left, gap, top, bottom] = [40, 18, above + 20, height - below];
  const domain = niceDomain(
    methods.flatMap(({ band }) => band.flatMap(({ lower, upper }) => [lower, upper])),
    6,
  );
  const panelWidth = (width - left - 16 - gap * (methods.length - 1)) / methods.length;
  const panels = methods.map(({ name, band, members }, m) => {
    const from = left + m * (panelWidth + gap);
    const box: Box = { left: from, right: from + panelWidth, top, bottom };
    const [x, y] = [scaleOf([1, band.length], box.left, box.right), scaleOf(domain, box.bottom, box.top)];
    const points = (values: readonly number[]): readonly Place[] => values.map((value, t) => [x(t + 1), y(value)]);
    const last = m === methods.length - 1;
    return [
      leftAxis(box, { scale: y, ticks: ticksOf(domain, 6), format: m === 0 ? String : () => '', grid: true }),
      bottomAxis(box, { scale: x, ticks: [1, 4, 8], format: String, ...(last ? { title: 'instant' } : {}) }),
      text((box.left + box.right) / 2, top - 8, name, { 'text-anchor': 'middle' }),
      path(areaPath(points(band.map(({ upper }) => upper)), points(band.map(({ lower }) => lower))), {
        fill: 'var(--faint)',
        'fill-opacity': 0.3,
      }),
      ...members.map(({ member, leaf, values }) =>
        path(linePath(points(values)), {
          fill: 'none',
          stroke: member === row ? 'currentColor' : hues[leaf % hues.length],
          'stroke-width': member === row ? 3 : 1.25,
        }),
      ),
    ].join('');
  });
  return svgOf(width, height, 'The group of one subject by each method', [text(0, 16, '↑ value'), ...panels]);
}

const [width, height] = [900, 330];

/** The subject whose band is as wide as that of half of all: neither a good case nor a bad one. */
export function middlingSubject({ release: { groups, envelope }, length }: Made): number {
  const widths = Array.from({ length: groups.starts.length - 1 }, (_, g) => {
    const at = g * envelope.columns;
    return Math.hypot(...Array.from({ length }, (_, t) => envelope.upper[at + t] - envelope.lower[at + t]));
  });
  const rows = [...groups.rows.keys()].map((i) => ({ row: groups.rows[i], width: widths[placeOf(groups.starts, i)] }));
  return rows.sort((a, b) => a.width - b.width || a.row - b.row)[rows.length >> 1].row;
}

interface Member {
  readonly member: number;
  readonly leaf: number;
  readonly values: readonly number[];
}

function bandOf({ release: { groups, envelope }, length }: Made, row: number) {
  const at = placeOf(groups.starts, groups.rows.indexOf(row)) * envelope.columns;
  return Array.from({ length }, (_, t) => ({
    lower: envelope.lower[at + t],
    upper: envelope.upper[at + t],
  }));
}

/** Every member of the subject's group, the subject itself last. */
function membersOf({ release: { groups, leafStarts }, matrix, length }: Made, row: number): readonly Member[] {
  const group = placeOf(groups.starts, groups.rows.indexOf(row));
  const first = placeOf(leafStarts, groups.starts[group]);
  const members = [...groups.rows.subarray(groups.starts[group], groups.starts[group + 1])].map((member, i) => ({
    member,
    leaf: placeOf(leafStarts, groups.starts[group] + i) - first,
    values: Array.from({ length }, (_, t) => cellOf(matrix, member, t)),
  }));
  return [...members.filter(({ member }) => member !== row), ...members.filter(({ member }) => member === row)];
}

/** One leaf: the members' own words before they are letters, and the ranges published for all of them. */
export function leafPicture({ release, matrix, length }: Made, row: number): string {
  const { groups, leafStarts, words, upperWords = words, levels, segments } = release;
  const leaf = placeOf(leafStarts, groups.rows.indexOf(row));
  const ends = (symbol: number) =>
    Math.max(-2.6, Math.min(2.6, symbol <= 0 ? -9 : symbol >= levels[leaf] ? 9 : normalQuantile(symbol / levels[leaf])));
  const letter = (symbol: number) => String.fromCharCode(97 + symbol);
  const ranges = Array.from({ length: segments }, (_, i) => {
    const [from, to] = [words[leaf * segments + i], upperWords[leaf * segments + i]];
    const said = from === to ? letter(from) : `${letter(from)}-${letter(to)}`;
    return {
      segment: i + 1,
      low: ends(from),
      high: ends(to + 1),
      middle: normalQuantile((from + to + 1) / (2 * levels[leaf])),
      said,
    };
  });
  const members = [...groups.rows.subarray(leafStarts[leaf], leafStarts[leaf + 1])];
  const box: Box = { left: 40, right: width - 16, top: above, bottom: height - below };
  const domain = [-2.6, 2.9] as const;
  const x = scaleOf([0.4, segments + 0.6], box.left, box.right);
  const y = scaleOf(domain, box.bottom, box.top);
  const names = ranges.map(({ segment }) => String(segment));
  return svgOf(width, height, 'The members of one leaf and the ranges published for them', [
    leftAxis(box, {
      scale: y,
      ticks: ticksOf(domain, 6),
      format: String,
      title: 'distance from the mean, in deviations',
      grid: true,
    }),
    bottomNames(box, names, (i) => x(i + 1), 'segment'),
    ...ranges.map(({ segment, low, high }) =>
      rect([x(segment - 0.4), y(high)], [x(segment + 0.4) - x(segment - 0.4), y(low) - y(high)], {
        fill: 'var(--faint)',
        'fill-opacity': 0.35,
      }),
    ),
    mark(
      'words',
      { 'text-anchor': 'middle', 'font-size': 14, 'font-weight': 'bold' },
      ranges.map(({ segment, high, said }) => text(x(segment), y(high) - 5, said)),
    ),
    ...members.map((member) =>
      path(linePath(distancesOf(matrix, member, length, segments).map((distance, i): Place => [x(i + 1), y(distance)])), {
        fill: 'none',
        stroke: hues[0],
        'stroke-width': 1.5,
      }),
    ),
    path(linePath(ranges.map(({ segment, middle }): Place => [x(segment), y(middle)])), {
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 2.5,
      'stroke-dasharray': '6 3',
    }),
  ]);
}

/** Means of the segments about the mean of the series, in units of its deviation. */
function distancesOf(matrix: Matrix, row: number, length: number, segments: number): number[] {
  const series = Array.from({ length }, (_, t) => cellOf(matrix, row, t));
  const middle = mean(series);
  const deviation = Math.sqrt(mean(series.map((value) => (value - middle) ** 2))) || 1;
  return Array.from({ length: segments }, (_, i) => {
    const part = series.slice(segmentStart(i, length, segments), segmentStart(i + 1, length, segments));
    return (mean(part) - middle) / deviation;
  });
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const cellOf = ({ values, rowStep, columnStep }: Matrix, row: number, column: number): number =>
  values[row * rowStep + column * columnStep];

/** Which slice a place lies in. */
const placeOf = (starts: Uint32Array, place: number): number => starts.findLastIndex((start) => start <= place);

/** With a title and the colours of the theme inside, light and dark, so that a picture needs no page around it. */
export const standingAlone = (svg: string, title: string): string => {
  const colours = theme.slice(0, theme.indexOf('body {')).trim();
  return svg
    .replace(/^<svg/, '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace(
      /^(<svg[^>]*>)/,
      `$1<title>${title}</title><style>${colours} svg { color: var(--ink); font-family: system-ui, sans-serif }</style>`,
    );
};
