import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import type { Browser } from 'playwright-core';
import { compare, generate, type PolicyInput, run, type SampleKind, sweep, verify, writeMethodsPage } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../src/base/languages.ts';
import { compareHtml } from '../../src/report/compare-html.ts';
import type { SeriesSummary } from '../../src/report/summary.ts';
import { sweepHtml } from '../../src/report/sweep-html.ts';
import { asked, type Look, openBrowser, openWindow, screenshot, seen, seriousFaults, sheetsOf, type Window } from './browser.ts';
import { openReleases, type Releases, tolls, work } from './releases.ts';

let browser: Browser;
let window: Window;
let releases: Releases;
beforeAll(async () => {
  releases = openReleases();
  browser = await openBrowser();
  window = await openWindow(browser);
});
afterAll(async () => {
  await browser.close();
  releases.remove();
});

const walks: PolicyInput = { subject: 'id', series: 'T1..T24' };
const kinds: readonly [name: string, sample: SampleKind, rows: number, policy: PolicyInput][] = [
  ['naive', 'work', 600, { ...work, method: 'naive' }],
  ['kapra', 'cbf', 300, { method: 'kapra', subject: 'id', series: 'T1..T128', sensitive: 'class', lang: 'it' }],
  ['prism', 'work', 300, { ...work, method: 'prism', effort: 'fast', lang: 'sl' }],
  ['events', 'events', 3000, { method: 'events', k: 5 }],
  ['events-without-ids', 'events', 12_000, { method: 'events', k: 11, pseudonym: 'drop', flatten: 'sweep', lang: 'zh' }],
  ['kaca', 'tolls', 3000, tolls],
];

interface Way extends Look {
  /** Pages that axe looks at in this way, by their names. */
  readonly axe?: RegExp;
}

const ways: readonly Way[] = [
  { width: 1280, axe: /-internal$|^methods-it$/ },
  { width: 390, dark: true, axe: /^(?!odd).*-public$|^methods-zh$/ }, // what is odd is text, in places that others have too
  { width: 680, media: 'print' }, // A4 between its margins
  { width: 1280, font: 'tall' }, // letters that are higher, where charts are lowest for their width
  { width: 390, font: 'wide' }, // and wider, where there is least room for them
  { width: 680, media: 'print', font: 'wide' },
];
/** A screen, a telephone and paper once each, in three fonts: for pages that hold no chart that another does not. */
const fewWays = ways.filter(({ width, font }) => (width === 390 ? font === undefined : font !== undefined));

/** Looks at a page in every way; what is wrong with it is what is not empty. */
async function fits(folder: string, file: string, name: string, ways: readonly Way[]): Promise<void> {
  const found = await seen(window, join(folder, file), ways, async (page, { axe, font, media, width }) => {
    if (font !== undefined) return;
    if (media !== 'print' || !name.endsWith('-public')) await screenshot(page, `${name}-${media ?? width}`); // paper is alike in both editions
    if (media === 'print' && file.startsWith('internal/')) expect(await sheetsOf(page)).toBeLessThanOrEqual(8);
    if (axe?.test(name)) expect(await seriousFaults(page)).toEqual([]);
  });
  const said = found.map((one, i) => ({ ...ways[i], ...one }));
  expect(said).toEqual(ways.map((way) => ({ ...way, overflow: 0, overlaps: [], cut: [], noise: [] })));
}

describe.each(kinds)('the report of %s', (name, sample, rows, policy) => {
  let out: string;
  beforeAll(async () => {
    out = await releases.make(name, sample, rows, policy);
  });

  it('fits a screen, a telephone and paper', () => fits(out, 'report.html', `${name}-public`, fewWays));
  it('fits a screen, a telephone and paper inside', () => fits(out, 'internal/report.html', `${name}-internal`, ways));
});

describe('the report of odd data', () => {
  const place = (i: number) => (i % 2 === 0 ? `Straße am sehr langen Ufer <b>${i}</b>` : `東京都千代田区丸の内${i}`);
  const hours = Array.from({ length: 6 }, (_, h) => `2031-03-04T0${h}:00:00`);
  const odd: readonly [name: string, rows: readonly (readonly (string | number)[])[], policy: PolicyInput][] = [
    [
      '400 places with long names and signs of HTML',
      [['id', 'where'], ...Array.from({ length: 2400 }, (_, i) => [`p${i % 600}`, place((7 * i) % 400)])],
      { family: 'table', subject: 'id', quasi: 'where:category', aggregate: 'count' },
    ],
    [
      'one group, one hour',
      [['id', 'at'], ...Array.from({ length: 9 }, (_, i) => [`p${i}`, `2031-03-04T07:0${i}:00`])],
      { family: 'table', subject: 'id', quasi: 'at:hour' },
    ],
    [
      'values below zero in an odd unit',
      [
        ['id', ...hours],
        ...Array.from({ length: 60 }, (_, i) => [`p${i}`, ...hours.map((_, h) => -1e6 + ((i * 7 + h * 11) % 50))]),
      ],
      { method: 'naive', subject: 'id', series: '/2031/', about: { unit: '€/m²<b>', title: '<script>alert(1)</script>' } },
    ],
  ];

  it.each(odd)('fits and is nothing but text: %s', async (name, rows, policy) => {
    const input = join(releases.folder, `${name}.csv`);
    const out = join(releases.folder, name);
    writeFileSync(input, rows.map((row) => `${row.join(',')}\n`).join(''));
    expect(await run({ ...policy, input, out, seed: 1 })).toMatchObject({ ok: true });
    for (const file of ['report.html', 'internal/report.html']) {
      const edition = file === 'report.html' ? 'public' : 'internal';
      await fits(out, file, `odd-${odd.findIndex(([own]) => own === name)}-${edition}`, fewWays);
      const html = readFileSync(join(out, file), 'utf8');
      expect(html).not.toMatch(/<b>|<script/);
    }
    expect(await verify(out)).toMatchObject({ ok: true, value: { holds: true } });
  });
});

