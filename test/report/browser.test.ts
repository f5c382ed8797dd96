import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { generate, type PolicyInput, type SampleKind, sweep, writeMethodsPage } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeriesSummary } from '../../src/report/summary.ts';
import { asked, type Look, openBrowser, screenshot, seen, seriousFaults, sheetsOf } from './browser.ts';
import { openReleases, type Releases, tolls, work } from './releases.ts';

let browser: Browser;
let releases: Releases;
beforeAll(async () => {
  releases = openReleases();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  releases.remove();
});

const walks: PolicyInput = { subject: 'id', series: 'T1..T24' };
const kinds: readonly [name: string, sample: SampleKind, rows: number, policy: PolicyInput][] = [
  ['naive', 'work', 600, { ...work, method: 'naive' }],
  ['kapra', 'cbf', 900, { method: 'kapra', subject: 'id', series: 'T1..T128', sensitive: 'class', lang: 'it' }],
  ['prism', 'work', 300, { ...work, method: 'prism', effort: 'fast', lang: 'sl' }],
  ['events', 'events', 12_000, { method: 'events', k: 5 }],
  ['events-without-ids', 'events', 12_000, { method: 'events', k: 11, pseudonym: 'drop', flatten: 'sweep', lang: 'zh' }],
  ['kaca', 'tolls', 3000, tolls],
];

interface Way extends Look {
  /** Files that axe looks at in this way. */
  readonly axe: readonly string[];
}

const ways: readonly Way[] = [
  { width: 1280, axe: ['internal/report.html', 'sweep.html', 'methods.html'] },
  { width: 390, dark: true, axe: ['report.html', 'methods.html'] },
  { width: 680, media: 'print', axe: [] }, // A4 between its margins
  ...(['tall', 'wide'] as const).flatMap((font): readonly Way[] => [
    { width: 1280, font, axe: [] },
    { width: 390, font, axe: [] },
    { width: 680, media: 'print', font, axe: [] },
  ]),
];

/** Looks at a page in every way; what is wrong with it is what is not empty. */
async function fits(folder: string, file: string, name: string): Promise<void> {
  const found = await seen(browser, join(folder, file), ways, async (page, { axe, font, media, width }) => {
    if (font !== undefined) return;
    if (media !== 'print' || !name.endsWith('-public')) await screenshot(page, `${name}-${media ?? width}`); // paper is alike in both editions
    if (media === 'print' && file.startsWith('internal/')) expect(await sheetsOf(page)).toBeLessThanOrEqual(8);
    if (axe.includes(file)) expect(await seriousFaults(page)).toEqual([]);
  });
  const said = found.map((one, i) => ({ ...ways[i], ...one }));
  expect(said).toEqual(ways.map((way) => ({ ...way, overflow: 0, overlaps: [], cut: [], noise: [] })));
}

describe.each(kinds)('the report of %s', (name, sample, rows, policy) => {
  let out: string;
  beforeAll(async () => {
    out = await releases.make(name, sample, rows, policy);
  });

  it('fits a screen, a telephone and paper', () => fits(out, 'report.html', `${name}-public`));
  it('fits a screen, a telephone and paper inside', () => fits(out, 'internal/report.html', `${name}-internal`));
});

describe('the internal edition', () => {
  it('says so on every sheet of paper', async () => {
    const out = await releases.make('sheets', 'walks', 200, walks);
    await seen(browser, join(out, 'internal/report.html'), [{ width: 680, media: 'print' }], async (page) => {
      expect(await asked(page, 'marksOfSheets()')).toEqual({ everywhere: true, margin: true });
      expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(10_000);
    });
  });
});

describe('the page of a sweep', () => {
  it('fits a screen, a telephone and paper', async () => {
    const input = join(releases.folder, 'swept.csv');
    const out = join(releases.folder, 'sweep');
    expect((await generate('work', { rows: 200, seed: 1, out: input })).ok).toBe(true);
    expect((await sweep({ ...work, input, seed: 1 }, { k: [5, 10], p: [2, 3], maxLevel: [3, 5] }, { out })).ok).toBe(true);
    await fits(out, 'sweep.html', 'sweep');
  });
});

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
      await fits(out, 'methods.html', `methods-${lang}`);
    }
  });
});
