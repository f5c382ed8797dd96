import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Counter } from '../../src/base/counting.ts';
import type { SeriesManifest } from '../../src/release/manifest.ts';
import { layoutOf } from '../../src/verify/layout.ts';
import type { Original } from '../../src/verify/original.ts';
import { readClasses } from '../../src/verify/series/classes.ts';
import { changedValues, checkMeanCurves, proveMeans } from '../../src/verify/series/mean-curves.ts';
import { draws } from '../suite/draws.ts';
import { band, curve, group, level, pattern, seriesSource, type Told } from './series-source.ts';
import { counted } from './source-of-rows.ts';

let folder = '';
const home = mkdtempSync(join(tmpdir(), 'shoal-judges-means-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(home, 'release-'));
});

type Row = readonly string[];
const manifest = { data: { file: 'days.csv' }, curve: 'mean' } as unknown as SeriesManifest;
const named = (instants: number): readonly string[] => Array.from({ length: instants }, (_, t) => `T${t + 1}`);
const columnsOf = (instants: number, decimals = 1): readonly Told[] => [group, ...named(instants).map((of) => band(of)), { name: 'age', role: 'quasi', kind: 'interval', of: 'age' }, pattern, level, ...named(instants).map((of) => curve(of, { decimals }))]; // biome-ignore format: a line

/** A group's row: its bands, and its curve. */
const rowOf = (id: number, bands: readonly (readonly [number, number])[], cells: readonly string[], word = 'a'): Row => [String(id), ...bands.map(([lower, upper]) => `[${lower}-${upper}]`), '[900-999]', word, '1', ...cells]; // biome-ignore format: a line

async function layoutIn(counter: Counter, told: readonly Told[], rows: readonly Row[]) {
  const layout = layoutOf(await seriesSource(counter, told, rows));
  await readClasses(counter, layout);
  return layout;
}

describe('means, by what leaves', () => {
  const breachesIn = (told: readonly Told[], rows: readonly Row[]) =>
    counted(async (counter) => checkMeanCurves(counter, await layoutIn(counter, told, rows), manifest));
  const two = columnsOf(2);
  const bands = [[0, 10], [20, 30]] as const; // biome-ignore format: a line

  it('lie in the band of their group, its ends included, or are blank', async () => {
    const rows = [rowOf(1, bands, ['0.0', '30.0']), rowOf(1, bands, ['0.0', '30.0'], 'b'), rowOf(2, bands, ['', '25.5'])];
    expect(await breachesIn(two, rows)).toEqual([]);
  });

  it('are found outside it, in however many columns, each with the rows that say so', async () => {
    for (const outside of ['-0.1', '10.1', 'x']) {
      const bad = rowOf(2, bands, [outside, '25.0']);
      const found = { kind: 'mean-outside-band', file: 'days.csv', columns: ['T1_curve'], cells: 3, row: 2 };
      expect(await breachesIn(two, [rowOf(1, bands, ['1.0', '25.0']), bad, bad, bad])).toEqual([found]);
    }
    const many = 26; // more than are asked about at a time
    const wide = Array.from({ length: many }, (_, t) => [t, t + 1] as const);
    const sound = wide.map(([lower]) => `${lower}.5`);
    for (const wrong of [[24], [0, 23, 25]]) {
      const rows = [rowOf(1, wide, sound), rowOf(2, wide, sound.map((cell, t) => (wrong.includes(t) ? `${t - 1}.0` : cell)))]; // biome-ignore format: a line
      const columns = wrong.map((t) => `T${t + 1}_curve`);
      const found = { kind: 'mean-outside-band', file: 'days.csv', columns, cells: wrong.length, row: 2 };
      expect(await breachesIn(columnsOf(many), rows)).toEqual([found]);
    }
  });

  it('are compared with both bounds where a band is two columns', async () => {
    const apart = [group, band('T1_min', { kind: 'lower', of: 'T1' }), band('T1_max', { kind: 'upper', of: 'T1' }), pattern, level, curve('T1')]; // biome-ignore format: a line
    const kinds = async (cell: string) => (await breachesIn(apart, [['1', '3', '5', 'a', '1', cell]])).map(({ kind }) => kind);
    for (const cell of ['3', '4', '5', '']) expect(await kinds(cell)).toEqual([]);
    for (const cell of ['2', '6']) expect(await kinds(cell)).toEqual(['mean-outside-band']);
  });

  it('are one for a group, whatever its patterns', async () => {
    const rows = [
      rowOf(1, bands, ['1.0', '25.0']),
      rowOf(2, bands, ['1.0', '25.0']),
      rowOf(2, bands, ['1.1', '25.0'], 'b'),
      rowOf(3, bands, ['1.0', '']),
      rowOf(3, bands, ['1.0', '25.0']),
    ];
    expect(await breachesIn(two, rows)).toEqual([{ kind: 'split-mean', file: 'days.csv', groups: 2, row: 2 }]);
    expect(await breachesIn(two, rows.slice(0, 2))).toEqual([]);
  });

  it('are told of each instant', async () => {
    const rows = [rowOf(1, bands, ['1.0'])];
    expect(await breachesIn(two.slice(0, -1), rows)).toEqual([{ kind: 'unpaired-curve', columns: ['T1_curve'] }]);
  });
});

