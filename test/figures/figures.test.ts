import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/base/languages.ts';
import type { Figure } from '../../src/figures/figure.ts';
import { figures } from '../../src/figures/figures.ts';
import { tellReport } from '../../src/figures/public-report.ts';
import { partsOf, valueIn } from '../../src/figures/values.ts';
import { families } from '../../src/policy/family.ts';
import { anyEventsReport, anySeriesReport, anyTableReport } from './reports.ts';

const docs = readFileSync(fileURLToPath(new URL('../../docs/metrics.md', import.meta.url)), 'utf8');
const headings = [...docs.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

/** The table of docs/metrics.md. */
const rowsOfFigures = () =>
  [...docs.matchAll(/^\| \[`(\w+)`\]\(#([\w-]+)\)(?: †)? \| (.+?) \| (.+?) \| (.*?) ?\|$/gm)].map(
    ([, id, anchor, range, better, usable]) => ({ id, anchor, range, better, usable }),
  );

/** Sentences of a figure, numbers and columns filled in with stand-ins. */
const sentencesOf = (figure: Figure, lang: (typeof languages)[number]): readonly (string | undefined)[] => {
  const { name, nameIn, meaning, sentence, weigh } = figure.words[lang];
  return [name, nameIn?.('«1»'), meaning, sentence?.('«2»', '«1»'), weigh?.('«2»', '«1»')];
};

describe('every figure', () => {
  it.each(languages)('has a name in %s, and as many sentences as in English', (lang) => {
    for (const figure of figures) {
      const [english, own] = [sentencesOf(figure, 'en'), sentencesOf(figure, lang)];
      expect(own[0]?.trim(), figure.id).not.toBe('');
      for (const [i, text] of own.entries()) {
        expect(text === undefined, figure.id).toBe(english[i] === undefined);
        if (lang !== 'en' && text !== undefined) expect(text, figure.id).not.toBe(english[i]);
        const given = (sentence = '') => [...sentence.matchAll(/«\d»/g)].map(([mark]) => mark).toSorted();
        expect(given(text), figure.id).toEqual(given(english[i]));
        expect(text ?? '').not.toMatch(
          /\b(anonymous|safe|guaranteed)\b|GDPR|\banonim|\bgarantit|\bvaren\b|zajamčen|匿名|安全|合规/iu,
        );
      }
    }
  });

  it('has a family, and in it one figure for each key', () => {
    for (const figure of figures) expect(Object.keys(figure.families).length, figure.id).toBeGreaterThan(0);
    for (const family of families) {
      const own = figures.filter((figure) => figure.families[family] !== undefined).map(({ part, id }) => `${part}.${id}`);
      expect(own).toEqual([...new Set(own)]);
    }
  });

  it('has a rule for the public edition, or stays inside', () => {
    for (const { id, part, families: own } of figures)
      for (const { tell, find } of Object.values(own)) {
        expect(tell === 'inside' || typeof tell === 'function', id).toBe(true);
        if (part === 'measure') expect(find, id).toBeTypeOf('function');
      }
  });

  it('has a definition in docs/metrics.md, which defines nothing else', () => {
    const defined = new Set(figures.map((figure) => figure.defined));
    expect([...defined].filter((heading) => !headings.includes(heading))).toEqual([]);
    expect(headings.filter((heading) => !defined.has(heading))).toEqual(['What all figures have in common']);
  });

  it('stands in the table of docs/metrics.md with its range and its direction', () => {
    const rows = new Map(rowsOfFigures().map(({ id, anchor, range, better }) => [`${id} ${anchor}`, { range, better }]));
    for (const { id, defined, range, better } of figures.filter(({ part }) => part !== 'risk')) {
      const row = rows.get(`${id} ${defined.toLowerCase().replaceAll(' ', '-')}`);
      expect(row?.better, id).toBe({ less: 'lower', more: 'higher', neither: 'neither' }[better]);
      expect(row?.range, id).toMatch(
        range[0] === Number.NEGATIVE_INFINITY
          ? /^below and above 0/
          : range[1] === Number.POSITIVE_INFINITY
            ? new RegExp(`^${range[0]} (and up|to)`)
            : new RegExp(`^${range[0]} to ${range[1]}`),
      );
    }
  });
});

it('every limit of what is usable stands in docs/metrics.md, with a sentence to weigh', () => {
  const rows = rowsOfFigures().flatMap(({ id, anchor, usable }) => {
    const [, bound, limit] = /^at (most|least) ([\d.]+)$/.exec(usable) ?? [];
    expect(bound === undefined, id).toBe(usable === '');
    return bound === undefined ? [] : [[id, anchor, bound, limit]];
  });
  const limits = figures.flatMap(({ id, defined, better, weighing, words }) => {
    expect(words.en.weigh === undefined, id).toBe(weighing === undefined);
    if (weighing === undefined) return [];
    return [[id, defined.toLowerCase().replaceAll(' ', '-'), better === 'more' ? 'least' : 'most', `${weighing.usable}`]];
  });
  expect(new Set(rows.map(String))).toEqual(new Set(limits.map(String)));
});

describe('figures of a public edition', () => {
  it('are none that stay inside, and are numbers where they were', () => {
    fc.assert(
      fc.property(fc.oneof(anySeriesReport, anyEventsReport, anyTableReport), (report) => {
        const told = tellReport(report) as typeof report;
        for (const figure of figures) {
          const own = figure.families[report.sections.kind];
          const value = own === undefined ? undefined : valueIn(figure, told);
          if (own?.tell === 'inside') expect(value, figure.id).toBeUndefined();
          if (own?.always === true && figure.part !== 'risk') expect(value, figure.id).toBeDefined();
          if (figure.kind !== 'other')
            for (const [, number] of partsOf(figure, value)) expect(number, figure.id).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
