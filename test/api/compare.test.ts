import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Comparison, compare, generate, run } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareHtml } from '../../src/report/compare-html.ts';
import { comparisonRows } from '../../src/report/words/compared-rows.ts';

let home = '';
const at = (name: string): string => join(home, name);

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal compare '));
  for (const [name, seed] of [
    ['work', 4],
    ['other', 5],
  ] as const)
    expect(await generate('work', { rows: 120, seed, out: at(`${name}.csv`) })).toMatchObject({ ok: true });
  const roles = { subject: 'ID', series: 'H1..H8', drop: 'Name,Surname', sensitive: 'Performance_SD' };
  const days = { ...roles, method: 'naive', seed: 9, queries: 50 } as const;
  for (const given of [
    { input: at('work.csv'), out: at('five') },
    { input: at('work.csv'), out: at('ten'), k: 10, method: 'kapra', p: 3 } as const,
    { input: at('other.csv'), out: at('other') },
  ])
    expect(await run({ ...days, ...given })).toMatchObject({ ok: true });
  cpSync(at('five'), at('public'), { recursive: true });
  rmSync(at('public/internal'), { recursive: true });
  cpSync(at('ten'), at('broken'), { recursive: true });
  const data = at('broken/kapra_anonymized.csv');
  writeFileSync(data, readFileSync(data, 'utf8').replace(/\n[^\n]*\n$/, '\n'));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

async function compared(...names: readonly string[]): Promise<Comparison> {
  const result = await compare(names.map(at));
  if (!result.ok) throw new Error(result.problems[0].what);
  return result.value;
}

const rowsOf = (comparison: Comparison): Record<string, readonly string[]> =>
  Object.fromEntries(comparisonRows(comparison).map(({ label, cells }) => [label, cells]));

const report = (name: string) => JSON.parse(readFileSync(at(name), 'utf8'));

