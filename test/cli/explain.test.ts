import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sectionsOf } from '../../src/base/sections.ts';
import { plainText } from '../../src/cli/plain-text.ts';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
beforeEach(() => {
  place = openPlace();
});
afterEach(() => place.remove());

const glossary = sectionsOf(readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8'));
const names = glossary.flatMap(({ name, aliases }) => [name, ...aliases]);

/** What people meet in reports, summaries and flags, and may want explained. */
const owed = [
  ...[
    'k',
    'P',
    'envelope',
    'SAX level',
    'word',
    'pattern',
    'leaf',
    'group',
    'unicity',
    'homogeneity',
    'prosecutor risk',
    'journalist risk',
  ],
  ...[
    'marketer risk',
    'value loss',
    'pattern loss',
    'floor',
    'quasi-identifier',
    'sensitive',
    'subject',
    'suppression',
    'flattening',
  ],
  ...[
    'pseudonym',
    'NCP',
    'dominance',
    'l-diversity',
    'mu',
    'fidelity',
    'differencing',
    'evidence',
    'release model',
    'segment',
    'retention',
  ],
  ...['singling out', 'linkability', 'inference', 'residual risk', 'unit of protection', 'range query error'],
];

describe('the glossary', () => {
  it('has every term that is owed, each once', () => {
    expect(names).toEqual(expect.arrayContaining(owed));
    expect(new Set(names).size).toBe(names.length);
  });

  it('explains each term in a paragraph with an example', () => {
    for (const { name, text } of glossary) {
      expect(text, name).toMatch(/\*Example\.\*\s+\S/);
      expect(text.split('\n\n').length, name).toBe(1);
      expect(text.length, name).toBeLessThan(900);
    }
  });
});

describe('shoal explain', () => {
  it('prints what the glossary says, by any of its names, in any case', async () => {
    for (const words of [['unicity'], ['SAX', 'level'], ['sax level'], ['Pattern', 'Loss'], ['quasi identifier'], ['p']]) {
      const { code, stdout } = await place.call(['explain', ...words]);
      expect(code, words.join(' ')).toBe(0);
      const found = glossary.find(({ text }) => stdout.endsWith(`\n\n${plainText(text, 79)}\n`));
      const plain = (text: string) => text.toLowerCase().replaceAll(/[\s-]+/g, ' ');
      expect([found?.name, ...(found?.aliases ?? [])].map((name) => plain(name ?? ''))).toContain(plain(words.join(' ')));
    }
  });

  it('lists every term without a word, in lines that fit', async () => {
    const { code, stdout } = await place.call(['explain']);
    expect(code).toBe(0);
    for (const { name } of glossary) expect(stdout.replaceAll(/\s+/g, ' ')).toContain(name);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it.each([
    [['homogenity'], 'Did you mean "homogeneity"?'],
    [['prosecuter', 'risk'], 'Did you mean "prosecutor risk"?'],
    [['input/mising-column'], 'Did you mean "input/missing-column"?'],
    [['nonsense'], 'There is no explanation of "nonsense"'],
  ])('suggests the nearest for %j', async (words, says) => {
    const { code, stdout, stderr } = await place.call(['explain', ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });
});
