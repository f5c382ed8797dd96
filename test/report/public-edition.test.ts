import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { run } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../src/base/languages.ts';
import { flatPatterns } from '../../src/figures/pattern-loss.ts';
import { wordsIn } from '../../src/report/words/words.ts';
import { draws } from '../suite/draws.ts';
import { methods, type Secret, secretTable } from './secrets.ts';

/** At least one in each language. */
const releasesOfEach = draws(languages.length);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal public '));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(methods)('the public report of %s', (method) => {
  it.each(Array.from({ length: releasesOfEach }, (_, seed) => seed))(
    'tells no original value and no few persons (%i)',
    async (seed) => {
      const home = join(folder, `${method}-${seed}`);
      const secret = secretTable(method, seed, home);
      const lang = languages[seed % languages.length];
      const out = join(home, 'release');
      const made = await run({ ...secret.policy, lang, input: secret.input, out, threads: 1 } as never); // one of five kinds of policy
      if (!made.ok) throw new Error(`${made.problems[0].code}: ${made.problems[0].what}`);
      const read = (name: string) => readFileSync(join(out, name), 'utf8');
      const [html, json] = [read('report.html'), read('report.json')];
      const data = read(made.value.files[0]);

      expect(textsIn(html + json, secret, data)).toEqual([]);
      expect(numbersIn(html, json, secret, data)).toEqual([]);
      const { k } = made.value;
      expect(fewIn(JSON.parse(json), k)).toEqual([]);
      expect(fewInTables(html, k, lang)).toEqual([]);
      expect(html).not.toContain('INTERNAL');
    },
  );
});

it('is looked at in a way that finds what must not be there', async () => {
  const home = join(folder, 'found');
  const secret = secretTable('naive', 1, home);
  const out = join(home, 'release');
  const made = await run({ ...secret.policy, input: secret.input, out } as never); // as above
  if (!made.ok) throw new Error(made.problems[0].what);
  const read = (name: string) => readFileSync(join(out, name), 'utf8');
  const [html, json] = [read('internal/report.html'), read('internal/report.json')];
  expect(numbersIn(html, json, secret, read(made.value.files[0])).length).toBeGreaterThan(0);
  expect(fewIn(JSON.parse(json), made.value.k).length).toBeGreaterThan(0);
  expect(fewInTables(html, made.value.k, 'en').length).toBeGreaterThan(0);
  expect(textsIn(`${html} ${secret.texts[0]}`, secret, '')).toEqual([secret.texts[0]]);
});

/** Texts of the input that a report holds, but for whole labels that are published. */
function textsIn(report: string, { texts }: Secret, data: string): readonly string[] {
  const published = new Set(
    data.split(/[\n,;]/).map((cell) => cell.replace(/^(?:regione |regija )?(.*?)(?: region|区域)?$/, '$1')),
  );
  return [...new Set(texts)].filter((text) => report.includes(text) && !published.has(text));
}

/** Numbers of the input that a report holds, in full or rounded as a page prints them, but for the bounds of published bands and their middles. */
function numbersIn(html: string, json: string, { numbers }: Secret, data: string): readonly number[] {
  const bands = [...data.matchAll(/\[(\d+)-(\d+)\]/g)].map(([, low, high]) => [Number(low), Number(high)]);
  const open = new Set(bands.flatMap(([low, high]) => [low, high, (low + high) / 2]).flatMap((bound) => [bound, printed(bound)]));
  const figures = `${html} ${json}`.replace(/(?<=\d)[.,\u00a0](?=\d{3})/g, '').matchAll(/\d+(?:\.\d+)?/g);
  const told = new Set([...figures].map(Number));
  return [...new Set(numbers)].filter((number) => [number, printed(number)].some((form) => told.has(form) && !open.has(form)));
}

/** Five digits; of two it could be a tick of an axis. */
function printed(number: number): number {
  const five = Number(number.toPrecision(5));
  return five === Number(number.toPrecision(2)) ? number : five;
}

/** Counts of persons from 1 to k - 1, by where they stand. */
function fewIn(report: unknown, k: number, place = ''): readonly string[] {
  if (typeof report === 'number') return persons.test(place) && report > 0 && report < k ? [`${place}: ${report}`] : [];
  if (typeof report !== 'object' || report === null) return [];
  return Object.entries(report).flatMap(([name, inner]) => fewIn(inner, k, `${place}.${name}`));
}

/** Everything in report.json that counts persons, or records of which each is a person's. */
const persons =
  /(?<!singledOut)\.(subjects|suppressedSubjects|suppressedRows|suppressed_records|removedUsers|flatPatterns|smallestGroup|smallestLeaf|sampled|size|leftOut|read)$|(value|pattern)Losses\.\d+\.count$|\.crowd\.\d+\.records$/;

/** The same of the tables that a page shows, under headings that say persons. */
function fewInTables(html: string, k: number, lang: string): readonly string[] {
  const { figures, pictures, removed, risk, guarantees, headings, lang: known } = wordsIn(lang);
  const columns = new Set([pictures.subjects, removed.subjects, removed.leftOut, risk.sampled, guarantees.smallest]);
  const rows = new Set([figures.subjectsRead, figures.subjectsReleased, flatPatterns.words[known].name]);
  const { document } = parseHTML(html);
  expect(document.querySelector('h2')?.textContent).toBe(headings.verdict);
  const few = (text: string) =>
    /^\D?\d+$/.test(text) && Number(text.replace(/\D/g, '')) > 0 && Number(text.replace(/\D/g, '')) < k;
  const textsOf = (parent: { querySelectorAll(selector: string): Iterable<{ textContent: string }> }, selector: string) =>
    [...parent.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
  return [...document.querySelectorAll('table')].flatMap((table) => {
    const head = textsOf(table, 'thead th');
    return [...table.querySelectorAll('tbody tr')].flatMap((row) => {
      const cells = textsOf(row, 'th, td');
      return cells.flatMap((cell, i) =>
        few(cell) && (columns.has(head[i]) || (i > 0 && rows.has(cells[0]))) ? [`${head[i]}: ${cell}`] : [],
      );
    });
  });
}
