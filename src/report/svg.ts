import { escapeHtml } from './page.ts';

export type Point = readonly [x: number, y: number];
type Size = readonly [width: number, height: number];
type Attributes = Readonly<Record<string, string | number>>;

/**
 * A chart as SVG that takes its colours from the page. Its label makes it one image to those who listen; the table beside it has the
 * numbers. All of it is text: nothing is loaded to draw it, and the same numbers make the same bytes.
 */
export const svgOf = (width: number, height: number, label: string, marks: readonly string[]): string =>
  `<svg role="img" aria-label="${escapeHtml(label)}" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}" font-size="${letters}" fill="currentColor">${marks.join('')}</svg>`;

/** Height of letters where nothing else is said. */
export const letters = 12;

/** Shapes that belong together, with what they share. */
export const mark = (name: string, attributes: Attributes, shapes: readonly string[]): string =>
  shapes.length === 0 ? '' : `<g data-mark="${name}"${attributesOf(attributes)}>${shapes.join('')}</g>`;

export const rect = ([left, top]: Point, [width, height]: Size, more: Attributes = {}): string =>
  `<rect x="${round(left)}" y="${round(top)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}"${attributesOf(more)} />`;

export const line = ([x1, y1]: Point, [x2, y2]: Point, more: Attributes = {}): string =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"${attributesOf(more)} />`;

export const path = (d: string, more: Attributes = {}): string => `<path d="${d}"${attributesOf(more)} />`;

export const text = (x: number, y: number, words: string, more: Attributes = {}): string =>
  `<text x="${round(x)}" y="${round(y)}"${attributesOf(more)}>${escapeHtml(words)}</text>`;

/** Letters that can be read over lines and areas. */
export const haloed = { stroke: 'var(--paper)', 'stroke-width': 4, 'paint-order': 'stroke', 'stroke-linejoin': 'round' } as const;

/** A dot; its title is shown to whoever points at it. */
export function dot([x, y]: Point, radius: number, title?: string, shape: 'circle' | 'triangle' | 'square' = 'circle'): string {
  const inner = title === undefined ? '' : `<title>${escapeHtml(title)}</title>`;
  if (shape === 'circle') return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}">${inner}</circle>`;
  const half = shape === 'square' ? radius * 0.89 : radius * 1.16; // areas like that of the circle
  const d =
    shape === 'square'
      ? `M${at(x - half, y - half)}h${round(2 * half)}v${round(2 * half)}h${round(-2 * half)}Z`
      : `M${at(x, y - half * 1.15)}L${at(x + half, y + half * 0.58)}L${at(x - half, y + half * 0.58)}Z`;
  return `<path d="${d}">${inner}</path>`;
}

/** Straight from point to point. */
export const linePath = (points: readonly Point[]): string =>
  points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${at(x, y)}`).join('');

/** What lies between two lines over the same places. */
export const areaPath = (upper: readonly Point[], lower: readonly Point[]): string =>
  upper.length === 0 ? '' : `${linePath([...upper, ...lower.toReversed()])}Z`;

/** A smooth line that never leaves the range of the points beside it (Steffen 1990, A&A 239). */
export function smoothPath(points: readonly Point[]): string {
  if (points.length < 3) return linePath(points);
  const slopes = slopesOf(points);
  return points
    .map(([x, y], i) => {
      if (i === 0) return `M${at(x, y)}`;
      const [fromX, fromY] = points[i - 1];
      const third = (x - fromX) / 3;
      return `C${at(fromX + third, fromY + third * slopes[i - 1])},${at(x - third, y - third * slopes[i])},${at(x, y)}`;
    })
    .join('');
}

function slopesOf(points: readonly Point[]): readonly number[] {
  const step = (i: number) => points[i + 1][0] - points[i][0] || 1;
  const rise = (i: number) => (points[i + 1][1] - points[i][1]) / step(i);
  const last = points.length - 1;
  const inner = points.map((_, i) => {
    if (i === 0 || i === last) return 0;
    const [before, after] = [rise(i - 1), rise(i)];
    const mean = (before * step(i) + after * step(i - 1)) / (step(i - 1) + step(i));
    return (Math.sign(before) + Math.sign(after)) * Math.min(Math.abs(before), Math.abs(after), Math.abs(mean) / 2) || 0;
  });
  inner[0] = (3 * rise(0) - inner[1]) / 2;
  inner[last] = (3 * rise(last - 1) - inner[last - 1]) / 2;
  return inner;
}

const at = (x: number, y: number): string => `${round(x)},${round(y)}`;

/** A hundredth of a pixel is enough; in full, coordinates are half of the page. */
const round = (value: number): string => String(Math.round(value * 100) / 100 + 0); // + 0: no -0

function attributesOf(attributes: Attributes): string {
  let all = '';
  for (const name in attributes) {
    const value = attributes[name];
    all += ` ${name}="${typeof value === 'number' ? round(value) : escapeHtml(value)}"`;
  }
  return all;
}
