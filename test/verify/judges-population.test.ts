import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Counter, Unreadable } from '../../src/base/counting.ts';
import { Refusal } from '../../src/base/problem.ts';
import type { ManifestColumn, TableManifest } from '../../src/release/manifest.ts';
import { text } from '../../src/verify/counter.ts';
import { list } from '../../src/verify/layout.ts';
import type { SourceColumn } from '../../src/verify/source.ts';
import { checkOverlaps } from '../../src/verify/table/overlaps.ts';
import { checkPopulation, type Population } from '../../src/verify/table/population.ts';
import { draws } from '../suite/draws.ts';
import { counted } from './source-of-rows.ts';
import { typedSource } from './typed-source.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-judged-population-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Rows = readonly (readonly string[])[];
const rowsOf = (words: string): string[][] => words.split(' ').map((row) => row.split('/').map((one) => one.replace('_', ' ')));

interface Judged {
  readonly columns: readonly ManifestColumn[];
  /** Labels of each published combination, then how many subjects it has; nothing where nobody can tell. */
  readonly combinations: Rows;
  /** Names, then cells. */
  readonly people: Rows;
  readonly promised?: object;
  readonly manifest?: object;
  readonly population?: Partial<Population>;
  /** Of the release. */
  readonly subjects?: readonly string[];
  readonly lend?: (counter: Counter) => Counter;
}

const values = (rows: Rows): string => `(VALUES ${rows.map((row) => `(${row.map(text).join(', ')})`).join(', ')})`;

const found = ({ columns, combinations, people, promised, manifest, population, subjects, lend = (own) => own }: Judged) =>
  counted(async (counter) => {
    const [names, ...rows] = people;
    const source = await typedSource(
      counter,
      'r',
      columns,
      combinations.map((row) => row.slice(0, columns.length)),
    );
    const told = combinations.map(
      (row) => `(${row.slice(0, columns.length).map(text).join(', ')}, ${row[columns.length] || 'NULL'})`,
    );
    const quasi = source.columns;
    const one = {
      ...{ counter: lend(counter), source, quasi },
      combinations: `SELECT * FROM (VALUES ${told.join(', ')}) AS t(${list(quasi)}, size)`,
      subjects: subjects && `SELECT * FROM ${values(subjects.map((who) => [who]))} AS t(subject)`,
      manifest: {
        ...{ method: 'kaca', unit: 'who', labels: 'en', data: { file: 'tolls.csv' } },
        promises: { k: 2, ...(promised && { population: { rows: rows.length, subjects: 0, sha256: 'aa', ...promised } }) },
        ...manifest,
      } as unknown as TableManifest,
    };
    return checkPopulation(one, {
      ...{ name: 'register.csv', sha256: 'aa', hierarchy: {}, table: `(FROM ${values(rows)} AS t(${names.join(', ')}))` },
      columns: names.map((name) => ({ name, sql: name })),
      ...population,
    });
  });

const codesOf = async (judged: Promise<unknown>): Promise<readonly string[]> => {
  try {
    await judged;
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.problems.map(({ code, what }) => `${code}: ${what.replace(/^.*: /, '')}`);
    throw error;
  }
};

const town: ManifestColumn = { name: 'town', role: 'quasi', kind: 'code' };
const age: ManifestColumn = { name: 'age', role: 'quasi', kind: 'interval', decimals: 0 };
const file = 'tolls.csv';

