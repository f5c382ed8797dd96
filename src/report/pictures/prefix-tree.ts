import * as Plot from '@observablehq/plot';
import { small, svgOf } from '../svg.ts';

interface Named {
  readonly prefix: string;
  readonly text: string;
}

const mark = '\u0001'; // between the steps of a path: no code has it

/** Prefixes as a tree of what they have in common; each with its text, a fork with its prefix alone. */
export function prefixTree(prefixes: readonly Named[], root: string, label: string): string {
  const nodes = withForks(prefixes.map(({ prefix }) => prefix));
  const texts = new Map(prefixes.map(({ prefix, text }) => [prefix, text]));
  const nameOf = (prefix: string) => [prefix === '' ? root : prefix, texts.get(prefix)].filter(Boolean).join(' · ');
  const paths = nodes.map((prefix) =>
    nodes
      .filter((other) => prefix.startsWith(other))
      .map(nameOf)
      .join(mark),
  );
  const leaves = nodes.filter((prefix) => !nodes.some((other) => other !== prefix && other.startsWith(prefix))).length;
  return svgOf(
    {
      ...small,
      ...{ height: 40 + 18 * Math.max(3, leaves), marginLeft: 70, marginRight: 120, marginTop: 10, marginBottom: 10 },
      axis: null,
      marks: [
        Plot.tree(paths, {
          delimiter: mark,
          textStroke: 'var(--paper)',
          fill: 'var(--first)',
          stroke: 'var(--faint)',
          fontSize: 11,
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
