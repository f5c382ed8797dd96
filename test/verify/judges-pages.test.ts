import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellReport } from '../../src/figures/public-report.ts';
import { canonicalJson } from '../../src/verify/canonical-json.ts';
import { isInert } from '../../src/verify/inert-page.ts';
import { checkReports, type DrawPage, readReport, type ToldReport } from '../../src/verify/reports.ts';
import { goodDraft } from './a-good-release.ts';
import { reportOf } from './a-report.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-pages-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const { manifest, ...draft } = goodDraft('csv');
const report = reportOf({ manifest, ...draft }) as ToldReport;
const folderOf = (files: Readonly<Record<string, string | Buffer>>): string => {
  const folder = mkdtempSync(join(home, 'folder-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
};

describe('a report', () => {
  const read = (content: string | Buffer) => readReport(folderOf({ 'report.json': content }), new Set(['report.json']));
  const unreadable = (reason: string) => ({ kind: 'unreadable-report', file: 'report.json', reason });
  const [tooLarge, reworded] = ['it is too large, or not UTF-8', 'it is not JSON as a run writes it'].map(unreadable);

  it('is read where it is declared, as it is written', async () => {
    expect(await read(canonicalJson(report))).toEqual(report);
    const folder = folderOf({ 'report.json': canonicalJson(report) });
    expect(await readReport(folder, new Set(['report.html']))).toBeUndefined();
  });

  it('tells what a public report may tell, and nothing else', async () => {
    const telling = (place: string) => ({ kind: 'telling-report', file: 'report.json', place });
    expect(await read(canonicalJson({ ...report, note: 'of Ana' }))).toEqual(telling(''));
    const verdict = { ...(report.verdict as object), holds: false };
    expect(await read(canonicalJson({ ...report, verdict }))).toEqual(telling(''));
    expect(await read(canonicalJson({ ...report, measure: { ...(report.measure as object), valueLoss: 1.23456789 } }))).toEqual(telling('measure.valueLoss')); // biome-ignore format: a line
    for (const other of [null, 1, 'x', [], {}]) expect(await read(canonicalJson(other))).toEqual(telling(''));
  });

  it('is canonical JSON in UTF-8, without a mark before it, of at most 32 MB', async () => {
    expect(await read(JSON.stringify(report))).toEqual(reworded);
    expect(await read('{')).toEqual(reworded);
    expect(await read(`\ufeff${canonicalJson(report)}`)).toEqual(reworded);
    expect(await read(Buffer.from([0x22, 0xff, 0x22, 0x0a]))).toEqual(tooLarge);
    const folder = folderOf({ 'report.json': '' });
    const sized = async (bytes: number) => {
      truncateSync(join(folder, 'report.json'), bytes);
      return readReport(folder, new Set(['report.json']));
    };
    expect(await sized(1 << 25)).toEqual(reworded);
    expect(await sized((1 << 25) + 1)).toEqual(tooLarge);
  });

  it('is a fault of the system where it is gone, or no file', async () => {
    await expect(readReport(folderOf({}), new Set(['report.json']))).rejects.toThrow(/ENOENT/);
    const folder = folderOf({});
    mkdirSync(join(folder, 'report.json'));
    await expect(readReport(folder, new Set(['report.json']))).rejects.toThrow(/EISDIR/);
  });
});

describe('the page of a report', () => {
  const maker = 'Shoal 1.0.0, Plot 0.6.17, CLDR 45.0';
  const page = (by: string, body = '') => `<!doctype html><meta name="generator" content="${by}">${body}`;
  const own = page(maker, '<p>as it is drawn</p>');
  const draw: DrawPage = () => own;
  const check = (html: string | Buffer | undefined, drawn: DrawPage | undefined = draw, told: ToldReport = report) => {
    const names = html === undefined ? ['report.json'] : ['report.json', 'report.html'];
    const folder = folderOf(html === undefined ? {} : { 'report.html': html });
    const drawing = drawn === undefined ? undefined : async () => drawn;
    return checkReports(folder, told, { manifest, found: { breaches: [] }, present: new Set(names) }, drawing);
  };
  const codes = ({ breaches, notes }: Awaited<ReturnType<typeof check>>) => [...breaches.map(({ kind }) => kind), ...notes.map(({ code }) => code)]; // biome-ignore format: a line
  const undrawn = (html: string | undefined) => {
    const folder = folderOf(html === undefined ? {} : { 'report.html': html });
    const present = new Set(html === undefined ? [] : ['report.html']);
    return checkReports(folder, report, { manifest, found: { breaches: [] }, present });
  };

  it('is the very one that report and manifest make', async () => {
    expect(await check(own)).toEqual({ breaches: [], notes: [{ code: 'told-of-original' }] });
    expect(await check(undefined)).toEqual({ breaches: [], notes: [{ code: 'told-of-original' }] });
    expect(await check(`${own} `)).toEqual({ breaches: [{ kind: 'foreign-page', file: 'report.html' }], notes: [{ code: 'told-of-original' }] }); // biome-ignore format: a line
    expect(codes(await check(Buffer.concat([Buffer.from(own), Buffer.from([0xff])])))).toEqual(['foreign-page', 'told-of-original']); // biome-ignore format: a line
    const given: unknown[] = [];
    await check(own, (...all) => { given.push(...all); return own; }); // biome-ignore format: a line
    expect(given).toEqual([report, manifest]);
  });

  it('is not looked at where nothing draws it', async () => {
    expect(codes(await undrawn(own))).toEqual(['told-of-original', 'not-drawn']);
    expect(codes(await undrawn(undefined))).toEqual(['told-of-original']);
  });

  it('of another maker only shows, and is said not to be looked at', async () => {
    const other = maker.replace('1.0.0', '0.9.0');
    expect(await check(page(other))).toEqual({
      breaches: [],
      notes: [{ code: 'told-of-original' }, { code: 'other-maker', facts: { maker: other, own: maker } }],
    });
    expect(await check(page('Shoal 0.9.0, CLDR 45'), () => '')).toMatchObject({ notes: [{}, { facts: { maker: 'Shoal 0.9.0, CLDR 45', own: '' } }] }); // biome-ignore format: a line
    expect(await check(page(other, '<script>run()</script>'))).toEqual({
      breaches: [{ kind: 'active-page', file: 'report.html' }],
      notes: [{ code: 'told-of-original' }],
    });
    for (const odd of ['', 'Shoal', 'Shoal 1.0.0', 'Shoal 1.0.0, CLDR', 'Other 1.0.0, CLDR 45', `Shoal ${'1'.repeat(41)}, CLDR 45`, 'Shoal 1.0.0, CLDR 45, and more'])
      expect(codes(await check(page(odd))), odd).toEqual(['foreign-page', 'told-of-original']); // biome-ignore format: a line
    expect(codes(await check(page(maker, '<p>changed</p>')))).toEqual(['foreign-page', 'told-of-original']);
  });

  it('is of no report where none can be drawn from it', async () => {
    const failing: DrawPage = () => {
      throw new Error('it has no sections');
    };
    expect(codes(await check(own, failing))).toEqual(['foreign-page', 'told-of-original']);
    expect(codes(await check('<!doctype html>', failing))).toEqual(['foreign-page', 'told-of-original']);
    expect(codes(await check(Buffer.from([0xff]), failing))).toEqual(['foreign-page', 'told-of-original']);
  });

  it('is not asked for where the report is false', async () => {
    const release = { ...(report.release as object), groups: 7 };
    const files = ['other.csv'];
    expect(await check(own, draw, { ...report, files })).toEqual({ breaches: [{ kind: 'false-report', file: 'report.json', place: 'files.0' }], notes: [] }); // biome-ignore format: a line
    expect(codes(await check(own, draw, { ...report, release }))).toEqual(['told-of-original']); // nothing was counted here
  });

  it('has words of the publisher, which are said to be nobody’s', async () => {
    const sections = report.sections as { policy: object };
    const told = (more: object) => check(undefined, draw, tellReport({ ...report, sections: { ...sections, ...more } }) as ToldReport); // biome-ignore format: a line
    const unit = await told({ unit: 'kW' });
    expect(codes(unit)).toEqual(['told-of-original', 'own-words']);
    const about = { ...sections.policy, about: { title: 'Days', licence: 'CC BY' } };
    expect(codes(await told({ policy: about }))).toEqual(['told-of-original', 'own-words']);
    expect(codes(await told({}))).toEqual(['told-of-original']);
  });
});

describe('a page that only shows', () => {
  const page = (body: string, before = '') => `<!doctype html>${before}<html lang="en"><body>${body}</body></html>`;

  it.each([
    '<p>5 &lt; 6 > 4, and\ta line\n</p>',
    '<p id="a" class="b" data-x="url(x)" aria-label="image">x</p>',
    '<a href="#top-1">up</a><a href="#">up</a>',
    '<meta charset="utf-8">',
    '<style>a { color: red }</style><style></style>',
    '<svg viewBox="0 0 9 9"><line x1="0" y2="3" /><path d="M0 0"/></svg>',
    '<details open=""><summary>more</summary></details>',
    '</p>',
    'nothing at all',
  ])('is one: %s', (body) => {
    expect(isInert(page(body))).toBe(true);
  });

  it.each([
    '<br>',
    '<p title="t">x</p>',
    '<p onclick="run()">x</p>',
    '<a href="elsewhere">x</a>',
    '<a href="#top:">x</a>',
    '<a href="x#top">x</a>',
    '<meta charset="UTF-7">',
    '<p style="color: expression(x)">x</p>',
    '<p fill="URL(x)">x</p>',
    '<p fill="a\\62">x</p>',
    '<p fill="&amp;">x</p>',
    '<p id="a"class="b">x</p>',
    "<p id='a'>x</p>",
    '<p id=a>x</p>',
    '<P>x</P>',
    '<p',
    '5 < 6',
    '<p>x</p><',
    '<<p>x</p>',
    '<style>a { color: red }',
    '<style>a { background: IMAGE(x) }</style>',
    '<style>a { color: red } </style><style>@import "x";</style>',
    '<style>@import "x";</style><p>x</p>',
    '<style>a {}</style><script>run()</script>',
    '<!-- x -->',
    '<p>\x1b</p>',
    '<p>\u0085</p>',
    '<p>\0</p>',
    '<p>\r</p>',
    '</script>',
  ])('is none: %j', (body) => {
    expect(isInert(page(body))).toBe(false);
  });

  it('begins as a page of today', () => {
    expect(isInert('<!doctype html>')).toBe(true);
    expect(isInert('<p>x</p>')).toBe(false);
    expect(isInert(' <!doctype html><p>x</p>')).toBe(false);
    expect(isInert('<p>x</p><!doctype html>')).toBe(false);
    expect(isInert('<!doctype html><!doctype html>')).toBe(false);
    expect(isInert('<!doctype html>< p>')).toBe(false);
    expect(isInert('')).toBe(false);
  });
});
