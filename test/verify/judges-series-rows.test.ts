import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { SeriesManifest } from '../../src/release/manifest.ts';
import type { CensusAsked } from '../../src/verify/census.ts';
import type { Original } from '../../src/verify/original.ts';
import type { LineFindings } from '../../src/verify/series/line-findings.ts';
import { gatherRecords } from '../../src/verify/series/records.ts';
import { checkSeriesRows } from '../../src/verify/series/series-rows.ts';
import type { Source } from '../../src/verify/source.ts';
import { band, curve, group, level, pattern, seriesSource, type Told } from './series-source.ts';
import { counted } from './source-of-rows.ts';

const home = mkdtempSync(join(tmpdir(), 'shoal-judges-series-rows-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Row = readonly string[];

const file = 'days.csv';
const told: readonly Told[] = [group, band('T1'), { name: 'illness', role: 'sensitive', kind: 'text' }, pattern, level];

/** Two groups of four, with two patterns each, that two records share; all of them have something else. */
const published: readonly Row[] = [1, 2].flatMap((id) =>
  ['a', 'a', 'b', 'b'].map((word, i) => [String(id), `[${id}-${id + 9}]`, `ill ${i}`, word, '2']),
);
const sound = { rows: 8, groups: 2, leaves: 4, smallestGroup: 4, smallestLeaf: 2 };

interface Given {
  readonly told?: readonly Told[];
  readonly rows?: readonly Row[];
  readonly promises?: object;
  readonly declared?: number;
  readonly manifest?: object;
  readonly census?: CensusAsked;
  readonly stage?: 'published';
  readonly lines?: Source['lines'];
  /** Files of the folder, by their names in it. */
  readonly files?: Readonly<Record<string, string>>;
  /** Rows of the original, if it is given. */
  readonly original?: string;
}

const judge = (given: Given = {}) =>
  counted(async (counter) => {
    const folder = mkdtempSync(join(home, 'release-'));
    mkdirSync(join(folder, 'internal'));
    for (const [name, text] of Object.entries(given.files ?? {})) writeFileSync(join(folder, 'internal', name), text);
    const rows = given.rows ?? published;
    const read = await seriesSource(counter, given.told ?? told, rows);
    const source = given.lines === undefined ? read : { ...read, table: 'nowhere', lines: given.lines };
    const manifest = {
      method: 'naive',
      promises: { k: 4, p: 2, ...given.promises },
      unit: 'each row is one subject, as declared',
      pattern: { form: 'word', segments: 1, maxLevel: 9 },
      data: { file, format: 'csv', rows: given.declared ?? rows.length },
      columns: given.told ?? told,
      ...given.manifest,
    } as unknown as SeriesManifest;
    const original = given.original === undefined ? undefined : { name: 'x.csv', table: given.original, columns: ['T1', 'illness'].map((name) => ({ name, sql: name })), hierarchy: {} } as unknown as Original; // biome-ignore format: a line
    return checkSeriesRows(counter, source, manifest, { folder, stage: given.stage ?? 'written', original, population: undefined, noiseKey: undefined, census: given.census ?? false }); // biome-ignore format: a line
  });

const kindsOf = async (given: Given) => (await judge(given)).breaches.map(({ kind }) => kind);
const changed = (changes: Readonly<Record<string, string>>, rows = published): readonly Row[] =>
  rows.map((cells, r) => cells.map((cell, c) => changes[`${r} ${c}`] ?? cell));

describe('rows of series', () => {
  it('hold where cells, groups, patterns and their number are as they are told', async () => {
    expect(await judge()).toEqual({ breaches: [], classes: sound });
    expect(await judge({ declared: 9 })).toEqual({
      breaches: [{ kind: 'wrong-row-count', file, declared: 9, found: 8 }],
      classes: sound,
    });
    const spoiled = changed({ '1 1': '[2-1]', '5 0': '4' });
    expect(await kindsOf({ rows: spoiled, declared: 7 })).toEqual(['wrong-row-count', 'inverted-interval', 'gap-in-numbers', 'small-group', 'small-leaf', 'split-group']); // biome-ignore format: a line
  });

  it('are counted only where nothing is wrong', async () => {
    expect((await judge({ census: true })).census).toMatchObject({
      kind: 'series',
      groups: [[4, 2]],
      leaves: [[2, 4]],
      strangeBands: 0,
    });
    const bands = [{ size: 4, lower: [1], upper: [10] }, { size: 4, lower: [2], upper: [10] }, { size: 4, lower: [9], upper: [9] }]; // biome-ignore format: a line
    expect((await judge({ census: { instants: ['T1'], bands } })).census).toMatchObject({ strangeBands: 2 });
    for (const census of [true, { instants: ['T1'], bands }]) expect(await judge({ census, promises: { k: 5 } })).not.toHaveProperty('census'); // biome-ignore format: a line
    expect(await judge()).not.toHaveProperty('census');
  });

  it('have GroupIDs without a gap, where they can be counted with', async () => {
    const renumbered = (id: string) => published.map((row) => (row[0] === '2' ? row.with(0, id) : row));
    expect(await judge({ rows: renumbered('3') })).toMatchObject({ breaches: [{ kind: 'gap-in-numbers', file, columns: ['GroupID'], cells: 2, row: 1 }] }); // biome-ignore format: a line
    expect(await kindsOf({ rows: renumbered('03') })).toEqual(['malformed-group-id']);
    expect(await kindsOf({ rows: renumbered('') })).toEqual(['empty-cell']);
    expect(await kindsOf({ rows: renumbered('03').map((row) => row.with(4, 'x')) })).toEqual(['malformed-group-id', 'malformed-level']); // biome-ignore format: a line
    expect(await kindsOf({ rows: renumbered('3').map((row) => row.with(4, 'x')) })).toEqual(['malformed-level', 'gap-in-numbers']); // biome-ignore format: a line
  });

  it('have l values in each pattern of an envelope, and of its GroupID where that has several', async () => {
    expect(await kindsOf({ promises: { l: 2 } })).toEqual([]);
    expect(await judge({ promises: { l: 3 } })).toMatchObject({
      breaches: [{ kind: 'few-values', classes: 4, fewest: 2, l: 3 }],
    });
    // a GroupID of two envelopes, each of which has one value, and together two
    const split = published.map(([, , , word]) => word).map((word, i) => ['1', i < 4 ? '[1-10]' : '[2-11]', `ill ${i < 4 ? 0 : 1}`, word, '2']); // biome-ignore format: a line
    expect(await kindsOf({ rows: split, promises: { l: 2 } })).toEqual(['split-group', 'few-values']);
    expect(await kindsOf({ rows: split, promises: { k: 5, l: 2 } })).toEqual(['small-group', 'split-group', 'few-values']);
    const apart = split.map((row, i) => row.with(0, i < 4 ? '1' : '2'));
    expect(await kindsOf({ rows: apart, promises: { l: 2 } })).toEqual(['few-values']);
  });

  it('keep what is promised of their values, which is asked only of groups that are sound', async () => {
    const alike = published.map((row) => row.with(2, 'ill'));
    const models = [{ model: 'distinct', column: 'illness', l: 2 }];
    expect(await kindsOf({ promises: { models } })).toEqual([]);
    const [found, ...others] = await kindsOf({ rows: alike, promises: { models } });
    expect(found).toBeDefined();
    expect(others).toEqual([]);
    const kinds = (given: Given) => kindsOf({ rows: alike, ...given, promises: { models, ...given.promises } });
    expect(await kinds({ promises: { k: 5 } })).toEqual(['small-group']);
    expect(await kinds({ promises: { l: 2 } })).toEqual(['few-values']);
    expect(await kinds({ promises: { k: 5, l: 2 } })).toEqual(['small-group', 'few-values']);
    const malformed = alike.map((row) => row.with(1, row[1].replace('-', ' ')));
    expect(await kinds({ rows: malformed })).toEqual(['malformed-interval']);
    expect(await kinds({ rows: malformed, promises: { k: 5 } })).toEqual(['malformed-interval', 'small-group']);
    expect(await kinds({ rows: malformed, promises: { l: 2 } })).toEqual(['malformed-interval', 'few-values']);
  });

  it('have curves that are looked at only where cells and groups are sound', async () => {
    const curved = [...told, curve('T1')];
    const rows = published.map((row) => [...row, String(Number(row[0]) + 4.5)]);
    expect(await kindsOf({ told: curved, rows: rows.map((row) => row.with(5, '3')) })).toEqual(['false-curve']);
    const decimals = [...told, curve('T1', { decimals: 1 })];
    expect(await kindsOf({ told: decimals, rows })).toEqual([]);
    const wrong = rows.map((row) => row.with(5, '3.0'));
    expect(await kindsOf({ told: decimals, rows: wrong })).toEqual(['false-curve']);
    expect(await kindsOf({ told: decimals, rows: wrong, promises: { k: 5 } })).toEqual(['small-group']);
    const malformed = wrong.map((row) => row.with(4, 'x'));
    expect(await kindsOf({ told: decimals, rows: malformed })).toEqual(['malformed-level']);
    expect(await kindsOf({ told: decimals, rows: malformed, promises: { k: 5 } })).toEqual(['malformed-level', 'small-group']);
    expect(await kindsOf({ told: decimals, rows: wrong, promises: { l: 3 } })).toEqual(['few-values', 'false-curve']);
    const mean = { curve: 'mean' };
    const published_ = { told: decimals, manifest: mean, stage: 'published' } as const;
    expect(await kindsOf({ ...published_, rows: wrong })).toEqual([]); // a mean may lie anywhere in the band
    expect(await kindsOf({ ...published_, rows: wrong.map((row, i) => row.with(5, i % 2 === 0 ? '3.0' : '4.0')) })).toEqual(['split-mean']); // biome-ignore format: a line
  });
});

describe('rows that were put together by their lines', () => {
  const findings = {
    rows: 8,
    ids: Float64Array.of(1, 2),
    sizes: Float64Array.of(4, 4),
    prints: new Int32Array(0),
    lower: Float64Array.of(1, 2),
    upper: Float64Array.of(10, 11),
    found: [],
    leafRows: Uint32Array.of(2, 2, 2, 2),
    leafEnds: Uint32Array.of(0, 1, 0, 1),
    ends: [{ pattern: 'a', level: 2 }, { pattern: 'b', level: 2 }],
  } as LineFindings; // biome-ignore format: lists

  it('are judged by what was found there, and nothing else is read', async () => {
    expect(await judge({ lines: async () => [findings] })).toEqual({ breaches: [], classes: sound });
    expect(await kindsOf({ lines: async () => [findings], declared: 9 })).toEqual(['wrong-row-count']);
  });

  it('are read where nothing was found', async () => {
    await expect(judge({ lines: async () => undefined })).rejects.toThrow();
    await expect(judge({ lines: async () => [findings], promises: { k: 5 } })).rejects.toThrow();
  });
});

describe('rows beside what does not leave', () => {
  const values = `T1\n${published.map(([id], i) => Number(id) + 2 * (i % 4)).join('\n')}\n`; // 1, 3, 5, 7 and 2, 4, 6, 8
  const curved = [...told, curve('T1')];
  const rows = published.map((row) => [...row, row[0] === '1' ? '4' : '5']);
  const mean: Given = { told: curved, rows, manifest: { curve: 'mean' }, files: { 'values.csv': values, 'evidence.csv': `_row\n${published.map((_, i) => i + 1).join('\n')}\n` } }; // biome-ignore format: a line
  const original = (change = '') => `(SELECT CAST(t1 AS VARCHAR) AS T1, 'ill ' || (i % 4) AS illness FROM (VALUES ${published.map(([id], i) => `(${i}, ${Number(id) + 2 * (i % 4)}${i === 0 ? change : ''})`).join(', ')}) AS t(i, t1))`; // biome-ignore format: a line
  const representative = { pattern: { form: 'representative', segments: 1, maxLevel: 9 } };
  const both: Given = { ...mean, manifest: { curve: 'mean', ...representative } };

  it('have means proved by their values, only where they are means and all else is sound', async () => {
    expect(await judge(mean)).toEqual({ breaches: [], classes: sound, counted: 'subjects' });
    expect(await judge({ ...mean, files: {} })).toMatchObject({ breaches: [{ kind: 'values-missing' }], counted: 'rows' });
    expect(await judge({ ...mean, files: {}, promises: { k: 5 } })).not.toHaveProperty('counted');
    expect(await judge()).not.toHaveProperty('counted');
  });

  it('are compared with the original, where it is given and nothing is wrong without it', async () => {
    expect(await judge({ ...both, original: original() })).toEqual({ breaches: [], classes: sound, counted: 'subjects', original: true }); // biome-ignore format: a line
    const files = { 'evidence.csv': mean.files?.['evidence.csv'] ?? '' };
    expect(await judge({ files, manifest: representative, original: original() })).toEqual({ breaches: [], classes: sound, original: true }); // biome-ignore format: a line
    expect(await judge({ files, manifest: representative, original: original(' + 20') })).toMatchObject({ original: true, breaches: [{ kind: 'outside-band', cells: 1 }] }); // biome-ignore format: a line
    const missing = await judge({ ...both, files, original: original(' + 20') });
    expect(missing.breaches.map(({ kind }) => kind)).toEqual(['values-missing']);
    expect(missing).not.toHaveProperty('original');
    const small = await judge({ files, manifest: representative, original: original(' + 20'), promises: { k: 5 } });
    expect(small.breaches.map(({ kind }) => kind)).toEqual(['small-group']);
    expect(small).not.toHaveProperty('original');
  });
});

const long: readonly Told[] = [
  group,
  { name: 'Record', role: 'record', kind: 'id' },
  { name: 'Time', role: 'instant', kind: 'text' },
  { name: 'Value', role: 'series', kind: 'interval', of: 'Value' },
  { name: 'illness', role: 'sensitive', kind: 'text' },
  pattern,
  level,
];
const instants = ['T1', 'T2'];
const longRows: readonly Row[] = published.flatMap(([id, cell, ill, word, at], i) => instants.map((instant) => [id, String(8 - i), instant, cell, ill, word, at])); // biome-ignore format: a line
const inLong: Given = { told: long, rows: longRows, manifest: { shape: 'long', instants } };

describe('rows of instants', () => {
  it('are put together to records, which are counted', async () => {
    expect(await judge(inLong)).toEqual({ breaches: [], classes: { ...sound, rows: 16, records: 8 } });
    expect(await kindsOf({ ...inLong, declared: 15 })).toEqual(['wrong-row-count']);
    expect(await kindsOf({ ...inLong, promises: { k: 5 }, declared: 15 })).toEqual(['wrong-row-count', 'small-group']);
    const gap = longRows.map((row) => (row[1] === '8' ? row.with(1, '9') : row));
    expect(await kindsOf({ ...inLong, rows: gap, promises: { k: 5 } })).toEqual(['gap-in-numbers', 'small-group']);
  });

  it('prove nothing where records are not whole', async () => {
    expect(await judge({ ...inLong, rows: longRows.slice(1), promises: { k: 5 } })).toEqual({
      breaches: [{ kind: 'incomplete-record', file, records: 1, instants: 2, row: 1 }],
      rows: 15,
    });
    const both = await judge({ ...inLong, rows: longRows.slice(1), declared: 16 });
    expect(both.breaches.map(({ kind }) => kind)).toEqual(['wrong-row-count', 'incomplete-record']);
  });

  it('are compared with the row of the original that their record was', async () => {
    const files = { 'evidence.csv': `_row\n${published.map((_, i) => 8 - i).join('\n')}\n` };
    const pattern_ = { pattern: { form: 'representative', segments: 1, maxLevel: 9 } };
    const given = { ...inLong, files, manifest: { ...inLong.manifest, ...pattern_ } };
    const table = (rows: readonly number[]) => `(SELECT CAST(v AS VARCHAR) AS T1, CAST(v AS VARCHAR) AS T2, 'ill ' || (i % 4) AS illness FROM (VALUES ${rows.map((row, i) => `(${i}, ${row})`).join(', ')}) AS t(i, v))`; // biome-ignore format: a line
    const judgeBeside = (rows: readonly number[]) =>
      counted(async (counter) => {
        const folder = mkdtempSync(join(home, 'release-'));
        mkdirSync(join(folder, 'internal'));
        writeFileSync(join(folder, 'internal/evidence.csv'), files['evidence.csv']);
        const source = await seriesSource(counter, long, longRows);
        const original = { name: 'x.csv', table: table(rows), columns: ['T1', 'T2', 'illness'].map((name) => ({ name, sql: name })), hierarchy: {} } as unknown as Original; // biome-ignore format: a line
        const manifest = { method: 'prism', promises: { k: 4, p: 2 }, unit: 'rows', data: { file, format: 'csv', rows: 16 }, columns: long, ...given.manifest } as unknown as SeriesManifest; // biome-ignore format: a line
        return checkSeriesRows(counter, source, manifest, { folder, stage: 'published', original, population: undefined, noiseKey: undefined, census: false }); // biome-ignore format: a line
      });
    const own = [1, 1, 1, 1, 11, 11, 11, 11];
    expect(await judgeBeside(own)).toEqual({ breaches: [], classes: { ...sound, rows: 16, records: 8 }, original: true });
    expect(await judgeBeside(own.toReversed())).toMatchObject({
      breaches: [{ kind: 'outside-band', columns: ['Value at T1', 'Value at T2'], cells: 16, row: 1 }],
    });
  });

  it('say the same of their record in every row, a missing number and the sign of a zero included', async () => {
    const columns = [...long.slice(0, 4), { name: 'age_min', role: 'quasi', kind: 'lower', of: 'age', isDouble: true } as const, pattern, level]; // biome-ignore format: a line
    const torn = (...cells: readonly string[]) =>
      counted(async (counter) => {
        const rows = ['1', '2'].flatMap((record) => cells.map((cell, t) => ['1', record, `T${t + 1}`, '[1-2]', record === '1' ? cell : '5', 'a', '1'])); // biome-ignore format: a line
        const source = await seriesSource(counter, columns, rows);
        const manifest = { instants: cells.map((_, t) => `T${t + 1}`), data: { file } } as unknown as SeriesManifest;
        return (await gatherRecords(counter, source, manifest)).breaches;
      });
    for (const cells of [['1', '1'], ['', ''], ['0', '0'], ['-0', '-0'], ['-1', '-1', '-1']]) expect(await torn(...cells)).toEqual([]); // biome-ignore format: a line
    for (const cells of [['1', '2'], ['', '1'], ['1', ''], ['0', '-0'], ['-0', '0'], ['1', '1', ''], ['1', '-1']]) // biome-ignore format: a line
      expect(await torn(...cells), String(cells)).toEqual([{ kind: 'torn-record', file, records: 1, row: 1 }]);
  });
});
