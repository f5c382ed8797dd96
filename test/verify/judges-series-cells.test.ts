import { describe, expect, it } from 'vitest';
import type { SeriesManifest } from '../../src/release/manifest.ts';
import { subjectCheck } from '../../src/verify/cell-checks.ts';
import { layoutOf } from '../../src/verify/layout.ts';
import { checkCells, checkCellsIn } from '../../src/verify/series/cells.ts';
import { readClasses } from '../../src/verify/series/classes.ts';
import { band, curve, group, level, pattern, seriesSource, type Told } from './series-source.ts';
import { counted, sourceOf } from './source-of-rows.ts';

type Row = readonly string[];

const file = 'days.csv';

const breachesIn = (told: readonly Told[], rows: readonly Row[], kind?: 'mean') =>
  counted(async (counter) => {
    const layout = layoutOf(await seriesSource(counter, told, rows));
    await readClasses(counter, layout);
    const manifest = { pattern: { form: 'word', segments: 2, maxLevel: 9 }, data: { file }, curve: kind };
    return checkCells(counter, layout, manifest as unknown as SeriesManifest);
  });

const job: Told = { name: 'job', role: 'quasi', kind: 'label', of: 'job' };
const told = [group, band('T1', { decimals: 1 }), band('T2', { decimals: 1 }), job, pattern, level, curve('T1', { decimals: 1 }), curve('T2', { decimals: 1 })]; // biome-ignore format: a line
const row: Row = ['1', '[0.0-1.0]', '[2.0-3.5]', 'cook', 'ab', '2', '0.5', '2.5'];
const other: Row = ['2', '[4.0-5.0]', '[6.0-7.5]', '{cook|nurse}', 'ba', '3', '4.5', '7.0'];
const changed = (from: Row, cells: Readonly<Record<number, string>>): Row => from.map((cell, c) => cells[c] ?? cell);

