import * as Plot from '@observablehq/plot';
import { small, svgOf } from '../svg.ts';

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
  const branches = placed.filter(({ depth }) => depth > 0);
  return svgOf(
    {
      ...small,
      ...{ height: 20 + 19 * nodes.length, marginLeft: 10, marginRight: 10, marginTop: 10, marginBottom: 10 },
      x: { axis: null, domain: [0, Math.max(6, deepest + 3)] }, // room for names to the right of the deepest
      y: { axis: null, domain: [nodes.length - 0.5, -0.5] },
      marks: [
        Plot.link(branches, {
          ...{ x1: ({ depth }) => depth - 1, x2: ({ depth }) => depth - 1, y1: 'parent', y2: 'row', stroke: 'var(--faint)' },
        }),
        Plot.link(branches, {
          ...{ x1: ({ depth }) => depth - 1, x2: 'depth', y1: 'row', y2: 'row', stroke: 'var(--faint)' },
        }),
        Plot.dot(placed, {
          x: 'depth',
          y: 'row',
          r: 4,
          fill: ({ told }) => (told ? 'var(--first)' : 'var(--paper)'),
          stroke: 'var(--first)',
        }),
        Plot.text(placed, {
          x: 'depth',
          y: 'row',
          text: 'name',
          textAnchor: 'start',
          dx: 9,
          fill: 'currentColor',
          stroke: 'var(--paper)',
          strokeWidth: 4,
        }),
      ],
    },
    label,
  );
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
