import { type Box, chartWidth, fitWords, scaleOf, widthOf } from '../axes.ts';
import { line, mark, rect, svgOf, text } from '../svg.ts';

/** What is there (`total`), what of it goes, or what of it was changed and stays. */
export interface WaterfallStep {
  readonly label: string;
  readonly kind: 'total' | 'goes' | 'changed';
  readonly count: number;
}

const [rowHeight, top] = [30, 8];

const looks = {
  total: { fill: 'var(--first)' },
  changed: { fill: 'var(--first)', 'fill-opacity': 0.35, stroke: 'var(--first)' },
  goes: { fill: 'none', stroke: 'var(--second)', 'stroke-width': 2, 'stroke-dasharray': '4 2' },
} as const;

/** From what was read down to what was released; what goes hangs where it was taken from, and is hatched by its outline. */
export function waterfall(steps: readonly WaterfallStep[], print: (count: number) => string, label: string): string {
  let level = 0;
  const bars = steps.map(({ kind, count, ...step }) => {
    if (kind === 'total') level = count;
    const to = level;
    if (kind === 'goes') level -= count;
    const said = kind === 'goes' && count > 0 ? `−${print(count)}` : print(count);
    return { ...step, kind, said, from: kind === 'goes' ? level : 0, to: kind === 'changed' ? count : to };
  });
  const most = Math.max(...bars.map(({ to }) => to));
  const left = Math.min(190, 12 + Math.max(...bars.map((bar) => widthOf(bar.label))));
  const right = chartWidth - 10 - Math.max(...bars.map(({ said }) => widthOf(said)));
  const box: Box = { left, right, top, bottom: top + rowHeight * steps.length };
  const x = scaleOf([0, most], left, right);
  const y = (row: number) => top + row * rowHeight;
  return svgOf(chartWidth, box.bottom + 8, label, [
    ...bars.map(({ kind, from, to }, row) => rect([x(from), y(row) + 4], [x(to) - x(from), rowHeight - 8], looks[kind])),
    mark(
      'steps',
      { 'text-anchor': 'end' },
      bars.map((bar, row) => text(left - 7, y(row) + rowHeight / 2 + 4, fitWords(bar.label, left - 8))),
    ),
    mark(
      'counts',
      {},
      bars.map(({ said, to }, row) => text(x(to) + 6, y(row) + rowHeight / 2 + 4, said)),
    ),
    line([left, box.top], [left, box.bottom], { stroke: 'currentColor' }),
  ]);
}
