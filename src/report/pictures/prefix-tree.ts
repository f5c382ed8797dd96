import { chartWidth, fitWords } from '../axes.ts';
import { dot, haloed, linePath, mark, path, svgOf, text } from '../svg.ts';

const rowHeight = 19;

interface Named {
  readonly prefix: string;
  readonly text: string;
}

/** Prefixes as a tree of what they have in common, a row each, deeper ones further in; a fork that is no prefix itself has no text. */
export function prefixTree(prefixes: readonly Named[], root: string, label: string): string {
  const texts = new Map(prefixes.map(({ prefix, text }) => [prefix, text]));
  const nodes = withForks([...texts.keys()]);
  const placed = nodes.map((prefix, row) => {
    const above = nodes.slice(0, row).filter((other) => prefix.startsWith(other));
    const name = [prefix === '' ? root : prefix, texts.get(prefix)].filter((part) => part !== undefined).join(' · ');
    return { row, depth: above.length, parent: nodes.indexOf(above.at(-1) ?? ''), name, told: texts.has(prefix) };
  });
  const deepest = Math.max(1, ...placed.map(({ depth }) => depth));
  const step = (chartWidth - 20) / Math.max(6, deepest + 3); // room for names to the right of the deepest
  const x = (depth: number) => 10 + depth * step;
  const y = (row: number) => 16 + row * rowHeight;
  const branches = placed.filter(({ depth }) => depth > 0);
  return svgOf(chartWidth, 32 + rowHeight * (nodes.length - 1), label, [
    mark(
      'branches',
      { fill: 'none', stroke: 'var(--faint)' },
      branches.map(({ depth, parent, row }) =>
        path(
          linePath([
            [x(depth - 1), y(parent)],
            [x(depth - 1), y(row)],
            [x(depth), y(row)],
          ]),
        ),
      ),
    ),
    mark(
      'forks',
      { fill: 'var(--paper)', stroke: 'var(--first)' },
      placed.filter(({ told }) => !told).map(({ depth, row }) => dot([x(depth), y(row)], 4)),
    ),
    mark(
      'prefixes',
      { fill: 'var(--first)' },
      placed.filter(({ told }) => told).map(({ depth, row }) => dot([x(depth), y(row)], 4)),
    ),
    mark(
      'names',
      haloed,
      placed.map(({ depth, row, name }) => text(x(depth) + 9, y(row) + 4, fitWords(name, chartWidth - x(depth) - 10))),
    ),
  ]);
}

/** Sorted, with the longest common beginnings of neighbours, and the empty one at the root. */
function withForks(prefixes: readonly string[]): readonly string[] {
  const sorted = [...prefixes].sort();
  const forks = sorted.slice(1).map((prefix, i) => common(sorted[i], prefix));
  return [...new Set(['', ...sorted, ...forks])].sort();
}

function common(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}