const file = 'internal/values.csv';
const writeValues = (text: string): void => {
  mkdirSync(join(folder, 'internal'), { recursive: true });
  writeFileSync(join(folder, file), text);
};

type Beside = Parameters<typeof proveMeans>[2];

const proved = (told: readonly Told[], rows: readonly Row[], beside: Partial<Beside> = {}, line = 'row_number() OVER ()') =>
  counted(async (counter) => {
    const layout = await layoutIn(counter, told, rows);
    return proveMeans(counter, { layout, manifest, line }, { folder, stage: 'written', original: undefined, ...beside });
  });

describe('means, by the values they are of', () => {
  const one = columnsOf(1);
  const rows = [rowOf(1, [[0, 10]], ['4.0']), rowOf(1, [[0, 10]], ['4.0']), rowOf(1, [[0, 10]], ['4.0'])]; // biome-ignore format: a line
  const holds = { breaches: [], counted: 'subjects' };

  it('are theirs, in the order of the records', async () => {
    writeValues('T1\n2\n3\n7\n');
    expect(await proved(one, rows)).toEqual(holds);
    writeValues('T1\n5\n4\n2\n2\n4\n6\n');
    const ordered = [rowOf(1, [[2, 5]], ['3.7']), rowOf(2, [[2, 7]], ['4.0'])].flatMap((row) => [row, row, row]); // biome-ignore format: a line
    expect(await proved(one, ordered)).toEqual(holds);
    expect(await proved(one, ordered.toReversed(), {}, '7 - row_number() OVER ()')).toEqual(holds);
    expect(await proved(one, ordered.toReversed())).toMatchObject({ counted: 'rows', breaches: [{ kind: 'outside-band' }, { kind: 'wrong-mean' }] }); // biome-ignore format: a line
  });

  it('are owed where a release is written, or is compared with its original; else nothing is proved of them', async () => {
    const missing = { breaches: [{ kind: 'values-missing', file }], counted: 'rows' };
    const original = {} as Original;
    expect(await proved(one, rows)).toEqual(missing);
    expect(await proved(one, rows, { stage: 'published' })).toEqual({ breaches: [], counted: 'rows' });
    expect(await proved(one, rows, { stage: 'published', original })).toEqual(missing);
    mkdirSync(join(folder, file), { recursive: true });
    expect(await proved(one, rows)).toEqual(missing); // a folder is no file
  });

  it.each([
    ['of another instant', 'T2\n1\n2\n9\n'],
    ['of an instant too many', 'T1,T2\n1,1\n2,1\n9,1\n'],
    ['of none', ''],
    ['with a cell too many', 'T1\n1\n2,2\n9\n'],
  ])('cannot be read from values %s', async (_, text) => {
    writeValues(text);
    expect(await proved(one, rows)).toEqual({ breaches: [{ kind: 'values-unreadable', file }], counted: 'rows' });
  });

  it('end with the fault of whoever counts, where it is another', async () => {
    writeValues('T1\n2\n3\n7\n');
    const broken = { ask: async () => Promise.reject(new Error('no space to count in')) } as unknown as Counter;
    const judged = counted(async (counter) => {
      const layout = await layoutIn(counter, one, rows);
      const records = { layout, manifest, line: 'row_number() OVER ()' };
      return proveMeans(broken, records, { folder, stage: 'written', original: undefined });
    });
    await expect(judged).rejects.toThrow('no space to count in');
  });

  it('are read from as many lines as there are records, each a number', async () => {
    for (const [text, alone] of [
      ['T1\n2\n3\n7\n4\n4\n', 2],
      ['T1\n1\n', 2],
      ['T1\n1\n2\n', 1],
    ] as const) {
      // biome-ignore format: a line
      writeValues(text);
      const breaches = [{ kind: 'evidence-differs', file, rows: alone }];
      expect(await proved(one, rows)).toEqual({ breaches, counted: 'rows' });
    }
  });

  it('are looked at in however many columns', async () => {
    const judged = (many: number, odd: Readonly<Record<string, string>>) => {
      const bands = Array.from({ length: many }, () => [0, 10] as const);
      const lines = [2, 3, 7].map((value, row) => bands.map((_, t) => odd[`${row} ${t}`] ?? value).join(','));
      writeValues(`${[named(many).join(','), ...lines].join('\n')}\n`);
      const cells = bands.map(() => '4.0');
      return proved(columnsOf(many), [rowOf(1, bands, cells), rowOf(1, bands, cells), rowOf(1, bands, cells)]);
    };
    writeValues('T1,T3\n2,2\n3,3\n7,7\n');
    const [both, cells] = [[[0, 10], [0, 10]], ['4.0', '4.0']] as const; // biome-ignore format: a line
    const unreadable = { breaches: [{ kind: 'values-unreadable', file }], counted: 'rows' };
    expect(await proved(columnsOf(2), [rowOf(1, both, cells), rowOf(1, both, cells), rowOf(1, both, cells)])).toEqual(unreadable); // one of another instant
    const most = 24; // at a time
    expect(await judged(most, {})).toEqual(holds);
    const strange = { kind: 'evidence-not-a-number', file, columns: ['T4', 'T26'], rows: 3 };
    expect(await judged(most + 2, { '0 3': 'x', '2 3': 'nan', '1 25': '' })).toEqual({ breaches: [strange], counted: 'rows' });
    const outside = { kind: 'outside-band', file, columns: ['T2_curve'], cells: 1, row: 1 };
    const wrong = { kind: 'wrong-mean', file, columns: ['T2_curve', 'T26_curve'], cells: 2, row: 1 };
    expect(await judged(most + 2, { '0 25': '4', '0 1': '-4' })).toEqual({ breaches: [outside, wrong], counted: 'rows' });
  });

  const told = { decimals: 1, dominance: 0.9, slip: 1e-9 };
  const anyMember = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom(0, 0, 90, -90, 0.05, 0.04, 1000));
  const anyGroup = fc.record({
    members: fc.array(fc.tuple(anyMember, anyMember), { minLength: 1, maxLength: 5 }),
    margin: fc.tuple(fc.constantFrom(-1, 0, 0, 1), fc.constantFrom(-1, 0, 0, 1)),
    how: fc.tuple(fc.constantFrom('true', 'true', 'blank', 'off', 'word'), fc.constantFrom('true', 'true', 'blank', 'off')),
  });

  it('are the rounded mean of their group, blank just where two members dominate, of members in the band', () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyGroup, { minLength: 1, maxLength: 4 }), fc.boolean(), async (groups, isMixed) => {
        const records = groups.flatMap(({ members, margin, how }, g) => {
          const of = [0, 1].map((t) => members.map((member) => member[t]));
          const bands = of.map((values, t) => [Math.min(...values), Math.max(...values) + margin[t]] as const);
          const cells = of.map((values, t) => {
            const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
            return { true: mean.toFixed(1), off: (mean + 0.2).toFixed(1), blank: '', word: 'x' }[how[t]];
          });
          return members.map((member) => ({ g, member, of, bands, cells, row: rowOf(g + 1, bands, cells) }));
        });
        if (isMixed) records.sort((a, b) => a.member[0] - b.member[0]);
        const first = groups.map((_, g) => records.findIndex((record) => record.g === g) + 1);
        const faults = [0, 1].flatMap((t) => {
          const about = groups.map((_, g) => {
            const { of, bands, cells } = records[first[g] - 1];
            const parts = of[t].map(Math.abs).sort((a, b) => b - a);
            const whole = parts.reduce((sum, part) => sum + part, 0);
            const most = parts[0] + (parts[1] ?? 0);
            const mean = of[t].reduce((sum, value) => sum + value, 0) / of[t].length;
            const isFar = !(Math.abs(Number(cells[t]) - mean) <= 0.05 + (told.slip * whole) / of[t].length);
            return {
              'outside-band': Math.max(...of[t]) > bands[t][1],
              'wrong-mean': cells[t] !== '' && isFar,
              'needless-blank': cells[t] === '' && !(most > told.dominance * (1 - told.slip) * whole),
              'dominated-mean': cells[t] !== '' && most > told.dominance * (1 + told.slip) * whole,
            };
          });
          return (['outside-band', 'wrong-mean', 'needless-blank', 'dominated-mean'] as const).map((kind) => {
            const bad = first.filter((_, g) => about[g][kind]);
            return { kind, column: `T${t + 1}_curve`, cells: bad.length, row: Math.min(...bad) };
          });
        });
        const found = faults.filter(({ cells }) => cells > 0);
        const breaches = [...new Set(found.map(({ kind }) => kind))].map((kind) => {
          const alike = found.filter((fault) => fault.kind === kind);
          const cells = alike.reduce((sum, fault) => sum + fault.cells, 0);
          return { kind, file, columns: alike.map(({ column }) => column), cells, row: alike[0].row };
        });
        writeValues(`T1,T2\n${records.map(({ member }) => member.join(',')).join('\n')}\n`);
        expect(
          await proved(
            columnsOf(2),
            records.map(({ row }) => row),
          ),
        ).toEqual({ breaches, counted: breaches.length > 0 ? 'rows' : 'subjects' });
      }),
      { numRuns: draws(60) },
    ));

  it('are forgiven what rounding takes, and the last bits of a sum, and no more', async () => {
    const wide = (cell: string, values: readonly number[], decimals = 1) => {
      writeValues(`T1\n${values.join('\n')}\n`);
      return proved(columnsOf(1, decimals), values.map(() => rowOf(1, [[-1e15, 1e15]], [cell]))); // biome-ignore format: a line
    };
    const kindsOf = async (...given: Parameters<typeof wide>) => (await wide(...given)).breaches.map(({ kind }) => kind);
    expect(await kindsOf('0.5', [0, 0, 0, 0], 0)).toEqual([]); // half a unit
    expect(await kindsOf('0.6', [0, 0, 0, 0], 0)).toEqual(['wrong-mean']);
    const large = [1e12, 1e12, 1e12, 1e12];
    expect(await kindsOf(String(1e12 + 900), large, 0)).toEqual([]); // a billionth of what they are in the mean
    expect(await kindsOf(String(1e12 + 1100), large, 0)).toEqual(['wrong-mean']);
    expect(await kindsOf('', [0, 0, 0])).toEqual(['needless-blank']);
    expect(await kindsOf('0.0', [0, 0, 0])).toEqual([]);
    expect(await kindsOf('3.3', [4, 5, 1])).toEqual([]); // nine tenths, and not more
    expect(await kindsOf('', [4, 5, 1])).toEqual([]); // as near as that it may be either
    expect(await kindsOf('3.3', [4.1, 5, 0.9])).toEqual(['dominated-mean']);
    expect(await kindsOf('', [3.9, 5, 1.1])).toEqual(['needless-blank']);
    expect(await kindsOf('-3.3', [-4.1, -5, -0.9])).toEqual(['dominated-mean']); // negative ones weigh as much
  });

  it('lie between both bounds of a band', async () => {
    const apart = [group, band('T1_min', { kind: 'lower', of: 'T1' }), band('T1_max', { kind: 'upper', of: 'T1' }), pattern, level, curve('T1')]; // biome-ignore format: a line
    writeValues('T1\n3\n4\n5\n');
    const kinds = async (lower: string, upper: string) => {
      const row = ['1', lower, upper, 'a', '1', '4'];
      return (await proved(apart, [row, row, row])).breaches.map(({ kind }) => kind);
    };
    expect(await kinds('3', '5')).toEqual([]);
    expect(await kinds('3.1', '5')).toEqual(['outside-band']);
    expect(await kinds('3', '4.9')).toEqual(['outside-band']);
  });
});

