import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { type Manifest, type PolicyInput, parsePolicy, rewriteReport, type SampleKind, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportHtml } from '../../src/report/html.ts';
import type { Report } from '../../src/report/view.ts';
import { wordsIn } from '../../src/report/words/words.ts';
import { isInert } from '../../src/verify/inert-page.ts';
import { openReleases, type Releases, tolls, work } from './releases.ts';

let releases: Releases;
beforeAll(() => {
  releases = openReleases();
});
afterAll(() => releases.remove());

type Kind = readonly [name: string, sample: SampleKind, rows: number, policy: PolicyInput, pictures: number];
const events: Kind = ['events', 'events', 20_000, { method: 'events', k: 5, pseudonym: 'random' }, 6];
const eventsOut = (): Promise<string> => releases.make(events[0], events[1], events[2], events[3]);
const kinds: readonly Kind[] = [
  ['naive', 'work', 300, { ...work, method: 'naive' }, 5],
  ['kapra', 'work', 300, { ...work, method: 'kapra' }, 6],
  ['prism', 'work', 300, { ...work, method: 'prism', effort: 'fast' }, 4],
  events,
  ['kaca', 'tolls', 2000, tolls, 3],
];

const page = (out: string, edition: 'public' | 'internal') =>
  readFileSync(join(out, edition === 'public' ? 'report.html' : 'internal/report.html'), 'utf8');

describe.each(kinds)('the page of %s', (name, sample, rows, policy, pictures) => {
  let out: string;
  beforeAll(async () => {
    out = await releases.make(name, sample, rows, policy);
  });

  it.each(['public', 'internal'] as const)(
    'is one small file that needs no script and nothing from elsewhere (%s)',
    (edition) => {
      const html = page(out, edition);
      expect(html).not.toMatch(/<script|<link|<img|<iframe|url\(|@import| src=|https?:\/\/(?!www\.w3\.org)/);
      expect(Buffer.byteLength(html)).toBeLessThan(1_500_000);
      expect(html).not.toContain('<tbody></tbody>');
    },
  );

  it('has its parts in the order a data protection officer reads them, each under its heading', () => {
    const { document } = parseHTML(page(out, 'public'));
    const parts = [...document.querySelectorAll('main > section')];
    expect(parts.map((part) => part.querySelector('h2')?.textContent)).toEqual(Object.values(wordsIn('en').headings));
    for (const part of parts) expect(part.getAttribute('aria-labelledby')).toBe(part.querySelector('h2')?.id);
    expect([...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))).toEqual(
      parts.map(({ id }) => `#${id}`),
    );
    expect(document.querySelectorAll('h1, main, nav, header')).toHaveLength(4);
  });

  it('has the numbers of every picture in a table behind it, and a name for those who listen', () => {
    const { document } = parseHTML(page(out, 'public'));
    const drawn = [...document.querySelectorAll('svg')];
    expect(drawn.length).toBe(pictures);
    for (const svg of drawn) {
      expect(svg.getAttribute('role')).toBe('img');
      expect(svg.getAttribute('aria-label')).not.toBe('');
      expect(svg.closest('figure')?.querySelector('details table caption')?.textContent).not.toBe('');
    }
    for (const table of document.querySelectorAll('table')) expect(table.querySelector('caption')?.textContent).not.toBe('');
  });

  it('says on its first sheet what is kept and what is to be weighed, and later each promise as the verifier found it', async () => {
    const { document } = parseHTML(page(out, 'public'));
    const { sheet } = wordsIn('en');
    const scales = [...document.querySelectorAll('#verdict .scales > .verdict')];
    expect(scales.map((scale) => scale.querySelector('h3')?.textContent)).toEqual([`${sheet.kept} ✓ holds`, sheet.weigh]);
    for (const scale of scales) expect(scale.querySelectorAll('li').length).toBeGreaterThan(1);
    expect(document.querySelectorAll('#verdict .signatures p')).toHaveLength(2);
    const verdict = await verify(out);
    if (!verdict.ok) throw new Error(verdict.problems[0].what);
    const rows = [...document.querySelectorAll('#guarantees .checks tbody tr')];
    expect(rows).toHaveLength(verdict.value.checks.length);
    for (const row of rows) expect(row.textContent).toContain('✓ holds');
  });

  it('is marked as internal where it must stay, and only there', () => {
    const text = (edition: 'public' | 'internal') => parseHTML(page(out, edition)).document.querySelector('body')?.textContent;
    expect(text('internal')).toMatch(/^\s*INTERNAL/);
    expect(text('public')).not.toContain('INTERNAL');
  });

  it('is written again from report.json alone, in any language, and the release still holds', async () => {
    const before = page(out, 'public');
    const others = ['sl', 'zh', 'it'] as const;
    for (const lang of name === 'events' ? ([...others, 'en'] as const) : ([others[name.length % 3], 'en'] as const)) {
      const written = await rewriteReport(out, { lang });
      if (!written.ok) throw new Error(written.problems[0].what);
      for (const edition of ['public', 'internal'] as const) {
        const { document } = parseHTML(page(out, edition));
        expect(isInert(page(out, edition))).toBe(true);
        expect(document.documentElement.getAttribute('lang')).toBe(lang);
        expect(document.querySelector('h2')?.textContent).toBe(wordsIn(lang).headings.verdict);
      }
      const verdict = await verify(out);
      expect(verdict.ok && verdict.value.holds).toBe(true);
    }
    expect(page(out, 'public')).toBe(before);
  });
});

