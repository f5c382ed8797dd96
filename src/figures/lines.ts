import type { Family } from '../policy/family.ts';
import { figures } from './figures.ts';
import { type Figured, valueIn } from './values.ts';

/** What the terminal says of a summary's figures: each line by the word that it begins with, in the order of the list. */
export function linesOf(family: Family, summary: Figured): ReadonlyMap<string, string> {
  const all: Readonly<Record<string, unknown>> = { ...summary.measure, ...summary.release, ...summary.verdict };
  const numbers = Object.fromEntries(
    Object.entries(all).flatMap(([id, value]) => (typeof value === 'number' ? [[id, value] as const] : [])),
  );
  const lines = new Map<string, string>();
  for (const figure of figures) {
    const value = figure.families[family] === undefined ? undefined : valueIn(figure, summary);
    const phrase = value === undefined ? undefined : figure.phrase?.(value, { family, l: summary.l, numbers });
    if (phrase === undefined) continue;
    const { line, text, before = '  ' } = phrase;
    const begun = lines.get(line);
    lines.set(line, begun === undefined ? text : `${begun}${before}${text}`);
  }
  return lines;
}
