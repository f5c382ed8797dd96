import { type Box, bottomNames, chartWidth, fitWords, leftAxis, leftOf, niceDomain, scaleOf, ticksOf, widthOf } from '../axes.ts';
import { line, mark, rect, svgOf, text } from '../svg.ts';

export interface FlowPanel {
  readonly title: string;
  readonly counts: readonly number[];
}

interface FlowWords {
  /** The bins, as people say them. */
  readonly names: readonly string[];
  /** What the bins are. */
  readonly axis: string;
  /** What is counted. */
  readonly unit: string;
  readonly label: string;
  readonly print: (value: number) => string;
  /** The name of the bin of all that has no place of its own. */
  readonly rest: string;
}

const [gap, titleRoom, unitRoom, nameRoom, plotHeight] = [18, 26, 20, 46, 120];

/** Bins side by side as bars, on one scale in all panels. */
export function flowBars(panels: readonly FlowPanel[], { names, axis, unit, label, print }: FlowWords): string {
  const up = niceDomain([0, ...panels.flatMap(({ counts }) => counts)], 4);
  const ticks = ticksOf(up, 4).filter((tick) => Number.isInteger(tick));
  const left = leftOf(ticks.map(print));
  const width = (chartWidth - 8 - left - gap * (panels.length - 1)) / panels.length;
  const top = unitRoom + titleRoom;
  const drawn = panels.map(({ title, counts }, p) => {
    const from = left + p * (width + gap);
    const box: Box = { left: from, right: from + width, top, bottom: top + plotHeight };
    const y = scaleOf(up, box.bottom, box.top);
    const step = width / counts.length;
    const thin = Math.min(1.5, step * 0.2);
    return [
      leftAxis(box, { scale: y, ticks, format: p === 0 ? print : () => '', grid: true }),
      mark(
        'rect',
        { fill: 'var(--first)' },
        counts.map((count, i) => rect([from + i * step + thin / 2, y(count)], [step - thin, box.bottom - y(count)])),
      ),
      line([box.left, box.bottom], [box.right, box.bottom], { stroke: 'currentColor' }),
      bottomNames(box, names, (bin) => from + (bin + 0.5) * step, p === panels.length - 1 ? axis : undefined),
      text(from, top - 10, fitWords(title, width), { 'font-weight': 'bold' }),
    ].join('');
  });
  return svgOf(chartWidth, top + plotHeight + nameRoom, label, [text(0, 14, fitWords(`↑ ${unit}`, chartWidth)), ...drawn]);
}

const rowHeight = 19;

/** Places below each other, with a bar and its number in every panel; what has no place of its own is told by its number alone, as it may dwarf them. */
export function placeBars(panels: readonly FlowPanel[], { names, unit, label, print, rest }: FlowWords): string {
  const nameWidth = Math.min(150, Math.max(40, ...names.map((name) => widthOf(name) + 10)));
  const width = (chartWidth - nameWidth - gap * (panels.length - 1)) / panels.length;
  const numbers = Math.max(...panels.flatMap(({ counts }) => counts.map((count) => widthOf(print(count), 11)))) + 6;
  const isPlace = (i: number) => names[i] !== rest;
  const most = Math.max(1, ...panels.flatMap(({ counts }) => counts.filter((_, i) => isPlace(i))));
  const top = unitRoom + titleRoom;
  const rowAt = (i: number) => top + i * rowHeight;
  const drawn = panels.map(({ title, counts }, p) => {
    const from = nameWidth + p * (width + gap);
    const scale = scaleOf([0, most], 0, width - numbers);
    const lengthOf = (count: number, i: number) => (isPlace(i) ? scale(count) : 0);
    return [
      text(from, top - 10, fitWords(title, width), { 'font-weight': 'bold' }),
      mark(
        'rect',
        { fill: 'var(--first)' },
        counts.map((count, i) => rect([from, rowAt(i) + 2], [lengthOf(count, i), rowHeight - 5])),
      ),
      mark(
        'counts',
        { 'font-size': 11 },
        counts.map((count, i) => text(from + lengthOf(count, i) + 4, rowAt(i) + 13, print(count))),
      ),
    ].join('');
  });
  return svgOf(chartWidth, top + names.length * rowHeight + 8, label, [
    text(0, 14, fitWords(`→ ${unit}`, chartWidth)),
    mark(
      'names',
      {},
      names.map((name, i) => text(0, rowAt(i) + 13, fitEnds(name, nameWidth - 6))),
    ),
    ...drawn,
  ]);
}

/** Words cut in the middle: places of one street differ at the end. */
function fitEnds(words: string, width: number): string {
  if (widthOf(words) <= width) return words;
  const all = [...words];
  let kept = all.length - 1;
  const cut = () => `${all.slice(0, Math.ceil(kept / 2)).join('')}…${all.slice(all.length - Math.floor(kept / 2)).join('')}`;
  while (kept > 1 && widthOf(cut()) > width) kept--;
  return cut();
}
