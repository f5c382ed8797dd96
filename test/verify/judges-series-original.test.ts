import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Counter } from '../../src/base/counting.ts';
import type { SeriesManifest } from '../../src/release/manifest.ts';
import { text } from '../../src/verify/counter.ts';
import { layoutOf } from '../../src/verify/layout.ts';
import type { Original } from '../../src/verify/original.ts';
import { countStrangers, findStrangers } from '../../src/verify/series/own-words.ts';
import { checkSeriesOriginal } from '../../src/verify/series/series-original.ts';
import { band, group, level, pattern, seriesSource, type Told } from './series-source.ts';
import { counted } from './source-of-rows.ts';

const home = mkdtempSync(join(tmpdir(), 'shoal-judges-series-original-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Row = readonly string[];

const file = 'internal/evidence.csv';
const instants = ['T1', 'T2', 'T3', 'T4'];
const told: readonly Told[] = [
  group,
  { name: 'age', role: 'quasi', kind: 'interval', of: 'years' },
  ...instants.map((of) => band(of)),
  { name: 'job', role: 'quasi', kind: 'label' },
  { name: 'illness', role: 'sensitive', kind: 'text' },
  pattern,
  level,
];

/** Four records of one group, two that rise and two that fall; the first is row 2 of the original, and so on. */
const evidence = ['2', '3', '4', '1'];
const published: readonly Row[] = ['ab', 'ab', 'ba', 'ba'].map((word, i) => ['1', '[20-30]', '[0-10]', '[0-10]', '[0-10]', '[0-10]', '{cook|nurse}', `ill ${i}`, word, '2']); // biome-ignore format: a line
const header = ['id', 'years', ...instants, 'job', 'illness'];
const original: readonly Row[] = [
  ['d', '20', '9', '10', '1', '0', 'cook', 'ill 3'],
  ['a', '30', '0', '0', '10', '10', 'nurse', 'ill 0'],
  ['b', '25', '1', '2', '10', '8', 'cook', 'ill 1'],
  ['c', '25', '9', '8', '2', '1', 'nurse', 'ill 2'],
  ['e', '99', '99', '99', '99', '99', 'clown', 'ill 9'],
];

interface Given {
  readonly told?: readonly Told[];
  readonly published?: readonly Row[];
  readonly evidence?: readonly string[];
  /** The whole text of the evidence; null where there is none. */
  readonly written?: string | null;
  readonly original?: readonly Row[];
  readonly header?: readonly string[];
  readonly hierarchy?: Readonly<Record<string, string>>;
  readonly manifest?: object;
  readonly line?: string;
  readonly before?: (counter: Counter) => Promise<unknown>;
}

const replaced = (rows: readonly Row[], row: number, column: number, cell: string): readonly Row[] =>
  rows.map((cells, r) => (r === row ? cells.with(column, cell) : cells));
const inOriginal = (row: number, name: string, cell: string): Given => ({ original: replaced(original, row, header.indexOf(name), cell) }); // biome-ignore format: a line
const inRelease = (row: number, name: string, cell: string): Given => ({ published: replaced(published, row, told.findIndex((one) => one.name === name), cell) }); // biome-ignore format: a line
const everywhere = (name: string, cell: string): Given => ({ published: published.map((cells) => cells.with(told.findIndex((one) => one.name === name), cell)) }); // biome-ignore format: a line

const breachesOf = (given: Given = {}) =>
  counted(async (counter) => {
    const folder = mkdtempSync(join(home, 'release-'));
    mkdirSync(join(folder, 'internal'));
    const written = given.written === undefined ? `_row\n${(given.evidence ?? evidence).join('\n')}\n` : given.written;
    if (written !== null) writeFileSync(join(folder, file), written);
    const names = given.header ?? header;
    const cells = (given.original ?? original).map((row) => `(${row.map(text).join(', ')})`);
    await counter.ask(
      `CREATE TEMP TABLE given AS FROM (VALUES ${cells.join(', ')}) AS t(${names.map((_, c) => `o${c}`).join(', ')})`,
    );
    const manifest = { method: 'naive', pattern: { form: 'word', segments: 2, maxLevel: 9 }, promises: { k: 2, p: 2 }, unit: 'each row is one subject, as declared', data: { file: 'days.csv', format: 'csv' }, ...given.manifest } as unknown as SeriesManifest; // biome-ignore format: a line
    const layout = layoutOf(await seriesSource(counter, given.told ?? told, given.published ?? published));
    await given.before?.(counter);
    const records = { layout, manifest, line: given.line ?? 'row_number() OVER ()' };
    const beside = { name: 'x.csv', table: 'given', columns: names.map((name, c) => ({ name, sql: `o${c}` })), hierarchy: given.hierarchy ?? {} }; // biome-ignore format: a line
    return checkSeriesOriginal(counter, records, folder, beside as unknown as Original);
  });

describe('records of series beside their rows of the original', () => {
  it('are true of them', async () => {
    expect(await breachesOf()).toEqual([]);
    expect(await breachesOf({ published: published.toReversed(), line: '5 - row_number() OVER ()' })).toEqual([]);
    expect(await breachesOf({ written: '_row\n"2"\n"3"\n4\n1\n' })).toEqual([]);
  });

  it.each([
    ['no evidence', { written: null }],
    ['none of its rows', { written: '_subject\n2\n3\n4\n1\n' }],
    ['more than rows', { written: '_row,_subject\n2,a\n3,b\n4,c\n1,d\n' }],
    ['an empty file', { written: '' }],
  ])('cannot be looked up with %s', async (_, given) => {
    await expect(breachesOf(given)).rejects.toThrow('verify/no-row-numbers');
  });

  it('cannot be looked up by evidence of another format', async () => {
    const folder = mkdtempSync(join(home, 'release-'));
    mkdirSync(join(folder, 'internal'));
    writeFileSync(join(folder, 'internal/evidence.parquet'), '_row\n2\n');
    const manifest = { data: { file: 'days.csv', format: 'csv' } } as unknown as SeriesManifest;
    const look = counted(async (counter) => {
      const layout = layoutOf(await seriesSource(counter, told, published));
      return checkSeriesOriginal(counter, { layout, manifest, line: '1' }, folder, {} as Original);
    });
    await expect(look).rejects.toThrow('verify/no-row-numbers');
  });

  it('are as many as lines of the evidence, each of which names a row of its own', async () => {
    expect(await breachesOf({ evidence: evidence.slice(1) })).toEqual([{ kind: 'evidence-differs', file, rows: 1 }]);
    expect(await breachesOf({ evidence: evidence.slice(2) })).toEqual([{ kind: 'evidence-differs', file, rows: 2 }]);
    expect(await breachesOf({ evidence: [...evidence, '5'] })).toEqual([{ kind: 'evidence-differs', file, rows: 1 }]);
    for (const strange of ['6', '0', 'x', '-1'])
      expect(await breachesOf({ evidence: ['2', '3', strange, '1'] })).toEqual([{ kind: 'foreign-record', file, records: 1, row: 3 }]); // biome-ignore format: a line
    expect(await breachesOf({ evidence: ['2', '7', '6', '1'] })).toEqual([{ kind: 'foreign-record', file, records: 2, row: 2 }]);
    expect(await breachesOf({ evidence: ['2', '3', '4', '4'] })).toEqual([{ kind: 'repeated-record', file, records: 1 }]);
    expect(await breachesOf({ evidence: ['2', '2', '2', '4'] })).toEqual([{ kind: 'repeated-record', file, records: 2 }]);
  });

  it('have values in their bands, ends included, of every column that has one', async () => {
    const outside = (columns: readonly string[], cells: number, row: number) => [{ kind: 'outside-band', file, columns, cells, row }]; // biome-ignore format: a line
    expect(await breachesOf(inOriginal(3, 'T2', '10.5'))).toEqual(outside(['T2'], 1, 3));
    expect(await breachesOf(inOriginal(0, 'T4', '-0.5'))).toEqual(outside(['T4'], 1, 4));
    expect(await breachesOf(inOriginal(1, 'years', '31'))).toEqual(outside(['age'], 1, 1));
    expect(await breachesOf(everywhere('T3', '[1-9]'))).toEqual(outside(['T3'], 2, 1));
    const both = replaced(replaced(original, 2, 2, '11'), 3, 5, '-1');
    expect(await breachesOf({ original: both })).toEqual(outside(['T1', 'T4'], 2, 2));
    for (const missing of ['', 'x']) expect(await breachesOf(inOriginal(3, 'T2', missing))).toEqual([]); // filled in
  });

  it('have both bounds where a band is two columns', async () => {
    const columns = told.flatMap((one) => one.name === 'T1' ? [band('T1_min', { kind: 'lower', of: 'T1' }), band('T1_max', { kind: 'upper', of: 'T1' })] : [one]); // biome-ignore format: a line
    const of = (lower: string, upper: string) => ({ told: columns, published: published.map((row) => row.toSpliced(2, 1, lower, upper)) }); // biome-ignore format: a line
    expect(await breachesOf(of('0', '9'))).toEqual([]);
    for (const [lower, upper] of [['1', '9'], ['0', '8']]) // biome-ignore format: a line
      expect((await breachesOf(of(lower, upper))).map(({ kind }) => kind)).toEqual(['outside-band']);
  });

  it('have labels that are true of their categories', async () => {
    const found = [{ kind: 'false-label', file, columns: ['job'], cells: 1, row: 2 }];
    expect(await breachesOf(inRelease(1, 'job', 'cook'))).toEqual([]);
    expect(await breachesOf(inRelease(1, 'job', 'nurse'))).toEqual(found);
    expect(await breachesOf(inRelease(1, 'job', 'clown'))).toEqual(found); // of a row that is not published
    expect(await breachesOf(inRelease(1, 'job', '{clown|nurse}'))).toEqual(found);
    await expect(breachesOf(inRelease(1, 'job', 'kitchen'))).rejects.toThrow('verify/hierarchy-needed');
    const hierarchy = { job: join(home, 'jobs.csv') };
    writeFileSync(hierarchy.job, 'cook;kitchen;all\nnurse;ward;all\n');
    expect(await breachesOf({ ...inRelease(1, 'job', 'kitchen'), hierarchy })).toEqual([]);
    expect(await breachesOf({ ...everywhere('job', 'all'), hierarchy })).toEqual([]);
    expect(await breachesOf({ ...inRelease(1, 'job', 'ward'), hierarchy })).toEqual(found);
    expect(await breachesOf({ ...inRelease(1, 'job', 'nowhere'), hierarchy })).toEqual(found);
    expect(await breachesOf({ ...inRelease(1, 'job', 'nurse'), hierarchy })).toEqual(found);
    await expect(breachesOf({ ...inRelease(1, 'job', 'kitchen'), hierarchy: { years: hierarchy.job } })).rejects.toThrow('verify/hierarchy-needed'); // biome-ignore format: a line
  });

  it('are named by the column that a label is of', async () => {
    const columns = told.map((one) => (one.name === 'job' ? { ...one, name: 'work', of: 'job' } : one));
    const hierarchy = { job: join(home, 'work.csv') };
    writeFileSync(hierarchy.job, 'cook;kitchen\nnurse;ward\n');
    expect(await breachesOf({ ...inRelease(1, 'job', 'kitchen'), told: columns, hierarchy })).toEqual([]);
    expect(await breachesOf({ ...inRelease(1, 'job', 'nurse'), told: columns })).toEqual([
      { kind: 'false-label', file, columns: ['work'], cells: 1, row: 2 },
    ]);
  });

  it('keep what is sensitive as it was', async () => {
    expect(await breachesOf(inRelease(2, 'illness', 'ILL 2'))).toEqual([
      { kind: 'changed-value', file, columns: ['illness'], cells: 1, row: 3 },
    ]);
    expect(await breachesOf({ ...inRelease(2, 'illness', ''), ...inOriginal(3, 'illness', '') })).toEqual([]);
    expect((await breachesOf(inOriginal(3, 'illness', ''))).map(({ kind }) => kind)).toEqual(['changed-value']);
  });

  it('are told of every column that breaks, in the order of what it says', async () => {
    const spoiled = replaced(replaced(original, 1, 2, '11'), 1, 7, 'none');
    expect(await breachesOf({ original: spoiled, ...inRelease(3, 'job', 'clown') })).toEqual([
      { kind: 'outside-band', file, columns: ['T1'], cells: 1, row: 1 },
      { kind: 'false-label', file, columns: ['job'], cells: 1, row: 4 },
      { kind: 'changed-value', file, columns: ['illness'], cells: 1, row: 1 },
    ]);
  });

  it('need every column in the original', async () => {
    for (const name of ['years', 'T4', 'job', 'illness'])
      await expect(breachesOf({ header: header.map((one) => (one === name ? 'x' : one)) })).rejects.toThrow('verify/not-the-original'); // biome-ignore format: a line
  });
});

describe('subjects of series in the original', () => {
  const unit = 'one series per "id", checked in the input';
  const twice = (id: string) => replaced(original, 2, 0, id);
  const repeated = (records: number) => [{ kind: 'repeated-subject', file, records }];

  it('have one record each, by the normal form of their ids', async () => {
    expect(await breachesOf({ manifest: { unit } })).toEqual([]);
    for (const id of ['a', 'A', ' a ', 'ａ']) expect(await breachesOf({ original: twice(id), manifest: { unit } })).toEqual(repeated(1)); // biome-ignore format: a line
    expect(await breachesOf({ original: original.map((row) => row.with(0, 'a')), manifest: { unit } })).toEqual(repeated(3));
  });

  it('have one record each, by ids as they are written where that counts', async () => {
    const exact = { unit, subjectSpelling: 'exact' };
    expect(await breachesOf({ original: twice('A'), manifest: exact })).toEqual([]);
    expect(await breachesOf({ original: twice('a'), manifest: exact })).toEqual(repeated(1));
    expect(await breachesOf({ original: replaced(original, 4, 0, 'a'), manifest: { unit } })).toEqual([]); // of a row that is not published
    const rows = 'one row per "id", checked in the input';
    expect(await breachesOf({ original: twice('a'), manifest: { unit: rows } })).toEqual(repeated(1));
  });

  it('are asked for only where they were checked, in a column that is there', async () => {
    expect(await breachesOf({ original: twice('a') })).toEqual([]);
    const lost = { unit: 'one series per "who", checked in the input' };
    await expect(breachesOf({ manifest: lost })).rejects.toThrow('verify/not-the-original');
  });

  it('and their claims are both told', async () => {
    const both = replaced(twice('a'), 1, 2, '11');
    const kinds = (await breachesOf({ original: both, manifest: { unit } })).map(({ kind }) => kind);
    expect(kinds).toEqual(['repeated-subject', 'outside-band']);
  });
});

describe('patterns of series beside the original', () => {
  const word = (row: number, cells: readonly string[]): readonly Row[] =>
    original.map((own, r) => (r === row ? own.toSpliced(2, 4, ...cells) : own));
  const falls = ['10', '9', '1', '0'];

  it('of Naive are the own word of P of their records', async () => {
    const spoiled = word(2, falls); // the second record now falls, and its pattern says that it rises
    expect(await breachesOf({ original: spoiled })).toEqual([
      { kind: 'borrowed-pattern', file, p: 2, leaves: 1, fewest: 1, row: 1 },
    ]);
    expect(await breachesOf({ original: spoiled, manifest: { promises: { k: 2, p: 1 } } })).toEqual([]);
    expect(await breachesOf({ original: word(2, ['10', '', '1', '0']) })).toEqual([]); // nobody knows its word
  });

  it('of KAPRA are the own word of each of them', async () => {
    const kapra = { method: 'kapra', promises: { k: 2, p: 1 } };
    expect(await breachesOf({ manifest: kapra })).toEqual([]);
    expect(await breachesOf({ original: word(2, falls), manifest: kapra })).toEqual([
      { kind: 'outside-pattern', file, columns: ['Pattern'], cells: 1, row: 2 },
    ]);
  });

  it('of PRISM are ranges that hold it, and representative ones say nothing of it', async () => {
    const ranges = published.map((row) => row.with(8, [...row[8]].join('|')));
    const form = (pattern: object) => ({ method: 'prism', pattern: { segments: 2, maxLevel: 9, ...pattern } });
    const given = { published: ranges, manifest: form({ form: 'interval' }) };
    expect(await breachesOf(given)).toEqual([]);
    expect(await breachesOf({ ...given, original: word(2, falls) })).toEqual([
      { kind: 'outside-pattern', file, columns: ['Pattern'], cells: 1, row: 2 },
    ]);
    const wide = ranges.map((row) => row.with(8, 'a-b|a-b'));
    expect(await breachesOf({ ...given, published: wide, original: word(2, falls) })).toEqual([]);
    expect(await breachesOf({ original: word(2, falls), manifest: form({ form: 'representative' }) })).toEqual([]);
  });

  it('are words of series of any size and any spike', async () => {
    const spike = (value: number) => Array.from({ length: 101 }, (_, t) => (t === 7 ? value : 0));
    const spiked = (spike: string, rest: string) => Array.from({ length: 101 }, (_, t) => (t === 7 ? spike : rest)).join('');
    const strangers = (series: readonly number[], word: string) =>
      counted(async (counter) => {
        await counter.ask(`CREATE TEMP TABLE beside AS SELECT 1 AS line, 1 AS group_id, '${word}' AS pattern, 2 AS level, CAST([${series.join(', ')}] AS DOUBLE[]) AS series`); // biome-ignore format: a line
        await findStrangers(counter, { form: 'word', segments: word.length } as unknown as SeriesManifest['pattern']);
        return (await countStrangers(counter)).cells;
      });
    expect(await strangers(spike(1), spiked('b', 'a'))).toBe(0); // ten deviations from the mean
    expect(await strangers(spike(-1), spiked('a', 'b'))).toBe(0);
    expect(await strangers(spike(1), spiked('a', 'a'))).toBe(1);
    for (const size of [1, 1e-300, 1e300]) {
      expect(await strangers([-size, -size, 0, 0], 'ab')).toBe(0);
      expect(await strangers([-size, -size, 0, 0], 'bb')).toBe(1);
      expect(await strangers([0, 0, size, size], 'ab')).toBe(0);
      expect(await strangers([0, 0, size, size], 'bb')).toBe(1);
    }
  });

  it('and the values that means are of are those of the original', async () => {
    const valuesOf = (changed: number) => (counter: Counter) =>
      counter.ask(`CREATE TEMP TABLE valued AS SELECT row_number() OVER () AS place, * FROM (VALUES (0, 0, 10, 10), (1, 2, 10, 8), (9, ${changed}, 2, 1), (9, 10, 1, 0)) AS t(x0, x1, x2, x3)`); // biome-ignore format: a line
    const mean = { manifest: { curve: 'mean' } };
    expect(await breachesOf({ ...mean, before: valuesOf(8) })).toEqual([]);
    expect(await breachesOf({ ...mean, before: valuesOf(7) })).toEqual([
      { kind: 'changed-value', file: 'internal/values.csv', columns: ['T2'], cells: 1, row: 3 },
    ]);
    expect(await breachesOf({ before: valuesOf(7) })).toEqual([]);
  });
});
