import { type Box, chartWidth, fitWords, frame } from '../axes.ts';
import type { SeriesSections } from '../sections.ts';
import { line, mark, rect, svgOf, text } from '../svg.ts';

const abreast = 4;
const [panelHeight, titleRoom, gap, edge] = [56, 24, 10, 8];

/** The most frequent patterns, each as the range its symbols leave to every segment, low at the bottom. */
export function patternMap(
  patterns: SeriesSections['patterns'],
  title: (pattern: SeriesSections['patterns'][number]) => string,
  label: string,
): string {
  const width = (chartWidth - 2 * edge - (abreast - 1) * gap) / abreast;
  const panels = patterns.map((pattern, i) => {
    const left = edge + (i % abreast) * (width + gap);
    const top = titleRoom + Math.floor(i / abreast) * (panelHeight + titleRoom);
    const box: Box = { left, right: left + width, top, bottom: top + panelHeight };
    return panelOf(pattern, fitWords(title(pattern), width + gap - 2, 10), box);
  });
  const rows = Math.ceil(patterns.length / abreast);
  return svgOf(chartWidth, rows * (panelHeight + titleRoom) + 8, label, panels);
}

function panelOf({ pattern, level }: SeriesSections['patterns'][number], title: string, box: Box): string {
  const symbols = symbolsOf(pattern);
  const step = (box.right - box.left) / symbols.length;
  const height = (box.bottom - box.top) / level;
  const at = (i: number) => box.left + i * step;
  return [
    frame(box),
    mark(
      'ranges',
      { fill: 'var(--first)', 'fill-opacity': 0.3 },
      symbols.map(([low, high], i) => rect([at(i), box.bottom - (high + 1) * height], [step, (high + 1 - low) * height])),
    ),
    mark(
      'middles',
      { stroke: 'var(--first)', 'stroke-width': 2.5 },
      symbols.map(([low, high], i) => {
        const y = box.bottom - ((low + high + 1) / 2) * height;
        return line([at(i), y], [at(i + 1), y]);
      }),
    ),
    text(box.left, box.top - 5, title, { 'font-size': 10 }),
  ].join('');
}

/** The lowest and highest symbol of each segment: `abc`, or `a-b|c` where a pattern gives ranges. */
export function symbolsOf(pattern: string): readonly (readonly [low: number, high: number])[] {
  const parts = pattern.includes('|') || pattern.includes('-') ? pattern.split('|') : [...pattern];
  return parts.map((part) => [symbolAt(part, 0), symbolAt(part, part.length - 1)]);
}

const symbolAt = (part: string, place: number): number => part.charCodeAt(place) - 97;
