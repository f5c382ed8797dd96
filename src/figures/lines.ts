import type { Family } from '../policy/family.ts';
import { figures } from './figures.ts';
import { besideIn, type Figured, valueIn } from './values.ts';

/** What the terminal says of a summary's figures: each line by the word that it begins with, in the order of the list. */
export function linesOf(family: Family, summary: Figured): ReadonlyMap<string, string> {
  const beside = besideIn(family, summary);
  const lines = new Map<string, string>();
  for (const figure of figures) {
    const value = figure.families[family] === undefined ? undefined : valueIn(figure, summary);
    const phrase = value === undefined ? undefined : figure.phrase?.(value, beside);
    if (phrase === undefined) continue;
    const { line, text, before = '  ' } = phrase;
    const begun = lines.get(line);
    lines.set(line, begun === undefined ? text : `${begun}${before}${text}`);
  }
  return lines;
}
