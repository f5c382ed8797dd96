import { escapeHtml } from '../page.ts';
import type { View } from '../view.ts';
import type { Words } from '../words/en.ts';
import { section } from './section.ts';

/** Every term of the page that is not everyday language, those of its own method only. */
export function glossaryPart({ kind }: View, words: Words): string {
  const terms = [...words.glossary.every, ...words.glossary[kind]];
  const entries = terms.map(([term, meaning]) => `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(meaning)}</dd>`);
  return section('glossary', words.headings.glossary, `<dl class="glossary">${entries.join('\n')}</dl>`);
}
