import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/base/languages.ts';
import { besideWords } from '../../src/report/words/beside.ts';
import { en } from '../../src/report/words/en.ts';
import { catalogues } from '../../src/report/words/words.ts';

/** Sentences by key; those with numbers in them filled in with stand-ins. */
function sentencesOf(words: unknown, key = ''): readonly (readonly [key: string, text: string])[] {
  if (typeof words === 'string') return [[key, words]];
  if (typeof words === 'function') return [[key, String(words('«1»', '«2»', '«3»'))]];
  if (typeof words !== 'object' || words === null) throw new Error(`${key} is neither a sentence nor a list of them`);
  return Object.entries(words).flatMap(([name, inner]) => sentencesOf(inner, key === '' ? name : `${key}.${name}`));
}

/** What is the same word in every language. */
const symbols = /^checks\.names\.[kpl]$|^settings\.[pl]$/;

/** Words that another language has taken over. */
const taken = new Set(['it settings.pattern', 'it models.names.closeness']);

/** What a page of its own has of a language: the report, and pages of releases or settings side by side. */
const pages = { report: catalogues, beside: besideWords };

describe('the catalogues', () => {
  it('are of the languages a policy may name', () => {
    expect(Object.keys(catalogues).toSorted()).toEqual([...languages].toSorted());
    for (const [lang, words] of Object.entries(catalogues)) expect(words.lang).toBe(lang);
  });

  it.each(languages)('have every sentence in %s, none empty', (lang) => {
    for (const words of Object.values(pages)) {
      const sentences = sentencesOf(words[lang]);
      expect(sentences.map(([key]) => key).toSorted()).toEqual(
        sentencesOf(words.en)
          .map(([key]) => key)
          .toSorted(),
      );
      for (const [key, text] of sentences) expect(text.trim(), key).not.toBe('');
    }
  });

  it.each(languages.filter((lang) => lang !== 'en'))('leave nothing untranslated in %s', (lang) => {
    for (const words of Object.values(pages)) {
      const english = new Map(sentencesOf(words.en));
      const same = sentencesOf(words[lang]).filter(([key, text]) => !symbols.test(key) && english.get(key) === text);
      expect(same.filter(([key]) => !taken.has(`${lang} ${key}`))).toEqual([]);
    }
  });

  it.each(languages)('say every number they are given in %s', (lang) => {
    const given = (text: string) => [...text.matchAll(/«\d»/g)].map(([mark]) => mark).toSorted();
    for (const words of Object.values(pages)) {
      const english = new Map(sentencesOf(words.en));
      for (const [key, text] of sentencesOf(words[lang])) expect(given(text), key).toEqual(given(english.get(key) ?? ''));
    }
  });

  it.each(languages)('never call data in %s what no program can know it to be', (lang) => {
    const forbidden = /\b(anonymous|safe|guaranteed)\b|GDPR|\banonim|\bgarantit|\bvaren\b|zajamčen|匿名|安全|合规/iu;
    for (const words of Object.values(pages))
      for (const [key, text] of sentencesOf(words[lang])) expect(text, key).not.toMatch(forbidden);
  });
});

describe('checks of the verifier', () => {
  it('have a name in the catalogues, each of them', () => {
    const room = fileURLToPath(new URL('../../src/verify', import.meta.url));
    const sources = readdirSync(room).filter((name) => /checks\.ts$/.test(name));
    const told = sources.flatMap((name) => [
      ...readFileSync(join(room, name), 'utf8').matchAll(
        /[`']([a-z]+): (?:each|every|it can|the (?:folder|data)|there are|none|inside|records)/g,
      ),
    ]);
    const names = new Set(told.map(([, name]) => name));
    expect([...names].filter((name) => !Object.hasOwn(en.checks.names, name))).toEqual([]);
    expect(names.size).toBeGreaterThan(12);
  });
});
