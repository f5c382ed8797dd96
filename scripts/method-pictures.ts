import * as Plot from '@observablehq/plot';
import type { Matrix } from '../src/frame/matrix.ts';
import { segmentStart } from '../src/frame/segments.ts';
import { normalQuantile } from '../src/measure/series/normal-quantile.ts';
import type { SeriesRelease } from '../src/release/series-release.ts';
import { svgOf } from '../src/report/svg.ts';
import { hues, theme } from '../src/report/theme.ts';

/** A release, and the table it was made from. */
export interface Made {
  readonly release: SeriesRelease;
  readonly matrix: Matrix;
  readonly length: number;
}

/** The group that one and the same subject is put into, by each method: the band, the members by leaf, and the subject itself. */
export function groupPicture(byMethod: Readonly<Record<string, Made>>, row: number): string {
  const methods = Object.keys(byMethod);
  const bands = methods.flatMap((method) => bandOf(byMethod[method], row).map((point) => ({ ...point, method })));
  const lines = methods.flatMap((method) => membersOf(byMethod[method], row).map((point) => ({ ...point, method })));
  const places = { x: 'instant', y: 'value', fx: 'method', z: 'member', curve: 'linear' } as const;
  return svgOf(
    {
      width: 900,
      height: 320,
      marginLeft: 48,
      marginBottom: 40,
      marginTop: 34,
      style: { fontSize: '12px', color: 'var(--ink)', background: 'none' },
      fx: { domain: methods, label: null },
      x: { label: 'instant →', ticks: [1, 4, 8], tickFormat: 'd' },
      y: { label: '↑ value', grid: true, nice: true },
      marks: [
        Plot.areaY(bands, { x: 'instant', y1: 'lower', y2: 'upper', fx: 'method', fill: 'var(--faint)', fillOpacity: 0.3 }),
        Plot.line(lines, { ...places, stroke: ({ leaf }: Point) => hues[leaf % hues.length], strokeWidth: 1.25 }),
        Plot.line(
          lines.filter((point) => point.member === row),
          { ...places, stroke: 'currentColor', strokeWidth: 3 },
        ),
      ],
    },
    'The group of one subject by each method',
  );
}

/** The subject whose band is as wide as that of half of all: neither a good case nor a bad one. */
export function middlingSubject({ release: { groups, envelope }, length }: Made): number {
  const widths = Array.from({ length: groups.starts.length - 1 }, (_, g) => {
    const at = g * envelope.columns;
    return Math.hypot(...Array.from({ length }, (_, t) => envelope.upper[at + t] - envelope.lower[at + t]));
  });
  const rows = [...groups.rows.keys()].map((i) => ({ row: groups.rows[i], width: widths[placeOf(groups.starts, i)] }));
  return rows.sort((a, b) => a.width - b.width || a.row - b.row)[rows.length >> 1].row;
}

interface Point {
  readonly member: number;
  readonly leaf: number;
  readonly instant: number;
  readonly value: number;
}

function bandOf({ release: { groups, envelope }, length }: Made, row: number) {
  const at = placeOf(groups.starts, groups.rows.indexOf(row)) * envelope.columns;
  return Array.from({ length }, (_, t) => ({
    instant: t + 1,
    lower: envelope.lower[at + t],
    upper: envelope.upper[at + t],
  }));
}

/** Every member of the subject's group. */
function membersOf({ release: { groups, leafStarts }, matrix, length }: Made, row: number): Point[] {
  const place = groups.rows.indexOf(row);
  const group = placeOf(groups.starts, place);
  const first = placeOf(leafStarts, groups.starts[group]);
  const points: Point[] = [];
  for (let i = groups.starts[group]; i < groups.starts[group + 1]; i++) {
    const leaf = placeOf(leafStarts, i) - first;
    const member = groups.rows[i];
    for (let t = 0; t < length; t++) points.push({ member, leaf, instant: t + 1, value: cellOf(matrix, member, t) });
  }
  return points;
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
  const members = [...groups.rows.subarray(leafStarts[leaf], leafStarts[leaf + 1])].flatMap((member) =>
    distancesOf(matrix, member, length, segments).map((distance, i) => ({ member, segment: i + 1, distance })),
  );
  return svgOf(
    {
      width: 900,
      height: 320,
      marginLeft: 48,
      marginBottom: 40,
      marginTop: 34,
      style: { fontSize: '12px', color: 'var(--ink)', background: 'none' },
      x: { label: 'segment →', domain: [0.4, segments + 0.6], ticks: segments },
      y: { label: '↑ distance from the mean, in deviations', grid: true, domain: [-2.6, 2.9] },
      marks: [
        Plot.rect(ranges, {
          ...{ x1: ({ segment }: Range) => segment - 0.4, x2: ({ segment }: Range) => segment + 0.4, y1: 'low', y2: 'high' },
          ...{ fill: 'var(--faint)', fillOpacity: 0.35 },
        }),
        Plot.text(ranges, {
          x: 'segment',
          y: 'high',
          text: 'said',
          dy: -9,
          fontSize: 14,
          fontWeight: 'bold',
          fill: 'currentColor',
        }),
        Plot.line(members, { x: 'segment', y: 'distance', z: 'member', stroke: hues[0], strokeWidth: 1.5 }),
        Plot.line(ranges, { x: 'segment', y: 'middle', stroke: 'currentColor', strokeWidth: 2.5, strokeDasharray: '6 3' }),
      ],
    },
    'The members of one leaf and the ranges published for them',
  );
}

interface Range {
  readonly segment: number;
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
    .replace(/^(<svg[^>]*>)/, `$1<title>${title}</title><style>${colours} svg { color: var(--ink) }</style>`)
    .replace(/\s*height: intrinsic;/, ''); // Plot's fallback for old browsers
};