describe('values beside the original', () => {
  it('are those it has; one that it does not have was filled in', async () => {
    const many = 26;
    const told = columnsOf(many).filter(({ role }) => role !== 'curve');
    const bands = Array.from({ length: many }, () => [0, 99] as const);
    const rows = [1, 2, 3].map(() => rowOf(1, bands, []));
    const values = [1, 2, 3].map((row) => bands.map((_, t) => row + t));
    await counted(async (counter) => {
      const layout = await layoutIn(counter, told, rows);
      await counter.ask(
        `CREATE TEMP TABLE valued AS FROM (VALUES ${values.map((own, row) => `(${row + 1}, ${row + 1}, ${own.join(', ')})`).join(', ')}) AS t(line, place, ${bands.map((_, t) => `x${t}`).join(', ')})`,
      );
      const found = async (changes: Readonly<Record<string, string>>) => {
        const series = values.map((own, row) => own.map((value, t) => changes[`${row + 1} ${t}`] ?? `${value}.0`));
        await counter.ask(`CREATE OR REPLACE TEMP TABLE beside AS FROM (VALUES ${series.map((own, row) => `(${row + 1}, [${own.join(', ')}])`).join(', ')}) AS t(place, series)`); // biome-ignore format: a line
        return changedValues(counter, layout);
      };
      expect(await found({})).toEqual([]);
      expect(await found({ '1 0': 'NULL', '2 25': 'NULL' })).toEqual([]);
      expect(await found({ '2 0': '7', '3 0': '7', '1 23': '7', '2 24': '7.5', '3 25': '7' })).toEqual([
        { kind: 'changed-value', file, columns: ['T1', 'T24', 'T25', 'T26'], cells: 5, row: 2 },
      ]);
    });
  });

  it('are named as the instant they are of', async () => {
    const told = [group, band('T1_min', { kind: 'lower', of: 'T1' }), band('T1_max', { kind: 'upper', of: 'T1' }), { name: 'T2', role: 'series', kind: 'interval' } as const, pattern, level]; // biome-ignore format: a line
    await counted(async (counter) => {
      const layout = await layoutIn(counter, told, [['1', '0', '9', '[0-9]', 'a', '1']]);
      await counter.ask('CREATE TEMP TABLE valued AS SELECT 1 AS line, 1 AS place, 1.0 AS x0, 2.0 AS x1');
      await counter.ask('CREATE TEMP TABLE beside AS SELECT 1 AS place, [2.0, 1.0] AS series');
      expect(await changedValues(counter, layout)).toEqual([
        { kind: 'changed-value', file, columns: ['T1', 'T2'], cells: 2, row: 1 },
      ]);
    });
  });
});