describe('cells of a series', () => {
  it('are in the form that each column owes', async () => {
    expect(await breachesIn(told, [row, row, other, other])).toEqual([]);
  });

  const cases: readonly (readonly [column: number, cell: string, kind: string])[] = [
    [0, '', 'empty-cell'],
    [0, '01', 'malformed-group-id'],
    [1, '[0.0-1.5', 'malformed-interval'],
    [1, '[1.0-0.0]', 'inverted-interval'],
    [2, '[0.00-1.00]', 'wrong-decimals'],
    [3, '', 'empty-cell'],
    [3, '{nurse|cook}', 'malformed-set'],
    [4, 'a', 'wrong-pattern-length'],
    [4, 'ac', 'symbol-outside-level'],
    [5, '10', 'level-out-of-range'],
    [5, 'x', 'malformed-level'],
    [6, '1.25', 'wrong-decimals'],
    [6, '', 'empty-cell'],
    [7, 'x', 'malformed-number'],
  ];
  it.each(cases)('are found where one is not: column %i, %j', async (column, cell, kind) => {
    const bad = changed(row, { [column]: cell });
    const found = { kind, file, columns: [told[column].name], cells: 2, row: 3 };
    expect(await breachesIn(told, [row, other, bad, row, bad])).toEqual([found]);
  });

  it('are counted in each column, by what is wrong with them, and the first row of the first column is told', async () => {
    const rows = [
      row,
      changed(other, { 2: '[7.0-6.0]' }),
      changed(row, { 1: '[3.0-2.0]' }),
      changed(row, { 1: '[0.0-1]' }),
      changed(row, { 1: '[3.0-2.0]', 2: '[0-1]' }),
    ];
    expect(await breachesIn(told, rows)).toEqual([
      { kind: 'inverted-interval', file, columns: ['T1', 'T2'], cells: 3, row: 3 },
      { kind: 'wrong-decimals', file, columns: ['T1', 'T2'], cells: 2, row: 4 },
    ]);
  });

  it('are all of them looked at, of however many columns', async () => {
    const bands = Array.from({ length: 110 }, (_, t) => band(`T${t}`));
    const many = [group, ...bands, pattern, level];
    const sound: Row = ['1', ...bands.map((_, t) => `[${t}-${t + 1}]`), 'aa', '1'];
    expect(await breachesIn(many, [sound, sound])).toEqual([]);
    for (const wrong of [[1], [48, 49], [3, 50, 97, 110]]) {
      const bad = changed(sound, Object.fromEntries(wrong.map((t) => [t, '[2-1]'])));
      const columns = wrong.map((t) => `T${t - 1}`);
      const cells = 2 * wrong.length;
      expect(await breachesIn(many, [sound, bad, bad])).toEqual([{ kind: 'inverted-interval', file, columns, cells, row: 2 }]);
    }
  });

  it('owe the same where columns are declared alike, and each its own where they are not', async () => {
    const apart = [group, band('T1', { decimals: 1 }), band('T2'), band('T3', { decimals: 1 }), pattern, level];
    const sound: Row = ['1', '[0.0-1.0]', '[0-1]', '[0.0-1.0]', 'aa', '1'];
    expect(await breachesIn(apart, [sound, sound])).toEqual([]);
    const columns = ['T1', 'T2', 'T3'];
    const swapped = changed(sound, { 1: '[0-1]', 2: '[0.0-1.0]', 3: '[0-1]' });
    expect(await breachesIn(apart, [swapped])).toEqual([{ kind: 'wrong-decimals', file, columns, cells: 3, row: 1 }]);
    const last = changed(sound, { 3: '[0-1]' });
    expect(await breachesIn(apart, [sound, last])).toEqual([{ kind: 'wrong-decimals', file, columns: ['T3'], cells: 1, row: 2 }]);
  });

  it('of means may be blank, as text and as doubles', async () => {
    expect(await breachesIn(told, [changed(row, { 6: '' }), other], 'mean')).toEqual([]);
    const wrong = changed(row, { 6: '0.25', 7: '' });
    const found = { kind: 'wrong-decimals', file, columns: ['T1_curve'], cells: 1, row: 1 };
    expect(await breachesIn(told, [wrong, other], 'mean')).toEqual([found]);
    const doubles = [...told.slice(0, 6), curve('T1', { decimals: 1, isDouble: true }), curve('T2', { decimals: 1, isDouble: true })]; // biome-ignore format: a line
    expect(await breachesIn(doubles, [changed(row, { 6: '' }), other], 'mean')).toEqual([]);
    expect(await breachesIn(doubles, [wrong, other], 'mean')).toEqual([found]);
    expect(await breachesIn(doubles, [changed(row, { 6: '' }), other])).toEqual([
      { kind: 'empty-cell', file, columns: ['T1_curve'], cells: 1, row: 1 },
    ]);
  });

  it('that are doubles have no negative zero, which a database takes for zero', async () => {
    const bounds = ['lower', 'upper'].map((kind) => band(`T1_${kind}`, { kind: kind as 'lower', of: 'T1', isDouble: true } as object)); // biome-ignore format: a line
    const apart = [group, ...bounds, pattern, level, curve('T1', { isDouble: true })];
    const plain: Row = ['1', '0', '0', 'aa', '1', '0'];
    expect(await breachesIn(apart, [plain, plain])).toEqual([]);
    expect(await breachesIn(apart, [plain, changed(plain, { 1: '-1' }), changed(plain, { 2: '-0' }), changed(plain, { 5: '-0' })])).toEqual([{ kind: 'malformed-number', file, columns: ['T1_upper', 'T1_curve'], cells: 2, row: 3 }]); // biome-ignore format: a line
    for (const kind of ['mean', undefined] as const)
      for (const rows of [
        [changed(plain, { 5: '-0' }), plain],
        [plain, changed(plain, { 5: '-0' })],
      ]) {
        // biome-ignore format: a line
        const [found] = await breachesIn(apart, rows, kind);
        expect(found).toMatchObject({ kind: 'malformed-number', columns: ['T1_curve'], cells: 1 });
      }
  });
});

describe('some cells of a source', () => {
  it('are looked at with the rows that share them', async () => {
    await counted(async (counter) => {
      const source = await sourceOf(counter, [['who', 'subject']], [['1'], ['x'], ['2'], ['x'], ['y']]); // biome-ignore format: a line
      const [column] = source.columns.map((one) => ({ ...one, declared: { ...one.declared, kind: 'id' as const } }));
      await counter.ask('CREATE TEMP TABLE people AS SELECT c0, count(*) AS n FROM r GROUP BY c0');
      const found = await checkCellsIn(counter, { source, table: 'people', file }, [subjectCheck(column)]);
      expect(found).toEqual([{ kind: 'malformed-subject-id', file, columns: ['who'], cells: 3, row: 2 }]);
      expect(await checkCellsIn(counter, { source, table: '(FROM people WHERE c0 < \'9\')', file }, [subjectCheck(column)])).toEqual([]); // biome-ignore format: a line
    });
  });
});