describe('a comparison', () => {
  it('puts event logs side by side, and says where series stand beside them', async () => {
    expect(await generate('events', { rows: 4000, seed: 4, out: at('events.csv') })).toMatchObject({ ok: true });
    for (const pseudonym of ['random', 'drop'] as const)
      expect(
        await run({ method: 'events', input: at('events.csv'), out: at(pseudonym), k: 3, pseudonym, seed: 9 }),
      ).toMatchObject({ ok: true });
    rmSync(at('drop/internal'), { recursive: true });
    const { releases, notes } = await compared('random', 'drop', 'five');
    expect(releases.map(({ holds, edition }) => [holds, edition])).toEqual([
      [true, 'internal'],
      [true, 'public'],
      [true, 'internal'],
    ]);
    expect(releases[0].settings).toMatchObject({ method: 'events', k: 3, pseudonym: 'random', format: 'csv' });
    expect(releases[0].figures?.smallestGroup).toBeGreaterThanOrEqual(3);
    expect(releases[1].figures).not.toHaveProperty('smallestGroup'); // only rows can be counted, which bound no risk
    expect(releases[0].figures).not.toHaveProperty('meanRiskByBands');
    expect(notes).toHaveLength(2);
  });

  it('puts settings, losses and sizes of releases side by side', async () => {
    const { releases, notes } = await compared('five', 'ten');
    expect(releases.map(({ release, holds, edition, breaches }) => [release, holds, edition, breaches])).toEqual([
      [at('five'), true, 'internal', []],
      [at('ten'), true, 'internal', []],
    ]);
    expect(releases.map(({ settings }) => settings)).toMatchObject([
      { method: 'naive', k: 5, p: 2, maxLevel: 5, segments: 4, format: 'csv', badLeaf: 'raw' },
      { method: 'kapra', k: 10, p: 3, maxLevel: 20, segments: 4, format: 'csv', grouping: 'hash' },
    ]);
    for (const [place, name] of ['five', 'ten'].entries()) {
      const { measure, release } = report(`${name}/internal/report.json`);
      const { singledOut: _, ...losses } = measure; // a risk, which the comparison takes from the class sizes
      const { groups, leaves, retention, rows } = release;
      expect(releases[place].figures).toMatchObject({ ...losses, groups, leaves, retention, records: rows });
    }
    expect(notes).toEqual([]);
  });

  it('puts PRISM beside the others, with its form of pattern and its fidelity', async () => {
    const days = { subject: 'ID', series: 'H1..H8', drop: 'Name,Surname', sensitive: 'Performance_SD', seed: 9, queries: 0 };
    expect(await run({ ...days, method: 'prism', input: at('work.csv'), out: at('prism'), l: 2, k: 6 })).toMatchObject({
      ok: true,
    });
    const comparison = await compared('five', 'prism');
    expect(comparison.releases[1].settings).toMatchObject({
      method: 'prism',
      k: 6,
      p: 6,
      l: 2,
      pattern: 'interval',
      effort: 'normal',
    });
    expect(comparison.releases[1].figures).toMatchObject({ homogeneity: 0, largestRiskByPattern: 1 / 6 });
    const rows = rowsOf(comparison);
    expect(rows.fidelity).toEqual(['–', expect.stringMatching(/^0\.\d+$/)]);
    expect(rows.homogeneity).toEqual([expect.stringMatching(/ %$/), '0 %']);
    expect(comparison.notes).toEqual([]);
  });

  it('bounds the risk of linkage by the smallest and by the mean class, counted on the released rows', async () => {
    const { releases } = await compared('five', 'ten');
    for (const [place, file] of ['five/naive_anonymized.csv', 'ten/kapra_anonymized.csv'].entries()) {
      const rows = readFileSync(at(file), 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','));
      const sizes = (key: (row: readonly string[]) => string) => {
        const counts = new Map<string, number>();
        for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
        return rows.map((row) => counts.get(key(row)) ?? 0);
      };
      const mean = (of: readonly number[]) => of.reduce((sum, size) => sum + 1 / size, 0) / of.length;
      const bands = sizes((row) => row.slice(1, 9).join());
      const leaves = sizes((row) => [...row.slice(1, 9), ...row.slice(-2)].join());
      expect(releases[place].figures).toMatchObject({
        largestRiskByBands: 1 / Math.min(...bands),
        largestRiskByPattern: 1 / Math.min(...leaves),
        meanRiskByBands: expect.closeTo(mean(bands), 9),
        meanRiskByPattern: expect.closeTo(mean(leaves), 9),
      });
    }
  });

  it('says "internal" for what only the internal report tells of a release that came without it', async () => {
    const comparison = await compared('five', 'public');
    expect(comparison.releases[1]).toMatchObject({ edition: 'public', holds: true });
    const rows = rowsOf(comparison);
    expect(rows.seconds[1]).toBe('internal');
    expect(rows['value loss'][1]).toBe(String(Number(Number(rows['value loss'][0]).toPrecision(3))));
    expect(rows['largest risk by pattern'][1]).toBe(rows['largest risk by pattern'][0]);
    const withSettings = rowsOf(await compared('five', 'ten', 'public'));
    expect(withSettings.badLeaf).toEqual(['raw', '–', 'internal']);
  });

  it('marks a release that does not verify, and tells no figure of it', async () => {
    const comparison = await compared('five', 'broken');
    expect(comparison.releases[1]).toMatchObject({ holds: false, breaches: expect.arrayContaining(['verify/wrong-size']) });
    expect(comparison.releases[1]).not.toHaveProperty('figures');
    const rows = rowsOf(comparison);
    expect(rows.verdict).toEqual(['✓ holds', '✗ broken']);
    expect(rows.k).toEqual(['5', '10']);
    expect(rows['value loss'][1]).toBe('–');
  });

  it('takes no internal report that is of another release', async () => {
    cpSync(at('five'), at('mixed'), { recursive: true });
    cpSync(at('ten/internal'), at('mixed/internal'), { recursive: true });
    expect((await compared('five', 'mixed')).releases[1]).toMatchObject({
      edition: 'public',
      figures: { valueLoss: report('five/report.json').measure.valueLoss },
    });
  });

  it('warns where the inputs differ', async () => {
    expect((await compared('five', 'other')).notes).toEqual([
      'The releases were made from different inputs: their losses do not compare.',
    ]);
  });

  it('is refused where there is no release', async () => {
    const none = await compare([at('five'), at('nowhere')]);
    expect(none.ok ? [] : none.problems.map(({ code }) => code)).toEqual(['verify/no-such-folder']);
  });

  it('as a page needs nothing but itself, and is marked when it holds what must stay', async () => {
    const inside = compareHtml(await compared('five', 'broken'));
    expect(inside).toContain('INTERNAL');
    expect(inside).toContain('✗ broken');
    const open = compareHtml(await compared('public', 'public'));
    expect(open).not.toContain('INTERNAL');
    for (const page of [inside, open]) expect(page).not.toMatch(/https?:|<script|<link|<img|url\(|@import/);
  });
});

it('tables are told of records, in every language, and no figure of another family is named', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => `v${i % 20},${'AB'[i % 2]}`);
  writeFileSync(at('table.csv'), ['who,place', ...lines, ''].join('\n'));
  const table = { input: at('table.csv'), family: 'table', subject: 'who', quasi: 'place:category', aggregate: 'count' } as const;
  for (const k of [5, 6]) expect(await run({ ...table, k, out: at(`table${k}`), seed: 1 })).toMatchObject({ ok: true });
  const found = await compared('table5', 'table6');
  const pages = (['en', 'it', 'sl', 'zh'] as const).map((lang) => compareHtml(found, lang));
  for (const [i, name] of ['Loss per record', 'Perdita per registrazione', 'Izguba na zapis', '每条记录的损失'].entries())
    expect(pages[i]).toContain(name);
  for (const [i, name] of ['Loss per event', 'Perdita per evento', 'Izguba na dogodek', '每个事件的损失'].entries())
    expect(pages[i]).not.toContain(name);
});
