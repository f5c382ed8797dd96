import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/problem.ts';
import type { ManifestColumn, TableManifest } from '../../src/release/manifest.ts';
import type { RowsCase } from '../../src/verify/rows-case.ts';
import { tableOf } from '../../src/verify/table/cell-noise.ts';
import { checkTableRows } from '../../src/verify/table/table-rows.ts';
import { draws } from '../suite/draws.ts';
import { counted } from './source-of-rows.ts';
import { typedSource } from './typed-source.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-judged-tables-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Rows = readonly (readonly string[])[];

interface Judged {
  readonly columns: readonly ManifestColumn[];
  readonly rows: Rows;
  /** Names, then cells; none where there is no evidence. */
  readonly evidence?: Rows;
  readonly manifest?: object;
  readonly given?: Partial<RowsCase>;
  readonly doubles?: readonly string[];
}

const cell = (value: string): string => (/[",#\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** What is found of a table, its rows as they lie in a database and its evidence in a file. */
const found = ({ columns, rows, evidence, manifest, given, doubles }: Judged) =>
  counted(async (counter) => {
    const folder = mkdtempSync(join(home, 'release-'));
    mkdirSync(join(folder, 'internal'));
    if (evidence !== undefined)
      writeFileSync(join(folder, 'internal', 'evidence.csv'), evidence.map((row) => `${row.map(cell).join(',')}\n`).join(''));
    const source = await typedSource(counter, 'r', columns, rows, doubles);
    const promised = {
      ...{ method: 'kaca', unit: 'who', labels: 'en', shape: 'groups', columns, dropped: [], promises: { k: 2 } },
      data: { file: 'tolls.csv', format: 'csv', rows: rows.length },
      ...manifest,
    } as unknown as TableManifest;
    const nothing = { original: undefined, population: undefined, noiseKey: undefined };
    return checkTableRows(counter, source, promised, { folder, stage: 'written', census: false, ...nothing, ...given });
  });

const codesOf = async (judged: Promise<unknown>): Promise<readonly string[]> => {
  try {
    await judged;
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.problems.map(({ code }) => code);
    throw error;
  }
};

const file = 'tolls.csv';
const inside = 'internal/evidence.csv';
const labels: readonly ManifestColumn[] = [
  { name: 'town', role: 'quasi', kind: 'label' },
  { name: 'age', role: 'quasi', kind: 'interval', decimals: 0 },
];
const rowsOf = (words: string): string[][] => words.split(/\s+/).map((row) => row.split('/').map((one) => one.replace('_', '')));
/** Given in a folder that has none, as published. */
const published = { given: { stage: 'published' } } as const;

describe('a table of groups', () => {
  const ofMean = (of: string): ManifestColumn => ({ name: `avg_${of}`, role: 'mean', kind: 'number', of, decimals: 2 });
  const columns: readonly ManifestColumn[] = [
    ...labels,
    { name: 'count', role: 'count', kind: 'integer' },
    ofMean('toll'),
    ofMean('tax'),
  ];
  const header = ['town', 'age', 'toll', 'tax', '_subject', '_row'];
  const people = rowsOf(
    'A/[1-2]/1.00/_/ana/1 A/[1-2]/2.00/7/bor/2 A/[1-2]/_/8.5/ana/3 B/[1-2]/4/1/ana/4 B/[1-2]/4/2/cene/5 B/[1-2]/6/_/cene/6 A/[3-4]/0/_/bor/7 A/[3-4]/-1/_/ana/8 A/[3-4]/1/_/cene/9',
  );
  const rows = rowsOf('A/[1-2]/2/1.50/7.75 B/[1-2]/2/4.67/1.50 A/[3-4]/3/0.00/_');
  const alone: Judged = { columns, rows };
  const good: Judged = { ...alone, evidence: [header, ...people] };
  const changing = (row: number, at: number, value: string): Rows =>
    rows.map((cells, r) => cells.map((own, c) => (r === row && c === at ? value : own)));
  const seen = { rows: 3, groups: 3, leaves: 3, smallestGroup: 2, smallestLeaf: 2 };
  const breachesOf = async (judged: Partial<Judged>) => (await found({ ...good, ...judged })).breaches;

  it('holds where its counts and means are those of its records', async () => {
    expect(await found(good)).toEqual({
      breaches: [],
      classes: { ...seen, records: 9, subjects: 3 },
      counted: 'subjects',
    });
    expect(await found({ ...alone, ...published })).toEqual({ breaches: [], classes: seen, counted: 'counts' });
    expect(await found(alone)).toEqual({
      breaches: [{ kind: 'evidence-missing', file: inside }],
      classes: seen,
      counted: 'counts',
    });
    const without = [header, ...people].map((row) => row.slice(0, -1));
    expect(await breachesOf({ evidence: without })).toEqual([]); // rows of the input need not be told
    expect(await breachesOf({ evidence: [header, ...people].map((row) => row.map((one) => (one === 'bor' ? 'BOR ' : one))) })).toEqual([]); // biome-ignore format: a line
  });

  it('is told apart by cells of doubles as by texts', async () => {
    const doubles = ['avg_toll', 'avg_tax'];
    expect(await breachesOf({ doubles })).toEqual([]);
    expect(await breachesOf({ doubles, rows: changing(2, 4, '7.00') })).toEqual([
      { kind: 'mean-of-few', file, columns: ['avg_tax'], cells: 1, row: 3 },
    ]);
    expect(await breachesOf({ doubles, rows: changing(0, 3, '') })).toEqual([
      { kind: 'needless-blank', file, columns: ['avg_toll'], cells: 1, row: 1 },
    ]);
  });

  it('has means to the decimals that are declared', async () => {
    for (const other of ['1.51', '1.49', '-1.50', '2.50'])
      expect(await breachesOf({ rows: changing(0, 3, other) })).toEqual([{ kind: 'wrong-mean', file, columns: ['avg_toll'], cells: 1, row: 1 }]); // biome-ignore format: a line
  });

  it('has its faults in what it says of itself told before any evidence is read', async () => {
    const small = { kind: 'small-combination', file, combinations: 1, smallest: 1, k: 2, counted: 'subjects', row: 2 };
    const told = { ...seen, smallestGroup: 1, smallestLeaf: 1 };
    expect(await found({ ...good, rows: changing(1, 2, '1'), evidence: [header] })).toEqual({
      breaches: [small],
      classes: told,
      counted: 'counts',
    });
    expect(await found({ ...alone, rows: changing(1, 2, '1') })).toMatchObject({
      breaches: [small, { kind: 'evidence-missing' }],
    });
    expect(await breachesOf({ manifest: { promises: { k: 3 } } })).toEqual([
      { ...small, combinations: 2, smallest: 2, k: 3, row: 1 },
    ]);
    expect(await breachesOf({ rows: changing(0, 2, 'x') })).toEqual([
      { kind: 'malformed-count', file, columns: ['count'], cells: 1, row: 1 },
    ]);
    expect(await breachesOf({ rows: changing(2, 0, '{b|a}') })).toMatchObject([{ kind: 'malformed-set', columns: ['town'] }]);
    expect(await breachesOf({ rows: changing(2, 3, '0.0') })).toMatchObject([
      { kind: 'wrong-decimals', columns: ['avg_toll'], row: 3 },
    ]);
    expect(await breachesOf({ manifest: { data: { file, format: 'csv', rows: 4 } } })).toEqual([
      { kind: 'wrong-row-count', file, declared: 4, found: 3 },
    ]);
    expect(await found({ ...good, rows: [] })).toMatchObject({
      breaches: [{ kind: 'no-rows', file }],
      classes: { rows: 0, groups: 0, smallestGroup: 0 },
    });
  });

  it('tells no combination twice, in no spelling', async () => {
    const twice = [...rows, ['B', '[1-2]', '2', '4.67', '1.50']];
    expect(await found({ ...good, rows: twice })).toEqual({
      breaches: [{ kind: 'repeated-combination', file, combinations: 1, row: 4 }],
      classes: { ...seen, rows: 4 },
      counted: 'counts',
    });
    const both = [...twice, ['A', '[1-2]', '2', '', '']];
    expect(await breachesOf({ rows: both })).toEqual([{ kind: 'repeated-combination', file, combinations: 2, row: 4 }]);
    const spelled = [...rows.slice(0, 2), ['ä b', '[1-2]', '2', '', ''], ['a', '[1-2]', '2', '', ''], ['Ä  B', '[1-2]', '2', '', '']]; // biome-ignore format: rows
    expect(await breachesOf({ rows: spelled })).toEqual([{ kind: 'alike-combination', file, combinations: 2, row: 4 }]);
    expect(await breachesOf({ rows: [...twice, ['b', '[1-2]', '2', '', '']] })).toMatchObject([{ kind: 'repeated-combination' }]);
    const apart = await found({ ...alone, rows: [...rows, ['b', '[3-4]', '2', '', '']], ...published });
    expect(apart.breaches).toEqual([]);
  });

  it('has nothing in common with another where that is promised', async () => {
    const manifest = { disjoint: true };
    expect(await breachesOf({ manifest })).toEqual([{ kind: 'overlapping-combinations', file, combinations: 2, row: 1 }]);
    expect(await breachesOf({ rows: rows.slice(0, 2), evidence: [header, ...people.slice(0, 6)], manifest })).toEqual([]);
    expect(await breachesOf({ rows: changing(0, 2, '1'), manifest })).toMatchObject([{ kind: 'small-combination' }]); // nobody looks further
  });

  it('is of the records of its evidence, each of somebody and with numbers to be averaged', async () => {
    const add = (...more: Rows): Rows => [header, ...people, ...more];
    const differs = (rows: number) => [{ kind: 'evidence-differs', file: inside, rows }];
    expect(await breachesOf({ evidence: add(['C', '[1-2]', '1', '', 'ana', '10']) })).toEqual(differs(1));
    expect(await breachesOf({ evidence: add(['C', '[1-2]', '', '', '', '10'], ['A', '[1-2]', 'x', '', 'ana', '11'], ['D', '[1-2]', '', '', 'ana', '12']) })).toEqual(differs(2)); // biome-ignore format: a line
    expect(await breachesOf({ rows: [...rows, ['C', '[1-2]', '2', '', '']] })).toEqual(differs(1));
    const nobody = [{ kind: 'evidence-incomplete', file: inside, rows: 1 }];
    expect(await breachesOf({ evidence: add(['A', '[1-2]', 'x', '', '', '10']) })).toEqual(nobody);
    const blank = add(['A', '[1-2]', '1.50', '', '  ', '10']);
    for (const manifest of [{}, { subjectSpelling: 'exact' }]) expect(await breachesOf({ evidence: blank, manifest })).toEqual(nobody); // biome-ignore format: a line
    const strange = add(['A', '[1-2]', 'x', '', 'ana', '10'], ['A', '[3-4]', 'inf', '', 'ana', '11'], ['A', '[1-2]', 'nan', '', 'bor', '12']); // biome-ignore format: rows
    const odd = { kind: 'evidence-not-a-number', file: inside };
    expect(await breachesOf({ evidence: strange })).toEqual([{ ...odd, columns: ['toll'], rows: 3 }]);
    expect(await breachesOf({ evidence: [...strange, ['A', '[1-2]', '', '-', 'ana', '13']] })).toEqual([{ ...odd, columns: ['toll', 'tax'], rows: 4 }]); // biome-ignore format: a line
    expect(await found({ ...good, evidence: add(['C', '[1-2]', '1', '', 'ana', '10']) })).toMatchObject({ classes: seen, counted: 'counts' }); // biome-ignore format: a line
    expect(await breachesOf({ evidence: [header.toReversed(), ...people] })).toEqual([
      { kind: 'evidence-columns', file: inside },
    ]);
  });

  it('has values that are called what they are in the input', async () => {
    const own = columns.map((column) => (column.name === 'avg_tax' ? { name: 'tax', role: 'mean', kind: 'number', decimals: 2 } : column)); // biome-ignore format: a line
    expect(await breachesOf({ columns: own as ManifestColumn[] })).toEqual([]);
    const two = [...labels, { name: 'count', role: 'count', kind: 'integer' }] as const;
    const few = { columns: two, rows: rows.map((row) => row.slice(0, 3)) };
    expect(
      await breachesOf({ ...few, evidence: [header, ...people].map((row) => [...row.slice(0, 2), ...row.slice(4)]) }),
    ).toEqual([]);
  });

  it('counts subjects, not records, and k of them', async () => {
    const more = people.map((row) => (row[4] === 'cene' && row[0] === 'B' ? row.with(4, 'ana') : row));
    expect(await found({ ...good, evidence: [header, ...more] })).toEqual({
      breaches: [
        { kind: 'small-combination', file, combinations: 1, smallest: 1, k: 2, counted: 'subjects', row: 2 },
        { kind: 'wrong-count', file, columns: ['count'], cells: 1, row: 2 },
        { kind: 'mean-of-few', file, columns: ['avg_toll', 'avg_tax'], cells: 2, row: 2 },
      ],
      classes: { ...seen, records: 9, subjects: 3, smallestGroup: 1, smallestLeaf: 1 },
      counted: 'subjects',
    });
    expect(await breachesOf({ manifest: { unit: 'row' }, rows: [['A', '[1-2]', '3', '1.50', '7.75'], ['B', '[1-2]', '3', '4.67', '1.50'], ['A', '[3-4]', '3', '0.00', '']], evidence: [header, ...people.map((row) => row.with(4, row[5]))] })).toEqual([]); // biome-ignore format: a line
    const folded = people.map((row) => (row[5] === '2' ? row.with(4, 'ANA') : row));
    expect(await breachesOf({ evidence: [header, ...folded] })).toMatchObject([{ kind: 'small-combination', row: 1 }, { kind: 'wrong-count' }, {}]); // biome-ignore format: a line
    expect(await breachesOf({ evidence: [header, ...folded], manifest: { subjectSpelling: 'exact' } })).toEqual([]);
  });

  it('is what a plain count and a plain mean make of its records', () => {
    const dominances = [undefined, { largest: 1, share: 0.6 }, { largest: 2, share: 0.75 }] as const;
    const anyRecord = fc.tuple(
      fc.constantFrom('A', 'B'),
      fc.constantFrom('[1-2]', '[3-4]'),
      fc.constantFrom('', '', '0', '1', '2.5', '-3', '40'),
      fc.constantFrom('', '1', '2'),
      fc.constantFrom('ana', 'bor', 'cene', 'dana'),
    );
    const anyChange = fc.record({ row: fc.nat(3), at: fc.constantFrom(2, 3, 4), by: fc.constantFrom('', '0', '0.02', '-0.02', '3') }); // biome-ignore format: a line
    return fc.assert(
      fc.asyncProperty(
        fc.array(anyRecord, { minLength: 1, maxLength: 24 }),
        fc.constantFrom(...dominances),
        fc.integer({ min: 1, max: 3 }),
        anyChange,
        async (records, dominance, k, change) => {
          const keys = [...new Set(records.map(([town, age]) => `${town}/${age}`))];
          const groups = keys.map((key) => records.filter(([town, age]) => `${town}/${age}` === key));
          const sizes = groups.map((members) => new Set(members.map((member) => member[4])).size);
          const sum = (some: readonly number[]) => some.reduce((all, one) => all + one, 0);
          const about = (members: readonly (readonly string[])[], column: number) => {
            const valued = members.filter((member) => member[column] !== '');
            const people = [...new Set(valued.map((member) => member[4]))];
            const sizesOf = (who: string) => valued.filter((member) => member[4] === who).map((member) => Math.abs(Number(member[column]))); // biome-ignore format: a line
            const parts = people.map((who) => sum(sizesOf(who))).sort((one, other) => other - one);
            const { largest, share } = dominance ?? { largest: 0, share: 1 };
            const isDominated = sum(parts.slice(0, largest)) > share * sum(parts);
            const mean = sum(valued.map((member) => Number(member[column]))) / valued.length;
            return { people: people.length, isDominated, mean, whole: sum(parts), values: valued.length };
          };
          const made = groups.map((members, g) => [
            ...keys[g].split('/'),
            String(sizes[g]),
            ...[2, 3].map((column) => {
              const { people, isDominated, mean } = about(members, column);
              return people < k || isDominated ? '' : mean.toFixed(2).replace(/^-(0\.00)$/, '$1');
            }),
          ]);
          const row = change.row % made.length;
          const before = made[row][change.at];
          const moved = change.at === 2 ? String(Number(before) + Math.max(0, Math.trunc(Number(change.by)))) : (Number(before) + Number(change.by)).toFixed(2).replace(/^-(0\.00)$/, '$1'); // biome-ignore format: a line
          const told = made.map((cells, r) => (r === row ? cells.with(change.at, change.by === '' ? before : moved) : cells));
          const found_ = told.flatMap((cells, r) => {
            const own = [2, 3].map((column) => ({ ...about(groups[r], column), cell: cells[column + 1], name: ['avg_toll', 'avg_tax'][column - 2] })); // biome-ignore format: a line
            return [
              ...(Number(cells[2]) === sizes[r] ? [] : [{ kind: 'wrong-count', name: 'count', row: r + 1 }]),
              ...own.flatMap(({ name, cell: text, people, isDominated, mean, whole, values }) => {
                const isFar = Math.abs(Number(text) - mean) > 0.5 * 1e-2 + (1e-9 * whole) / values;
                const faults = [
                  ...(text !== '' && isFar ? ['wrong-mean'] : []),
                  ...(text === '' && people >= k && !isDominated ? ['needless-blank'] : []),
                  ...(text !== '' && people < k ? ['mean-of-few'] : []),
                  ...(text !== '' && isDominated ? ['dominated-mean'] : []),
                ];
                return faults.map((kind) => ({ kind, name, row: r + 1 }));
              }),
            ];
          });
          const [isSmallTold, isSmall] = [told.some((cells) => Number(cells[2]) < k), sizes.some((size) => size < k)];
          const judged = await found({
            columns,
            rows: told,
            evidence: [header, ...records.map((record, i) => [...record, String(i + 1)])],
            manifest: { promises: { k }, dominance },
          });
          const kinds = (some: readonly { readonly kind: string }[]) => [...new Set(some.map(({ kind }) => kind))].sort();
          const small = isSmall ? [{ kind: 'small-combination' }] : [];
          expect(kinds(judged.breaches)).toEqual(kinds(isSmallTold ? [{ kind: 'small-combination' }] : [...small, ...found_]));
          if (isSmallTold) return;
          for (const breach of judged.breaches) {
            const own = found_.filter(({ kind }) => kind === breach.kind);
            if (own.length === 0 || !('columns' in breach) || !('cells' in breach)) continue;
            const names = ['count', 'avg_toll', 'avg_tax'].filter((name) => own.some((one) => one.name === name));
            expect(breach.columns).toEqual(names);
            expect(breach.cells).toBe(own.length);
            expect(breach.row).toBe(Math.min(...own.flatMap((one) => (one.name === names[0] ? [one.row] : []))));
          }
          expect(judged.classes).toMatchObject({ records: records.length, smallestGroup: Math.min(...sizes), subjects: new Set(records.map((record) => record[4])).size }); // biome-ignore format: a line
        },
      ),
      { numRuns: draws(40) },
    );
  });

  it('has its rules kept to the last digit, and a digit of slip allowed', async () => {
    const one = [...labels, { name: 'count', role: 'count', kind: 'integer' }, { ...ofMean('toll'), decimals: 0 }] as const;
    const judged = (mean: string, tolls: readonly string[], manifest: object = {}) =>
      breachesOf({
        columns: one,
        rows: [['A', '[1-2]', String(tolls.length), mean]],
        evidence: [
          header.filter((name) => name !== 'tax'),
          ...tolls.map((toll, i) => ['A', '[1-2]', toll, `p${i}`, String(i + 1)]),
        ],
        manifest,
      }).then((breaches) => breaches.map(({ kind }) => kind));
    expect(await judged('1', ['0.5', '0.5'])).toEqual([]);
    expect(await judged('1', ['0', '1'])).toEqual([]);
    expect(await judged('0', ['0', '1'])).toEqual([]);
    expect(await judged('1', ['0.49', '0.5'])).toEqual(['wrong-mean']);
    expect(await judged('1', ['0.4999999999', '0.5'])).toEqual([]); // within a slip
    expect(await judged('1', ['0.4999999995', '0.4999999995'])).toEqual([]); // the slip itself
    expect(await judged('1', ['0.4999999994', '0.4999999994'])).toEqual(['wrong-mean']);
    expect(await judged('-1', ['-1', '-0.1'])).toEqual([]);
    for (const mean of ['5', '0']) expect(await judged(mean, ['1e308', '-1e308', '1e308', '-9e307'])).toEqual(['wrong-mean']); // their sum is no double
    expect(await judged('', ['', '1'])).toEqual([]);
    expect(await judged('', ['2', '1'])).toEqual(['needless-blank']);
    expect(await judged('', ['1', '1', '1'], { promises: { k: 3 } })).toEqual(['needless-blank']);
    expect(await judged('1', ['1', '1', ''], { promises: { k: 3 } })).toEqual(['mean-of-few']);
    expect(await judged('', ['1', '1', ''], { promises: { k: 3 } })).toEqual([]);
    const rule = (largest: number, share: number) => ({ dominance: { largest, share } });
    expect(await judged('0', ['0.6', '0.2'], rule(1, 0.75))).toEqual([]); // three quarters are not more
    expect(await judged('0', ['0.6', '0.2'], rule(1, 0.74))).toEqual(['dominated-mean']);
    expect(await judged('', ['0.6', '0.2'], rule(1, 0.74))).toEqual([]);
    expect(await judged('', ['0.6', '0.2'], rule(1, 0.76))).toEqual(['needless-blank']);
    expect(await judged('', ['6', '2'], rule(1, 0.75))).toEqual([]); // nor are they less, to the last digit
    expect(await judged('', ['-6', '2', '1'], rule(2, 0.88))).toEqual([]);
    expect(await judged('-1', ['-6', '2', '1'], rule(2, 0.89))).toEqual([]);
    expect(await judged('-1', ['-6', '2', '1'], rule(2, 0.88))).toEqual(['dominated-mean']);
    expect(await judged('', ['', ''], rule(2, 0.88))).toEqual([]);
  });

  const secret = 'a secret of noise';
  const most = 2;
  const noise = { most, variance: 1 };
  /** The noise that subjects owe: of the sum of the first 32 bits of what the key makes of each, the upper 16 bits are the place. */
  const owed = (ids: readonly string[]): number => {
    const sum = ids.reduce((all, id) => all + createHmac('sha256', secret).update(`shoal cell key 1:${id}`).digest().readUInt32BE(0), 0); // biome-ignore format: a line
    let place = Math.floor((sum % 2 ** 32) / 65_536);
    for (const [value, places] of tableOf(noise)) {
      if (place < places) return value;
      place -= places;
    }
    throw new Error('there is a place for each');
  };

  it('has counts with noise within bounds, and with the key the very counts that it makes', async () => {
    const counts = [...labels, { name: 'count', role: 'count', kind: 'integer' }] as const;
    const groups = [['A', 'ana', 'bor', 'cene', 'dana'], ['B', 'ana', 'eva', 'fran', 'gal', 'iva'], ['C', 'bor', 'eva', 'iva', 'jan']]; // biome-ignore format: rows
    const evidence = [['town', 'age', '_subject'], ...groups.flatMap(([town, ...ids]) => ids.map((id) => [town, '[1-2]', id]))];
    const told = groups.map(([town, ...ids]) => [town, '[1-2]', String(ids.length + owed(ids))]);
    const judged = (rows: Rows, given: Partial<RowsCase> = {}, manifest: object = {}) =>
      found({ columns: counts, rows, evidence, given, manifest: { noise, ...manifest } });
    const plain = told.map((row) => Number(row[2]));
    const classes = { rows: 3, groups: 3, leaves: 3, smallestGroup: Math.min(...plain), smallestLeaf: Math.min(...plain) };
    expect(await judged(told)).toEqual({ breaches: [], classes: { ...classes, records: 13, subjects: 9 }, counted: 'subjects' });
    expect(await judged(told, { noiseKey: secret })).toMatchObject({ breaches: [], noise: true });
    const off = (by: number) => told.map((row, r) => (r === 1 ? row.with(2, String(5 + by)) : row));
    expect(await judged(off(most))).toMatchObject({ breaches: [] });
    expect((await judged(off(most + 1))).breaches).toEqual([{ kind: 'far-count', file, columns: ['count'], cells: 1, row: 2 }]);
    expect((await judged(off(-most - 1))).breaches).toEqual([{ kind: 'far-count', file, columns: ['count'], cells: 1, row: 2 }]);
    const other = owed(groups[1].slice(1)) === most ? -most : most;
    expect((await judged(off(other), { noiseKey: secret })).breaches).toEqual([
      { kind: 'wrong-noise', file, columns: ['count'], cells: 1, row: 2 },
    ]);
    expect((await judged(off(most + 1), { noiseKey: secret })).breaches).toMatchObject([{ kind: 'far-count' }]);
    const few = { ...noise, most: 1 };
    const small = [['A', 'ana', 'bor']].map(([town, ...ids]) => [town, '[1-2]', String(ids.length + 1)]);
    const ofTwo = { columns: counts, rows: small, evidence: [evidence[0], ['A', '[1-2]', 'ana'], ['A', '[1-2]', 'bor']] };
    expect((await found({ ...ofTwo, manifest: { noise: few, promises: { k: 3 } } })).breaches).toMatchObject([
      { kind: 'small-combination', smallest: 2, k: 3 },
    ]);
    const asked = await judged(told, { census: true });
    expect(asked.census).toMatchObject({ kind: 'table', combinations: [...new Set(plain)].sort((a, b) => a - b).map((size) => [size, plain.filter((one) => one === size).length]) }); // biome-ignore format: a line
  });

  it('has no key of noise where there is no noise, or no evidence', async () => {
    const refusal = async (judged: Judged) => {
      const error = await found({ ...judged, given: { noiseKey: secret, stage: 'published' } }).catch((thrown) => thrown);
      return error instanceof Refusal ? error.problems.map(({ code, what }) => [code, what]) : error;
    };
    expect(await refusal(good)).toEqual([['verify/no-noise', expect.stringMatching(/declares no noise/)]]);
    expect(await refusal({ ...alone, manifest: { noise } })).toEqual([['verify/no-noise', expect.stringMatching(/evidence\.csv is not there/)]]); // biome-ignore format: a line
    expect(await codesOf(found({ ...alone, manifest: { noise }, ...published }))).toEqual([]);
  });

  it('has a census by its evidence, or as it is told, where nothing is wrong', async () => {
    const census = async (judged: Partial<Judged>) => (await found({ ...good, ...judged })).census;
    const given = { census: true } as const;
    const crowd = [{ subjects: 2, records: 3, combinations: 2 }, { subjects: 3, records: 3, combinations: 1 }]; // biome-ignore format: rows
    expect(await census({ given })).toMatchObject({ combinations: [[2, 2], [3, 1]], crowd }); // biome-ignore format: pairs
    const told = await found({ ...alone, given: { ...given, stage: 'published' } });
    const ofTold = [{ subjects: 2, records: 2, combinations: 2 }, { subjects: 3, records: 3, combinations: 1 }]; // biome-ignore format: rows
    expect(told.census).toMatchObject({ combinations: [[2, 2], [3, 1]], crowd: ofTold }); // biome-ignore format: pairs
    expect(await census({ given, rows: changing(0, 2, '3') })).toBeUndefined();
    expect(await census({})).toBeUndefined();
    expect(await census({ given, rows: changing(0, 2, '1') })).toBeUndefined();
  });

  const originalOf = (rows: Rows) => ({
    name: 'given.csv',
    table: `(FROM (VALUES ${rows.map((row) => `(${row.map((one) => `'${one}'`).join(', ')})`).join(', ')}) AS t(town, age, toll, tax, who))`,
    columns: ['town', 'age', 'toll', 'tax', 'who'].map((name) => ({ name, sql: name })),
    hierarchy: {},
  });
  const input = people.map((row) => [row[0], row[1].slice(1, 2), ...row.slice(2, 5)]);

  it('is held beside its original where nothing is wrong before', async () => {
    const given = { original: originalOf(input) };
    expect(await found({ ...good, given })).toMatchObject({ breaches: [], original: true });
    const other = { original: originalOf(input.with(0, ['A', '7', '1.00', '', 'ana'])) };
    expect(await found({ ...good, given: other })).toMatchObject({ breaches: [{ kind: 'false-label' }], original: true });
    const broken = await found({ ...good, rows: changing(0, 2, '3'), given: other });
    expect([broken.breaches.map(({ kind }) => kind), 'original' in broken]).toEqual([['wrong-count'], false]);
    expect(await codesOf(found({ ...alone, given: { ...given, stage: 'published' } }))).toEqual(['verify/no-row-numbers']);
    expect('original' in (await found(good))).toBe(false);
  });

  it('is held beside its population where nothing is wrong before: with noise nobody knows which share is in it', async () => {
    const register = [...people.map((row) => [row[0], row[1].slice(1, 2), row[4]]), ['A', '1', 'zoja'], ['B', '2', 'zoja'], ['A', '3', 'eva']]; // biome-ignore format: rows
    const population = {
      ...{ name: 'register.csv', sha256: 'aa', hierarchy: {} },
      table: `(FROM (VALUES ${register.map((row) => `(${row.map((one) => `'${one}'`).join(', ')})`).join(', ')}) AS t(town, age, who))`,
      columns: ['town', 'age', 'who'].map((name) => ({ name, sql: name })),
    };
    const promising = (more: object) => ({ promises: { k: 2, population: { rows: register.length, subjects: 5, sha256: 'aa', ...more } } }); // biome-ignore format: a line
    const judged = (more: object, others: Partial<Judged> = {}) =>
      found({ ...good, given: { population }, ...others, manifest: { ...promising(more), ...others.manifest } });
    const beside = await judged({ kMap: 3 });
    expect(beside).toMatchObject({ breaches: [], population: { presence: true } });
    expect('census' in beside).toBe(false);
    expect((await judged({ kMap: 4 })).breaches).toEqual([
      { kind: 'few-in-population', file, groups: 2, row: 1, smallest: 3, promised: 4 },
    ]);
    expect((await judged({ presence: { min: 0.5, max: 0.7 } })).breaches).toEqual([
      { kind: 'telling-presence', file, groups: 1, row: 3, min: 0.5, max: 0.7 },
    ]);
    expect((await judged({ presence: { min: 0.7, max: 1 } })).breaches).toMatchObject([{ groups: 2, row: 1 }]);
    const outside = { ...alone, given: { population, stage: 'published' as const } };
    expect((await found({ ...outside, manifest: promising({ presence: { min: 0.7, max: 1 } }) })).breaches).toMatchObject([
      { groups: 2, row: 1 },
    ]);
    const noisy = [...labels, { name: 'count', role: 'count', kind: 'integer' }] as const;
    const cutAlone = { columns: noisy, rows: rows.map((row) => row.slice(0, 3)), manifest: { noise } };
    const cut = { ...cutAlone, evidence: [header, ...people].map((row) => [...row.slice(0, 2), ...row.slice(4)]) };
    expect(await judged({ presence: { min: 0.9, max: 1 } }, cut)).toMatchObject({
      breaches: [],
      population: { presence: false },
    });
    expect(
      await found({
        ...cutAlone,
        given: { population, stage: 'published' },
        manifest: { ...promising({ presence: { min: 0.9, max: 1 } }), noise },
      }),
    ).toMatchObject({ breaches: [], population: { presence: false } });
    const absent = { evidence: [header, ...people.map((row) => (row[4] === 'cene' ? row.with(4, 'Žiga') : row))] };
    expect((await judged({ kMap: 3 }, absent)).breaches).toEqual([{ kind: 'not-in-population', file, subjects: 1 }]);
    expect((await found({ ...outside, rows: changing(0, 2, '1'), manifest: promising({ kMap: 9 }) })).breaches).toMatchObject([
      { kind: 'small-combination' },
    ]);
    const asked = await judged({ kMap: 3 }, { given: { population, census: true } });
    expect(asked.census).toMatchObject({
      population: [
        { people: 3, subjects: 2, combinations: 2 },
        { people: 4, subjects: 3, combinations: 1 },
      ],
    });
  });
});

describe('a table of records', () => {
  const columns: readonly ManifestColumn[] = [...labels, { name: 'ill', role: 'kept', kind: 'text' }];
  const header = [...columns.map(({ name }) => name), '_subject', '_row'];
  const people = rowsOf('A/[1-2]/x/ana/1 A/[1-2]/y/bor/2 B/[1-2]/x/ana/3 B/[1-2]/z/cene/4 B/[1-2]/x/ana/5 A/[3-4]/y/bor/6 A/[3-4]/x/dana/7'); // biome-ignore format: a line
  const rows = people.map((row) => row.slice(0, 3));
  const records = { shape: 'records' } as const;
  const alone: Judged = { columns, rows, manifest: records };
  const good: Judged = { ...alone, evidence: [header, ...people] };
  const judged = ({ manifest, ...more }: Partial<Judged>, from: Judged = good) =>
    found({ ...from, ...more, manifest: { ...records, ...manifest } });
  const breachesOf = async (more: Partial<Judged>, from?: Judged) => (await judged(more, from)).breaches;
  const classes = { rows: 7, groups: 3, leaves: 3, smallestGroup: 2, smallestLeaf: 2 };
  const byWho = (change: (who: string, row: readonly string[]) => string): Rows => [
    header,
    ...people.map((row) => row.with(3, change(row[3], row))),
  ];

  it('holds where k subjects stand behind each combination, which without evidence are rows', async () => {
    expect(await found(good)).toEqual({ breaches: [], classes: { ...classes, subjects: 4 }, counted: 'subjects' });
    expect(await found({ ...alone, ...published })).toEqual({ breaches: [], classes, counted: 'rows' });
    expect(await found(alone)).toEqual({
      breaches: [{ kind: 'evidence-missing', file: inside }],
      classes,
      counted: 'rows',
    });
    expect(await breachesOf({ evidence: [header, ...people].map((row) => row.slice(0, -1)) })).toEqual([]);
    const small = { kind: 'small-combination', file, combinations: 1, smallest: 1, k: 2 };
    const one = byWho((who, row) => (row[0] === 'B' ? 'ana' : who));
    expect(await judged({ evidence: one })).toEqual({
      breaches: [{ ...small, counted: 'subjects', row: 3 }],
      classes: { ...classes, subjects: 3, smallestGroup: 1, smallestLeaf: 1 },
      counted: 'subjects',
    });
    const spelled = byWho((who, row) => (row[0] === 'B' ? ['ana', 'ANA ', ' Ana'][Number(row[4]) - 3] : who));
    expect(await breachesOf({ evidence: spelled })).toMatchObject([{ kind: 'small-combination', row: 3 }]);
    expect(await breachesOf({ evidence: spelled, manifest: { subjectSpelling: 'exact' } })).toEqual([]);
    expect(await breachesOf({ ...published, manifest: { promises: { k: 3 } } }, alone)).toEqual([
      { ...small, combinations: 2, smallest: 2, k: 3, counted: 'rows', row: 1 },
    ]);
    expect(await breachesOf({ manifest: { promises: { k: 3 } } }, alone)).toMatchObject([
      { kind: 'small-combination' },
      { kind: 'evidence-missing' },
    ]);
  });

  it('says of its cells and rows what is wrong with them, and of evidence why it is about others', async () => {
    expect(await breachesOf({ evidence: [header, ...people.toReversed()] })).toEqual([
      { kind: 'evidence-differs', file: inside, rows: 4, row: 1 },
    ]);
    const other = await judged({ evidence: [header.toReversed(), ...people] });
    expect(other).toEqual({ breaches: [{ kind: 'evidence-columns', file: inside }], classes, counted: 'rows' });
    expect(await breachesOf({ evidence: byWho((who, row) => (row[4] === '4' ? ' ' : who)) })).toEqual([
      { kind: 'evidence-incomplete', file: inside, rows: 1, row: 4 },
    ]);
    expect(await breachesOf({ manifest: { data: { file, format: 'csv', rows: 8 } } })).toEqual([
      { kind: 'wrong-row-count', file, declared: 8, found: 7 },
    ]);
    const odd = people.map((row) => (row[0] === 'B' ? row.with(1, '[2-1]') : row));
    const malformed = { rows: odd.map((row) => row.slice(0, 3)), evidence: [header, ...odd] };
    expect(await breachesOf(malformed)).toEqual([{ kind: 'inverted-interval', file, columns: ['age'], cells: 3, row: 3 }]);
    expect(await breachesOf({ rows: malformed.rows, ...published }, alone)).toMatchObject([{ kind: 'inverted-interval', cells: 3 }]); // biome-ignore format: a line
  });

  it('has nothing in common with another where that is promised, of rows that are sound', async () => {
    const manifest = { disjoint: true };
    const overlapping = [{ kind: 'overlapping-combinations', file, combinations: 2, row: 1 }];
    expect(await breachesOf({ manifest })).toEqual(overlapping);
    expect(await breachesOf({ manifest, ...published }, alone)).toEqual(overlapping);
    const shifted = [['C', '[1-2]', 'x'], ['C', '[1-2]', 'y'], ...rows]; // biome-ignore format: rows
    expect(await breachesOf({ rows: shifted, manifest, ...published }, alone)).toMatchObject([{ combinations: 2, row: 3 }]);
    expect(await breachesOf({ rows: rows.slice(0, 5), manifest, ...published }, alone)).toEqual([]);
    expect(await breachesOf({ manifest: { ...manifest, promises: { k: 3 } } })).toMatchObject([{ kind: 'small-combination' }]);
  });

  it('keeps what is promised of its values, by records and by subjects that are known', async () => {
    const promising = (model: object) => ({ promises: { k: 2, models: [{ column: 'ill', ...model }] } });
    const distinct = promising({ model: 'distinct', l: 2 });
    expect(await breachesOf({ manifest: distinct })).toEqual([]);
    const alike = rows.map((row) => (row[1] === '[3-4]' ? row.with(2, 'x') : row));
    const evidence = [header, ...people.map((row, i) => row.with(2, alike[i][2]))];
    const few = { kind: 'few-different-values', file, column: 'ill', groups: 1, worst: 1, promised: 2, counted: 'records', row: 6 }; // biome-ignore format: a line
    expect(await breachesOf({ rows: alike, evidence, manifest: distinct })).toEqual([few]);
    expect(await breachesOf({ rows: alike, manifest: distinct, ...published }, alone)).toEqual([few]);
    expect(await breachesOf({ rows: alike, evidence })).toEqual([]);
    const broken = { ...distinct, promises: { ...distinct.promises, k: 3 } };
    expect(await breachesOf({ rows: alike, evidence, manifest: broken })).toMatchObject([{ kind: 'small-combination' }]);
    const alpha = promising({ model: 'alpha', share: 0.5 });
    const often = { rows: rowsOf('A/[1-2]/x A/[1-2]/y A/[1-2]/x A/[1-2]/z'), manifest: alpha };
    const by = (...who: readonly string[]) => ({ ...often, evidence: [header, ...often.rows.map((row, i) => [...row, who[i], String(i)])] }); // biome-ignore format: a line
    expect(await breachesOf(by('ana', 'bor', 'cene', 'bor'))).toMatchObject([{ kind: 'frequent-value', counted: 'subjects', row: 1 }]); // biome-ignore format: a line
    expect(await breachesOf(by('ana', 'bor', 'ana', 'cene'))).toEqual([]);
    expect(await breachesOf(often, { ...alone, ...published })).toEqual([]);
    const each = by('1', '2', '3', '2');
    expect(await breachesOf({ ...each, manifest: { ...alpha, unit: 'row' } })).toEqual([]); // whatever stands there, each row is one
  });

  it('has a census where it is asked for', async () => {
    const given = { census: true } as const;
    const pairs = [[2, 3]]; // biome-ignore format: pairs
    expect((await judged({ given })).census).toMatchObject({ kind: 'table', combinations: pairs });
    const told = await judged({ given: { ...given, stage: 'published' } }, alone);
    expect(told.census).toMatchObject({ combinations: [[2, 2], [3, 1]] }); // biome-ignore format: pairs
    expect('census' in (await found(good))).toBe(false);
    expect('census' in (await found({ ...alone, ...published }))).toBe(false);
  });

  const table = (names: string, all: Rows) => ({
    table: `(FROM (VALUES ${all.map((row) => `(${row.map((one) => `'${one}'`).join(', ')})`).join(', ')}) AS t(${names}))`,
    columns: names.split(', ').map((name) => ({ name, sql: name })),
    hierarchy: {},
  });

  it('is held beside its original, which its evidence leads to', async () => {
    const input = people.map((row) => [row[0], row[1].slice(1, 2), row[2], row[3]]);
    const original = { name: 'given.csv', ...table('town, age, ill, who', input) };
    expect(await judged({ given: { original } })).toMatchObject({ breaches: [], original: true });
    const other = { name: 'given.csv', ...table('town, age, ill, who', input.with(0, ['A', '1', 'z', 'ana'])) };
    expect(await breachesOf({ given: { original: other } })).toMatchObject([{ kind: 'changed-value', columns: ['ill'] }]);
    const broken = await judged({ given: { original: other }, manifest: { promises: { k: 3 } } });
    expect([broken.breaches.map(({ kind }) => kind), 'original' in broken]).toEqual([['small-combination'], false]);
    expect(await codesOf(judged({ given: { original, stage: 'published' } }, alone))).toEqual(['verify/no-row-numbers']);
  });

  it('is held beside its population: whose rows they are is known from evidence, or where each row is one', async () => {
    const register = [...people.map((row) => [row[0], row[1].slice(1, 2), row[3]]), ['A', '1', 'zoja'], ['B', '2', 'zoja'], ['A', '3', 'eva']]; // biome-ignore format: rows
    const population = { name: 'register.csv', sha256: 'aa', ...table('town, age, who', register) };
    const promising = (more: object, subjects = 6) => ({ promises: { k: 2, population: { rows: 10, subjects, sha256: 'aa', ...more } } }); // biome-ignore format: a line
    const given = { population };
    const presence = { presence: { min: 0.7, max: 1 } };
    expect(await judged({ given, manifest: promising({ kMap: 3 }) })).toMatchObject({ breaches: [], population: { presence: true } }); // biome-ignore format: a line
    expect(await breachesOf({ given, manifest: promising({ kMap: 4 }) })).toMatchObject([{ kind: 'few-in-population', groups: 3, row: 1, smallest: 3 }]); // biome-ignore format: a line
    expect(await breachesOf({ given, manifest: promising(presence) })).toMatchObject([{ kind: 'telling-presence', groups: 3 }]);
    const outside = { given: { ...given, stage: 'published' as const } };
    expect(await judged({ ...outside, manifest: promising(presence) }, alone)).toMatchObject({ breaches: [], population: { presence: false } }); // biome-ignore format: a line
    const rowed = { ...promising(presence, 10), unit: 'row' };
    expect(await judged({ ...outside, manifest: rowed }, alone)).toMatchObject({
      breaches: [{ kind: 'telling-presence', groups: 2, row: 1 }],
      population: { presence: true },
    });
    const absent = byWho((who) => (who === 'dana' ? 'eve' : who));
    expect(await breachesOf({ given, evidence: absent, manifest: promising({ kMap: 3 }) })).toEqual([
      { kind: 'not-in-population', file, subjects: 1 },
    ]);
    expect(await breachesOf({ ...outside, manifest: { promises: { ...promising({ kMap: 9 }).promises, k: 3 } } }, alone)).toMatchObject([{ kind: 'small-combination' }]); // biome-ignore format: a line
  });
});