it('an edition that may tell no loss says so, instead of a table without rows', async () => {
  const out = await eventsOut();
  const read = (file: string) => JSON.parse(readFileSync(join(out, file), 'utf8'));
  const { measure, ...report } = read('report.json');
  const html = reportHtml({ ...report, measure: { unicity: measure.unicity } }, read('manifest.json'), 'public');
  expect(html).toContain(wordsIn('en').utility.untold);
  expect(html).not.toContain('<tbody></tbody>');
});

describe('the words of a publisher', () => {
  const about = {
    title: '</title><script>run()</script>',
    publisher: '<img src=x onerror=run()>',
    purpose: '"><svg onload="run()">',
    contact: '&#106;avascript:run()',
    licence: "'; drop --",
    date: '2031-11-05',
  };

  it('stand on the first sheet as text, whatever they are, and are noted as theirs', async () => {
    const out = await releases.make('about', 'work', 60, { ...work, method: 'naive', about });
    for (const edition of ['public', 'internal'] as const) {
      const html = page(out, edition);
      expect(isInert(html)).toBe(true);
      const { document } = parseHTML(html);
      expect(document.querySelector('h1')?.textContent).toContain(about.title);
      const told = [...document.querySelectorAll('.about dd')].map(({ textContent }) => textContent);
      expect(told).toEqual([about.publisher, about.purpose, about.contact, about.licence, '5 November 2031']);
      expect(document.querySelector('.claims')?.textContent).toBe(wordsIn('en').sheet.claims);
    }
    expect(readFileSync(join(out, 'manifest.json'), 'utf8')).not.toContain('onerror');
    const verdict = await verify(out);
    expect(verdict).toMatchObject({
      ok: true,
      value: { holds: true, notes: expect.arrayContaining([expect.stringContaining('about')]) },
    });
  });

  it.each([
    { title: 'a\nb' },
    { title: 'a\u200bb' },
    { title: '' },
    { contact: 'x'.repeat(121) },
    { date: '05.11.2031' },
    { subtitle: 'x' },
  ])('are refused where they are no short line of text: %j', (wrong) => {
    expect(parsePolicy({ ...work, method: 'naive', about: wrong }).ok).toBe(false);
  });
});

describe('a report of much data', () => {
  it('stays small: weeks of ten years by day and part of the day are put together', async () => {
    const out = await eventsOut();
    const report = JSON.parse(readFileSync(join(out, 'internal/report.json'), 'utf8')) as Report;
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as Manifest;
    if (report.sections.kind !== 'events') throw new Error('events have sections of events');
    const lengths = [530, 8, 4];
    const labels = (length: number) => Array.from({ length }, (_, i) => `label ${i}`);
    const axes = lengths.map((length, a) => ({ column: `column ${a}`, labels: labels(length) }));
    const cells = Array.from({ length: 530 * 8 * 4 }, (_, i) => [Math.floor(i / 32), Math.floor(i / 4) % 8, i % 4, 1000 + i]);
    const large: Report = { ...report, sections: { ...report.sections, calendar: { axes, before: cells, after: cells } } };
    const html = reportHtml(large, manifest, 'internal');
    expect(Buffer.byteLength(html)).toBeLessThan(1_500_000);
    expect(html).toContain('label 0–label');
  });
});

describe('numbers and dates', () => {
  it.each([
    ['en', '30,000', 'November 2031'],
    ['it', '30.000', 'novembre 2031'],
    ['sl', '30.000', 'november 2031'],
    ['zh', '30,000', '2031年11月'],
  ])('are in the form of %s', async (lang, thousands, month) => {
    const { printIn } = await import('../../src/figures/print.ts');
    const { locale } = wordsIn(lang);
    expect(printIn(locale).whole(30_000)).toBe(thousands);
    expect(printIn(locale).date('2031-11-05T10:00:00Z')).toContain(month);
    expect(printIn(locale).percent(0.5)).toMatch(/^50.?%$/);
  });
});