describe('a population', () => {
  const people = [['who', 'town', 'age'], ...rowsOf('ana/A1/3 bor/A1/4 cene/A2/4 dana/B1/9 eva/B1/9 ana/A1/3')];
  const combinations = rowsOf('A*/[1-5]/2 A1/[4-4]/1 B1/[6-9]/2');
  const good: Judged = { columns: [town, age], combinations, people };
  const judged = (more: Partial<Judged>) => found({ ...good, ...more });
  const breachesOf = async (more: Partial<Judged>) => (await judged(more)).breaches;

  it('is counted under the labels of each combination, each subject once', async () => {
    const sizes = [
      { people: 1, subjects: 1, combinations: 1 },
      { people: 2, subjects: 2, combinations: 1 },
      { people: 3, subjects: 2, combinations: 1 },
    ];
    expect(await judged({})).toEqual({ breaches: [], sizes, presence: true });
    expect(await judged({ promised: { subjects: 5, kMap: 1 } })).toEqual({ breaches: [], sizes, presence: true });
    const alike = rowsOf('A1/[3-4]/2 A1/[3-3]/1 A1/[2-3]/1 A2/[4-4]/3 B1/[1-2]/1 B1/[0-9]/3 B1/[0-10]/1');
    expect((await judged({ combinations: alike })).sizes).toEqual([
      { people: 0, subjects: 1, combinations: 1 },
      { people: 1, subjects: 1, combinations: 2 },
      { people: 1, subjects: 3, combinations: 1 },
      { people: 2, subjects: 1, combinations: 1 },
      { people: 2, subjects: 2, combinations: 1 },
      { people: 2, subjects: 3, combinations: 1 },
    ]);
    const unknown = combinations.map((row, i) => (i === 1 ? row.with(2, '') : row));
    expect(await judged({ combinations: unknown })).toMatchObject({ presence: false, sizes: [{ subjects: 0 }, {}, {}] });
  });

  it('is the one that was promised of: its bytes, its rows and its subjects', async () => {
    const wrong = (found_: number, declared: number) => [{ kind: 'wrong-population', file, declared, found: found_ }];
    expect(await codesOf(judged({ promised: { sha256: 'bb' } }))).toEqual(['verify/not-the-population: its SHA-256 is another one.']); // biome-ignore format: a line
    expect(await breachesOf({ promised: { subjects: 6, kMap: 1 } })).toEqual(wrong(5, 6));
    expect(await breachesOf({ promised: { subjects: 5, rows: 7, kMap: 1 } })).toEqual(wrong(5, 5));
    expect(await breachesOf({ population: { sha256: 'bb' } })).toEqual([]); // nothing is promised of one
    expect(await codesOf(judged({ people: people.map((row) => row.slice(0, 2)) }))).toEqual(['verify/not-the-population: it has no column age.']); // biome-ignore format: a line
    expect(await codesOf(judged({ manifest: { unit: 'id' } }))).toEqual(['verify/not-the-population: it has no column id.']);
    const lacking = (error: Error) => (counter: Counter) => ({ ...counter, ask: () => Promise.reject(error) });
    expect(await codesOf(judged({ lend: lacking(new Unreadable('Ana')) }))).toEqual(['verify/not-the-population: it cannot be read to its end.']); // biome-ignore format: a line
    await expect(judged({ lend: lacking(new TypeError('ours')) })).rejects.toThrow('ours');
  });

  it('has subjects by the normal form of their ids, as they are spelled, or one in each row', async () => {
    const spelled = [...people, ['ANA ', 'A1', '4'], ['  ', 'A1', '4'], ['', 'A1', '4']];
    const under = async (more: Partial<Judged>) => (await judged({ people: spelled, ...more })).sizes.map(({ people: count }) => count); // biome-ignore format: a line
    expect(await under({})).toEqual([2, 2, 3]);
    expect(await under({ manifest: { subjectSpelling: 'exact' } })).toEqual([2, 2, 4]);
    expect(await under({ manifest: { unit: 'row' } })).toEqual([2, 4, 7]);
    expect(await breachesOf({ people: spelled, promised: { subjects: 5, kMap: 1 } })).toEqual([]);
    expect(await breachesOf({ people: spelled, promised: { subjects: 9, kMap: 1 }, manifest: { unit: 'row' } })).toEqual([]);
    expect(await breachesOf({ people: spelled, promised: { subjects: 6, kMap: 1 }, manifest: { subjectSpelling: 'exact' } })).toEqual([]); // biome-ignore format: a line
  });

  it('counts nobody of whom a value cannot be read, but as a subject', async () => {
    const odd = [...people, ['fran', 'A1', 'x'], ['gal', '', '4'], ['hana', 'A1', ''], ['iva', 'A1', 'inf']];
    expect((await judged({ people: odd })).sizes.map(({ people: count }) => count)).toEqual([1, 2, 3]);
    const anywhere = [['*', '[1-9]', '2']];
    expect((await judged({ people: odd, combinations: anywhere })).sizes).toEqual([{ people: 5, subjects: 2, combinations: 1 }]);
    expect(await breachesOf({ people: odd, promised: { subjects: 9, kMap: 1 } })).toEqual([]);
  });

  it('has columns by the names that they have in the input', async () => {
    const named: ManifestColumn = { ...age, name: 'years', of: 'age' };
    expect((await judged({ columns: [town, named] })).sizes).toHaveLength(3);
    const kind: ManifestColumn = { name: 'sort', role: 'quasi', kind: 'label', of: 'age' };
    writeFileSync(join(home, 'age.csv'), '3;few\n4;few\n9;many\n');
    const labels = rowsOf('A*/few/1 A*/{3|9}/1 B1/many/1 B1/9/1 B1/*/1');
    const hierarchy = { age: join(home, 'age.csv') };
    const sizes = (await judged({ columns: [town, kind], combinations: labels, population: { hierarchy } })).sizes;
    expect(sizes).toEqual([
      { people: 1, subjects: 1, combinations: 1 },
      { people: 2, subjects: 1, combinations: 3 },
      { people: 3, subjects: 1, combinations: 1 },
    ]);
    const asked = (combinations_: Rows, of: Partial<Population> = {}) => codesOf(judged({ columns: [town, kind], combinations: combinations_, population: of })); // biome-ignore format: a line
    expect((await asked(labels))[0]).toMatch(/^verify\/hierarchy-needed/);
    expect((await asked(labels, { hierarchy: { sort: hierarchy.age } }))[0]).toMatch(/^verify\/hierarchy-needed/);
    expect(await asked(labels.filter((row) => !['few', 'many'].includes(row[1])))).toEqual([]);
    expect(await asked(rowsOf('A*/{3|7}/1 B1/*/1'))).toEqual([]); // a set names its members, whoever has them
    expect((await asked(rowsOf('A*/7/1')))[0]).toMatch(/^verify\/hierarchy-needed/);
  });

  it('is read by its clock where labels tell times', async () => {
    const hours: ManifestColumn = { name: 'age', role: 'quasi', kind: 'hour' };
    const times = [people[0], ...rowsOf('ana/A1/2024-03-01T08:30Z bor/A1/2024-03-01T09:30Z cene/A1/soon dana/A1/2024-07-01T08:30Z')]; // biome-ignore format: a line
    const under = async (timeZone?: string) =>
      (await judged({ columns: [town, hours], combinations: rowsOf('A1/08:00-09:00/1 A1/09:00-10:00/2'), people: times, population: { timeZone } })).sizes.map(({ people: count, subjects }) => [subjects, count]); // biome-ignore format: a line
    expect(await under()).toEqual([[2, 1], [1, 2]]); // biome-ignore format: pairs
    expect(await under('Europe/Ljubljana')).toEqual([[1, 0], [2, 1]]); // biome-ignore format: pairs
  });

  it('is in bounds that are open, or in none', async () => {
    const coded: ManifestColumn = { ...age, top: 8, bottom: 4 };
    const open = rowsOf('A*/<=_4/1 A*/<=_3/2 B1/>=_8/3 A*/>=_4/4 A*/*/5 A*/[4-8]/6');
    const sizes = (await judged({ columns: [town, coded], combinations: open })).sizes;
    const under = new Map(sizes.map(({ people: count, subjects }) => [subjects, count]));
    expect([...under].sort()).toEqual([[1, 3], [2, 1], [3, 2], [4, 2], [5, 3], [6, 2]]); // biome-ignore format: pairs
  });

  it('has all subjects of the release, where these are known', async () => {
    const among = (...subjects: readonly string[]) => breachesOf({ subjects });
    expect(await among('ana', 'bor', 'ana')).toEqual([]);
    expect(await among('ana', 'zoja', 'zoja', 'ivan')).toEqual([{ kind: 'not-in-population', file, subjects: 2 }]);
    expect(await breachesOf({ subjects: ['zoja'], manifest: { unit: 'row' } })).toEqual([]);
    expect(await breachesOf({ promised: { subjects: 6, kMap: 2 }, subjects: ['zoja'] })).toMatchObject([
      { kind: 'wrong-population' },
      { kind: 'not-in-population' },
      { kind: 'few-in-population' },
    ]);
  });

  it('has as many under every label as promised, and as large a share of them in the release', async () => {
    const promising = (promised: object) => breachesOf({ promised: { subjects: 5, ...promised } });
    expect(await promising({ kMap: 1 })).toEqual([]);
    expect(await promising({ kMap: 2 })).toEqual([{ kind: 'few-in-population', file, groups: 1, row: 2, smallest: 1, promised: 2 }]); // biome-ignore format: a line
    expect(await promising({ kMap: 3 })).toEqual([{ kind: 'few-in-population', file, groups: 2, row: 2, smallest: 1, promised: 3 }]); // biome-ignore format: a line
    const share = (min: number, max: number) => promising({ presence: { min, max } });
    expect(await share(0, 1)).toEqual([]);
    expect(await share(0.666, 1)).toEqual([]);
    expect(await share(0.667, 1)).toEqual([{ kind: 'telling-presence', file, groups: 1, row: 1, min: 0.667, max: 1 }]);
    expect(await share(1, 1)).toMatchObject([{ groups: 1, row: 1 }]);
    expect(await share(0, 0.7)).toMatchObject([{ groups: 2, row: 2, max: 0.7 }]);
    expect(await share(0, 0.6)).toMatchObject([{ groups: 3, row: 1 }]);
    const unknown = combinations.map((row) => row.with(2, ''));
    expect(await breachesOf({ combinations: unknown, promised: { subjects: 5, presence: { min: 1, max: 1 } } })).toEqual([]);
    const both = await promising({ kMap: 2, presence: { min: 0, max: 0.7 } });
    expect(both.map(({ kind }) => kind)).toEqual(['few-in-population', 'telling-presence']);
  });

  it('is in a share that is one to the last digit', async () => {
    const tenth = [people[0], ...Array.from({ length: 10 }, (_, i) => [`p${i}`, 'A1', '1'])];
    const share = (size: number, min: number, max: number) => breachesOf({ people: tenth, combinations: [['A1', '[1-1]', String(size)]], promised: { subjects: 10, presence: { min, max } } }); // biome-ignore format: a line
    for (let size = 1; size <= 10; size++) {
      expect(await share(size, size / 10, size / 10)).toEqual([]);
      expect(await share(size, size / 10 + 0.001, 1)).toHaveLength(1);
      expect(await share(size, 0, size / 10 - 0.001)).toHaveLength(1);
    }
    const slip = 1e-9;
    expect(await share(3, 0.3 + slip / 20, 1)).toEqual([]); // less than the slip, of ten
    expect(await share(3, 0, 0.3 - slip / 20)).toEqual([]);
    expect(await share(1, 0, 1 - slip)).toEqual([]);
    const alone = (size: number, min: number, max: number) => breachesOf({ people: tenth.slice(0, 2), combinations: [['A1', '[1-1]', String(size)]], promised: { rows: 1, subjects: 1, presence: { min, max } } }); // biome-ignore format: a line
    expect(await alone(1, 1 + slip, 2)).toEqual([]); // the slip itself is none too many
    expect(await alone(1, 0, 1 - slip)).toEqual([]);
  });

  it('is what somebody finds who holds every label against everybody', () => {
    const codes: Readonly<Record<string, (value: string) => boolean>> = {
      '*': () => true,
      'A*': (value) => value.startsWith('A'),
      A1: (value) => value === 'A1',
      B1: (value) => value === 'B1',
    };
    const within = (label: string, value: string) => {
      const [from, to] = label.slice(1, -1).split('-').map(Number);
      return Number(value) >= from && Number(value) <= to;
    };
    return fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('ana', 'bor', 'cene', 'dana'), fc.constantFrom('A1', 'A2', 'B1'), fc.constantFrom('1', '2', '3', '4')), { minLength: 1, maxLength: 12 }), // biome-ignore format: a line
        fc.uniqueArray(fc.tuple(fc.constantFrom(...Object.keys(codes)), fc.constantFrom('[1-2]', '[2-2]', '[2-4]', '[1-4]')), { minLength: 1, maxLength: 5, selector: String }), // biome-ignore format: a line
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom([0, 0.5], [0.5, 1], [0, 1]),
        async (rows, labels, kMap, [min, max]) => {
          const under = labels.map(([code, interval]) => new Set(rows.flatMap(([who, place, years]) => (codes[code](place) && within(interval, years) ? [who] : []))).size); // biome-ignore format: a line
          const sizes = under.map((count, g) => Math.max(1, count - (g % 2)));
          const { breaches } = await judged({
            people: [people[0], ...rows],
            combinations: labels.map((label, g) => [...label, String(sizes[g])]),
            promised: { subjects: new Set(rows.map(([who]) => who)).size, kMap, presence: { min, max } },
          });
          const few = under.flatMap((count, g) => (count < kMap ? [g] : []));
          const apart = under.flatMap((count, g) => (sizes[g] < min * count || sizes[g] > max * count ? [g] : []));
          expect(breaches).toEqual([
            ...(few.length === 0 ? [] : [{ kind: 'few-in-population', file, groups: few.length, row: few[0] + 1, smallest: Math.min(...few.map((g) => under[g])), promised: kMap }]), // biome-ignore format: a line
            ...(apart.length === 0 ? [] : [{ kind: 'telling-presence', file, groups: apart.length, row: apart[0] + 1, min, max }]), // biome-ignore format: a line
          ]);
        },
      ),
      { numRuns: draws(40) },
    );
  });
});