describe('the internal edition', () => {
  it('says so on every sheet of paper', async () => {
    const out = await releases.make('sheets', 'walks', 60, { ...walks, method: 'naive' });
    await seen(window, join(out, 'internal/report.html'), [{ width: 680, media: 'print' }], async (page) => {
      expect(await asked(page, 'marksOfSheets()')).toEqual({ everywhere: true, margin: true });
      expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(10_000);
    });
  });
});

describe('pages of releases and settings side by side', () => {
  it('fit a screen, a telephone and paper, in every language, without moving anything sideways', async () => {
    const input = join(releases.folder, 'swept.csv');
    const out = join(releases.folder, 'sweep');
    expect((await generate('work', { rows: 200, seed: 1, out: input })).ok).toBe(true);
    const swept = await sweep(
      { ...work, input, seed: 1 },
      { method: ['naive', 'kapra'], k: [5, 250], p: [2, 3], maxLevel: [3, 5] },
      { out },
    );
    const folders = [
      await releases.make('compared-a-release-with-a-rather-long-name', 'work', 200, { ...work, method: 'naive' }),
      await releases.make('compared', 'work', 200, { ...work, method: 'naive', k: 10 }),
      await releases.make('compared-flow', 'tolls', 1000, tolls),
    ];
    const same = await compare(folders.slice(0, 2));
    const apart = await compare(folders);
    if (!swept.ok || !same.ok || !apart.ok) throw new Error('a sweep and releases to look at');
    for (const lang of languages) {
      await fitsBeside(sweepHtml(swept.value, lang), `sweep-${lang}`);
      await fitsBeside(compareHtml(apart.value, lang), `compare-${lang}`);
      if (lang === 'en') continue;
      expect(untranslated(sweepHtml(swept.value), sweepHtml(swept.value, lang))).toEqual([]);
      expect(untranslated(compareHtml(apart.value), compareHtml(apart.value, lang))).toEqual([]);
    }
    await fitsBeside(compareHtml(same.value), 'compare-same');
  });
});

/** Texts that two pages have in common, but for what a policy or a file says and what says that it is English. */
function untranslated(english: string, other: string): readonly string[] {
  const textsOf = (html: string) =>
    [...parseHTML(html).document.querySelectorAll('main *')]
      .filter((one) => one.children.length === 0 && one.closest('code, [lang=en], svg') === null)
      .map((one) => one.textContent.trim());
  const known = new Set(textsOf(english));
  const ofFiles = /^(?:[^A-Za-z]*|.*compared.*|[a-z]+|[a-z]+[A-Z]\w*|[kPl]|Pattern|csv|H1..H8|ID|Performance_SD|Name, Surname)$/;
  return textsOf(other).filter((text) => known.has(text) && !ofFiles.test(text));
}

const besideWays: readonly Look[] = [
  { width: 1280, dark: true },
  { width: 390 },
  { width: 680, media: 'print' },
  { width: 390, font: 'wide' },
  { width: 680, media: 'print', font: 'wide' },
];

/** Such a page in every way, in other languages than English where there is least room, with all that is folded away shown too. */
async function fitsBeside(html: string, name: string): Promise<void> {
  const path = join(releases.folder, `${name}.html`);
  writeFileSync(path, html);
  const looks = name.endsWith('-en') ? besideWays : besideWays.slice(2);
  const found = await seen(window, path, looks, async (page, { width, dark, media, font }) => {
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    const way = `${name} ${media ?? width}${dark ? ' dark' : ''}${font ?? ''}`;
    expect(await asked(page, 'cutWords()'), way).toEqual([]);
    expect(await asked(page, 'smallestLetters()'), way).toBeGreaterThanOrEqual(8);
    if (font !== undefined) return;
    await screenshot(page, `${name}-${media ?? width}${dark ? '-dark' : ''}`);
    if (dark && width === 1280 && name.endsWith('-en')) expect(await seriousFaults(page), way).toEqual([]);
    if (media === 'print') expect(await asked(page, 'marksOfSheets()')).toEqual({ everywhere: true, margin: true });
  });
  for (const [i, one] of found.entries())
    expect({ ...looks[i], ...one }).toEqual({ ...looks[i], overflow: 0, overlaps: [], cut: [], noise: [] });
}

describe('the page of methods side by side', () => {
  it('fits a screen, a telephone and paper, with long words and with wide letters', async () => {
    const input = join(releases.folder, 'beside-naive.csv');
    const out = releases.folder;
    const summaries: SeriesSummary[] = [];
    for (const policy of [{ method: 'naive' }, { method: 'kapra' }, { method: 'prism', effort: 'fast' }] as const) {
      const place = await releases.make(`beside-${policy.method}`, 'work', 300, { ...work, ...policy, k: 5, p: 5 });
      summaries.push({ ...JSON.parse(readFileSync(join(place, 'internal/report.json'), 'utf8')), out: place });
    }
    for (const lang of ['it', 'zh']) {
      expect((await writeMethodsPage(join(out, 'methods.html'), input, summaries, lang)).ok).toBe(true);
      await fits(out, 'methods.html', `methods-${lang}`, ways);
    }
  });
});
