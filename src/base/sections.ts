import { readFileSync } from 'node:fs';
import { ownFile } from './own-files.ts';

/** One explanation: what it is called, and by which other names. */
export interface Section {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly chapter: string;
  /** What is true of all sections of its chapter; nothing where a chapter says no such thing. */
  readonly ofAll: string;
  readonly text: string;
}

/** Every problem code and every term, from the pages that the documentation shows: one source for both. */
export const sections = (): { readonly codes: readonly Section[]; readonly terms: readonly Section[] } => ({
  codes: sectionsOf(pageOf('problems.md')),
  terms: sectionsOf(pageOf('glossary.md')),
});

const pageOf = (name: string): string => readFileSync(ownFile(`docs/${name}`), 'utf8');

/** Headings of the third level: a code in backquotes, or a term with its other names in brackets. */
export function sectionsOf(markdown: string): readonly Section[] {
  return markdown.split(/^## /m).flatMap((part) => {
    const [opening, ...sections] = part.split(/^### /m);
    const [chapter] = opening.split('\n', 1);
    const ofAll = opening.slice(chapter.length).trim();
    return sections.map((section) => {
      const [, name = '', others = ''] = /^`?([^`(\n]+?)`?(?: \(([^)\n]*)\))?\n/.exec(section) ?? [];
      const aliases = others === '' ? [] : others.split(', ');
      return { name, aliases, chapter, ofAll, text: section.slice(section.indexOf('\n')).trim() };
    });
  });
}