describe('combinations that have something in common', () => {
  const overlaps = (kinds: readonly ManifestColumn['kind'][], rows: Rows) =>
    counted(async (counter) => {
      const columns = kinds.map((kind, c): SourceColumn => ({ sql: `c${c}`, type: 'text', declared: { name: kind, role: 'quasi', kind } })); // biome-ignore format: a line
      const asked: string[] = [];
      const lent = { ...counter, ask: (sql: string) => { asked.push(sql); return counter.ask(sql); } }; // biome-ignore format: a line
      const table = `(SELECT * FROM (VALUES ${rows.map((row, i) => `(${i + 1}, ${row.map(text).join(', ')})`).join(', ')}) AS v(row, ${list(columns)}))`;
      const manifest = { disjoint: true, labels: 'en', data: { file } } as TableManifest; // all that is asked of it
      const [breach] = await checkOverlaps(lent, table, columns, manifest);
      return breach === undefined ? [] : [(breach as { combinations: number }).combinations, (breach as { row: number }).row];
    });

  it('are those of which one holds the other in every column, whichever in which', async () => {
    expect(await overlaps(['code'], rowsOf('A* A1 B1'))).toEqual([2, 1]);
    expect(await overlaps(['code'], rowsOf('A1 A11 A2*'))).toEqual([]);
    expect(await overlaps(['code'], rowsOf('C A1 A1* A1'))).toEqual([3, 2]); // the same label stands twice
    expect(await overlaps(['code'], rowsOf('B * A'))).toEqual([3, 1]);
    const codes = ['code', 'code', 'code'] as const;
    expect(await overlaps(codes, rowsOf('A*/B1/C* A1/B*/C1'))).toEqual([2, 1]);
    expect(await overlaps(codes, rowsOf('A*/B1/C1 A1/B*/C*'))).toEqual([2, 1]);
    expect(await overlaps(codes, rowsOf('A1/B*/C1 A*/B1/C*'))).toEqual([2, 1]);
    expect(await overlaps(codes, rowsOf('A1/B*/C1 A*/B1/D*'))).toEqual([]);
    expect(await overlaps(codes, rowsOf('A1/B1/C* A*/B*/C1'))).toEqual([2, 1]);
    expect(await overlaps(codes, rowsOf('A1/B1/C1 A1/B1/C2'))).toEqual([]);
  });

  it('of sets are those with a member in common, of bins those that lie within each other', async () => {
    expect(await overlaps(['label'], rowsOf('{a|b} {b|c} d'))).toEqual([2, 1]);
    expect(await overlaps(['label'], rowsOf('{a|b} c *'))).toEqual([3, 1]);
    expect(await overlaps(['label'], rowsOf('{a|b} c {d|e}'))).toEqual([]);
    expect(await overlaps(['hour'], rowsOf('06:00-12:00 06:00-09:00 12:00-18:00'))).toEqual([2, 1]);
    expect(await overlaps(['hour'], rowsOf('06:00-09:00 06:00-12:00 09:00-10:00'))).toEqual([3, 1]);
    expect(await overlaps(['hour'], rowsOf('06:00-07:00 07:00-08:00 08:00-09:00'))).toEqual([]);
    expect(await overlaps(['month'], rowsOf('2024-01 2024-Q1 2024-04'))).toEqual([2, 1]);
    expect(await overlaps(['interval'], rowsOf('[1-2] [5-6]'))).toEqual([2, 1]); // nothing is proved by numbers
  });

  it('are found among thousands of bins', async () => {
    const months = Array.from({ length: 1000 }, (_, i) => [`${1000 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`]); // biome-ignore format: a line
    expect(await overlaps(['month'], months)).toEqual([]);
    expect(await overlaps(['month'], [...months, ['2000'], ['2000-07']])).toEqual([2, 1001]);
    expect(await overlaps(['month'], [...months, ['1082-Q4']])).toEqual([4, 994]); // three months, and the quarter
  });
});
