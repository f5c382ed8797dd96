import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Counter } from '../../src/base/counting.ts';
import type { Manifest, ManifestColumn, TableManifest } from '../../src/release/manifest.ts';
import { text } from '../../src/verify/counter.ts';
import type { Evidence } from '../../src/verify/evidence.ts';
import { firstRow } from '../../src/verify/first-row.ts';
import { foldColumn, foldText, foldValues, isNormal } from '../../src/verify/folded-text.ts';
import { readGuarded } from '../../src/verify/guarded-cells.ts';
import { normalForm, valueForm } from '../../src/verify/normal-form.ts';
import { checkOriginal, type Original } from '../../src/verify/original.ts';
import { recordsIn } from '../../src/verify/records-in.ts';
import type { Source, SourceColumn } from '../../src/verify/source.ts';
import { counted, sourceOf } from './source-of-rows.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-judged-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const valuesOf = (rows: readonly (readonly string[])[], names: string) =>
  `(SELECT * FROM (VALUES ${rows.map((row) => `(${row.map(text).join(', ')})`).join(', ')}) AS given(${names}))`;
/** What a promise ends in: its value, or the code of the first problem, or what was thrown. */
const endOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((error) => error.problems?.[0]?.code ?? error.constructor.name);

describe('records beside the rows of the original', () => {
  const columns = [
    { name: 'place', role: 'quasi', kind: 'label', of: 'town' },
    { name: 'age', role: 'quasi', kind: 'interval', decimals: 0 },
    { name: 'ill', role: 'kept', kind: 'text' },
    { name: 'avg_toll', role: 'mean', kind: 'number', of: 'toll' },
    { name: '_subject', role: 'subject', kind: 'text' },
    { name: '_row', role: 'subject', kind: 'text' },
  ] as const; // biome-ignore format: columns
  const names = ['who', 'town', 'age', 'ill', 'toll'];
  const given = [
    ['Ana', 'Koper', '31', 'flu', '1.50'],
    ['Bor', 'Ptuj', '35', 'Flu', ''],
    ['Ćiro', 'Ptuj', '40', '', '2'],
    ['ana ', 'Celje', '44', 'x', '0'],
  ];
  const good = [
    ['{Koper|Ptuj}', '[30-40]', 'flu', '1.5', 'ana', '1'],
    ['{Koper|Ptuj}', '[30-40]', 'Flu', '', 'bor', '2'],
    ['Ptuj', '[40-44]', '', '2.00', 'ćiro', '3'],
    ['*', '[40-44]', 'x', '0.0', 'ana', '4'],
  ];
  /** The good records with some cells changed: record, column, cell. */
  const changed = (...changes: readonly (readonly [row: number, column: string, cell: string])[]) =>
    good.map((row, r) =>
      row.map((cell, c) => changes.find(([at, name]) => at === r + 1 && name === columns[c].name)?.[2] ?? cell),
    );

  interface Case {
    readonly manifest?: object;
    readonly original?: object;
    readonly rows?: readonly (readonly string[])[];
    readonly row?: undefined;
    readonly counter?: (counter: Counter) => Counter;
    readonly isFolded?: boolean;
  }
  const check = (
    records: readonly (readonly string[])[],
    { manifest, original, rows = given, counter, isFolded = false, ...odd }: Case = {},
  ) =>
    counted(async (plain) => {
      const sqls = columns.map((_, c) => `c${c}`);
      const table = valuesOf(records, sqls.join(', '));
      const written = {
        table,
        columns: columns.map((declared, c) => ({ sql: `c${c}`, declared, type: 'text' })),
      } as unknown as Source;
      const [subject, row] = written.columns.slice(4);
      const source = isFolded ? await foldColumn(plain, written, subject) : written;
      const evidence = { file: 'evidence.csv', source, subject, row, ...odd } as unknown as Evidence;
      const settings = { method: 'kaca', unit: 'who', labels: 'en', ...manifest } as unknown as TableManifest;
      const beside = {
        ...{ name: 'given.csv', table: valuesOf(rows, names.join(', ')), hierarchy: {} },
        ...{ columns: names.map((name) => ({ name, sql: name })), ...original },
      };
      return checkOriginal(counter === undefined ? plain : counter(plain), evidence, settings, beside as unknown as Original);
    });
  const cells = (kind: string, column: string, some: number, row: number) => [{ kind, file: 'evidence.csv', columns: [column], cells: some, row }]; // biome-ignore format: a line

  it('are theirs: labels true of them, what is kept as it is, values to average as numbers, and their subject', async () => {
    expect(await check(good)).toEqual([]);
    expect(await check(changed([4, 'place', 'Koper'], [3, 'place', 'Celje']))).toEqual(cells('false-label', 'place', 2, 3));
    expect(await check(changed([1, 'place', '{Celje|Ptuj}']))).toEqual(cells('false-label', 'place', 1, 1));
    expect(await check(changed([2, 'age', '[30-34]'], [4, 'age', '[45-50]']))).toEqual(cells('false-label', 'age', 2, 2));
    expect(await check(changed([2, 'ill', 'flu'], [3, 'ill', 'x']))).toEqual(cells('changed-value', 'ill', 2, 2));
    expect(await check(changed([2, 'avg_toll', '0'], [3, 'avg_toll', '']))).toEqual(cells('changed-value', 'avg_toll', 2, 2));
    expect(await check(changed([2, '_subject', 'ana'], [4, '_subject', 'bor']))).toEqual(cells('changed-subject', '_subject', 2, 2)); // biome-ignore format: a line
    expect(await check(changed([1, 'ill', 'y'], [2, 'age', '[1-2]']))).toEqual([
      ...cells('false-label', 'age', 1, 2),
      ...cells('changed-value', 'ill', 1, 1),
    ]);
  });

  it('are told apart by the normal form of their subjects, unless spelling counts or a row is one', async () => {
    const spelt = changed([1, '_subject', 'Ana'], [2, '_subject', 'Bor'], [3, '_subject', 'Ćiro'], [4, '_subject', 'ana ']);
    expect(await check(spelt, { manifest: { subjectSpelling: 'exact' } })).toEqual([]);
    expect(await check(spelt)).toEqual(cells('changed-subject', '_subject', 4, 1));
    expect(await check(good, { manifest: { subjectSpelling: 'exact' } })).toEqual(cells('changed-subject', '_subject', 4, 1));
    expect(await check(spelt, { manifest: { unit: 'row' } })).toEqual([]);
    expect([
      isNormal({ unit: 'who' } as Manifest),
      isNormal({ unit: 'row' } as Manifest),
      isNormal({ unit: 'who', subjectSpelling: 'exact' } as Manifest),
      isNormal({ unit: 'row', subjectSpelling: 'exact' } as Manifest),
    ]).toEqual([true, false, false, false]);
  });

  it('are named by their rows in the evidence, however their subjects are spelt there', async () => {
    const spelt = changed([1, 'ill', 'y'], [3, '_subject', ' ĆIRO'], [4, '_subject', 'ANA\u00a0']);
    expect(await check(spelt, { isFolded: true })).toEqual(cells('changed-value', 'ill', 1, 1));
    expect(await check(changed([2, '_row', '9'], [3, '_subject', ' ĆIRO']), { isFolded: true })).toMatchObject([{ row: 2 }]);
  });

  it('are rows of it, each of another one', async () => {
    const foreign = changed([2, '_row', '5'], [3, '_row', 'x'], [2, 'place', 'Rome'], [3, 'ill', 'y']);
    expect(await check(foreign)).toEqual([{ kind: 'foreign-record', file: 'evidence.csv', records: 2, row: 2 }]);
    const twice = [...good, good[0], good[0]];
    expect(await check(twice)).toEqual([{ kind: 'repeated-record', file: 'evidence.csv', records: 2 }]);
    expect(await check(changed([2, '_row', '0'], [2, 'ill', 'z']))).toMatchObject([{ kind: 'foreign-record', records: 1 }]);
  });

  it('may have a label from a hierarchy, which has to be at hand', async () => {
    const labelled = changed([1, 'place', 'coast'], [2, 'place', 'inland']);
    expect(await endOf(check(labelled))).toBe('verify/hierarchy-needed');
    expect(await endOf(check(changed([1, 'place', 'coast'])))).toBe('verify/hierarchy-needed');
    const file = join(home, 'towns.csv');
    writeFileSync(file, 'Koper;coast;all\nPtuj;inland;all\nCelje;inland;all\n');
    const original = { hierarchy: { town: file } };
    expect(await check(labelled, { original })).toEqual([]);
    expect(await check(changed([1, 'place', 'inland'], [4, 'place', 'Koper']), { original })).toEqual(cells('false-label', 'place', 2, 1)); // biome-ignore format: a line
    expect(await check(changed([1, 'place', 'nowhere']), { original })).toEqual(cells('false-label', 'place', 1, 1));
    expect(await endOf(check(labelled, { original: { hierarchy: { place: file } } }))).toBe('verify/hierarchy-needed');
    expect(await endOf(check(good, { original: { hierarchy: { age: 'nowhere.csv' } } }))).toEqual([]); // only categories have one
    expect(await endOf(check(good, { original: { hierarchy: { town: 'nowhere.csv' } } }))).toBe('verify/unreadable-hierarchy');
  });

  it('have to be found in it: by a column that says which row each was, in columns that are there and can be read', async () => {
    expect(await endOf(check(good, { row: undefined }))).toBe('verify/no-row-numbers');
    const columns = ['who', 'town', 'age', 'ill'].map((name) => ({ name, sql: name }));
    expect(await endOf(check(good, { original: { columns } }))).toBe('verify/not-the-original');
    const broken = (column: string) => ({
      columns: names.map((name) => ({ name, sql: name === column ? `CASE WHEN ${name} = 'Koper' OR ${name} = 'Ana' THEN error('odd') ELSE ${name} END` : name })), // biome-ignore format: a line
    });
    for (const column of ['who', 'town']) expect(await endOf(check(good, { original: broken(column) })), column).toBe('verify/not-the-original'); // biome-ignore format: a line
    expect(await endOf(check(good, { original: { table: '(SELEC' } }))).toBe('Bug'); // ours, and no fault of a file
    const failing = (query: RegExp) => (counter: Counter): Counter => ({
      ...counter,
      numbers: (sql) => counter.numbers(query.test(sql) ? "SELECT error('it ends here')" : sql),
    }); // biome-ignore format: one fault
    expect(await endOf(check(changed([3, 'place', 'Koper']), { counter: failing(/NOT IN/) }))).toBe('verify/not-the-original');
    expect(await endOf(check(good, { manifest: { suppression: 0 }, counter: failing(/NOT told/) }))).toBe(
      'verify/not-the-original',
    );
  });

  it('are of all but so large a share of its subjects, where that is promised', async () => {
    const some = (count: number, suppression: number | undefined, manifest: object = {}, more: Case = {}) =>
      check(good.slice(0, count), { manifest: { suppression, ...manifest }, ...more });
    const lost = (subjects: number, of: number, share: number) => [{ kind: 'too-many-left-out', file: 'evidence.csv', subjects, of, share }]; // biome-ignore format: a line
    expect(await some(4, 0)).toEqual([]);
    expect(await some(3, 0)).toEqual(lost(1, 3, 0)); // Ana has another record
    expect(await some(3, 0.333)).toEqual(lost(1, 3, 0.333));
    expect(await some(3, 0.334)).toEqual([]);
    expect(await some(1, 0.9)).toEqual(lost(3, 3, 0.9));
    expect(await check(good.slice(1, 3), { manifest: { suppression: 0.333 } })).toEqual(lost(1, 3, 0.333)); // both records of Ana
    expect(await some(1, 1)).toEqual([]);
    expect(await some(1, undefined)).toEqual([]);
    const exact = { subjectSpelling: 'exact' };
    const spelt = changed([1, '_subject', 'Ana'], [2, '_subject', 'Bor'], [3, '_subject', 'Ćiro']).slice(0, 3);
    expect(await check(spelt, { manifest: { suppression: 0.25, ...exact } })).toEqual([]);
    expect(await check(spelt, { manifest: { suppression: 0.249, ...exact } })).toEqual(lost(1, 4, 0.249));
    expect(await some(2, 0.5, { unit: 'row' })).toEqual([]);
    expect(await some(1, 0.5, { unit: 'row' })).toEqual(lost(3, 4, 0.5));
    const nobody = [...given, [' ', 'Celje', '1', '', '']];
    expect(await some(4, 0, {}, { rows: nobody })).toEqual([]);
    const huge = (counter: Counter): Counter => ({ ...counter, numbers: async (sql) => (/NOT told/.test(sql) ? [2 ** 25, 2 ** 26] : counter.numbers(sql)) }); // biome-ignore format: a line
    expect(await some(4, 0.5, {}, { counter: huge })).toEqual([]);
  });
});

describe('the first row', () => {
  it('is that of the file whose cells are among those that are bad, missing cells too', () =>
    counted(async (counter) => {
      const rows = "(VALUES ('a', 'x'), ('b', NULL), ('a', NULL), ('b', 'x'), ('a', NULL)) AS given(c0, c1)";
      const source = { table: `(SELECT * FROM ${rows})` } as unknown as Source;
      const columns = ['c0', 'c1'].map((sql) => ({ sql }) as unknown as SourceColumn);
      const first = (bad: string, from = source) => firstRow(counter, from, columns, bad);
      expect(await first("SELECT 'a' AS c0, NULL AS c1")).toBe(3);
      expect(await first("SELECT 'b' AS c0, 'x' AS c1")).toBe(4);
      expect(await first("SELECT * FROM (VALUES ('a', NULL), ('b', NULL)) AS t(c0, c1)")).toBe(2);
      expect(await first("SELECT 'c' AS c0, 'x' AS c1")).toBeUndefined();
      const numbered = { ...source, numbered: `(SELECT 10 * row_number() OVER () AS row, * FROM ${rows})` };
      expect(await first("SELECT 'a' AS c0, NULL AS c1", numbered)).toBe(30);
    }));
});

describe('the form of a text', () => {
  const forms: readonly (readonly [string, string])[] = [
    ['Ana', 'ana'],
    ['ANA  maria', 'ana maria'],
    [' \t Ana \u3000', 'ana'],
    ['a\u00a0\u2003b', 'a b'],
    ['a\u200bna\u00ad', 'ana'],
    ['ａｎａ', 'ana'],
    ['Straße', 'strasse'],
    ['ΣΟΦΟΣ', 'σοφοσ'],
    ['σοφος', 'σοφοσ'],
    ['İzmir', 'izmir'],
    ['i\u0307zmir', 'izmir'],
    ['e\u0301', 'é'],
    ['\u0000a\u0007', 'a'],
    ['', ''],
    [' ', ''],
    ['a b c', 'a b c'],
    ['1.0', '1.0'],
  ];

  it.each(forms)('of %j is %j, and its own form', (given, form) => {
    expect(normalForm(given)).toBe(form);
    expect(normalForm(form)).toBe(form);
  });

  it('as a value is that of its number', () => {
    const groups = [
      ['1', '+1', '01', '1.', '1.0', '１', ' 1.00 '],
      ['-1', '-01.0'],
      ['0', '-0', '+0.0', '.0', '0.'],
      ['0.5', '.50', '+.5', '00.5'],
      ['10', '10.0'],
      ['0.05', '.050'],
      ['x', 'X '],
      ['-'],
      ['+'],
      ['.'],
      ['1e3'],
      ['1e4'],
      ['1.2.3'],
      ['100'],
      [''],
    ];
    const found = groups.map((group) => [...new Set(group.map(valueForm))]);
    expect(found.filter((own) => own.length !== 1)).toEqual([]);
    expect(new Set(found.map(([own]) => own)).size).toBe(groups.length);
    expect(['', '.', '-', '0', '-0', '-1.50', '1.50'].map(valueForm)).toEqual(['', '.', '-', '0', '0', '-1.5', '1.5']);
  });

  it('is found in a table for every row of it, plain or not, and however many differ', () =>
    counted(async (counter) => {
      const folded = async (rows: readonly string[]) => {
        const table = `(SELECT * FROM (VALUES ${rows.map((row, i) => `(${i}, ${text(row)})`).join(', ')}) AS given(i, t))`;
        const { join, form } = await foldText(counter, { table, text: 't', name: 'some' });
        return (await counter.ask(`SELECT ${form} FROM ${table} ${join} ORDER BY i`)).map(([own]) => own);
      };
      const texts = forms.map(([given]) => given).filter((given) => !given.includes('\0'));
      for (const rows of [['Ana', 'bOr'], [' a', ' a', 'A'], [...texts, ...texts], ["o'Neil\u00a0", 'it’s']]) // biome-ignore format: lists
        expect(await folded(rows)).toEqual(rows.map(normalForm));
      for (const count of [4096, 4097, 8193]) {
        const table = `(SELECT i || ' É' AS t FROM range(${count}) AS all_(i))`;
        const { join, form } = await foldText(counter, { table, text: 't', name: 'many' });
        const sound = `count_if(${form} = lower(t)), count(DISTINCT t), count(*)`;
        expect(await counter.numbers(`SELECT ${sound} FROM ${table} ${join}`)).toEqual([count, count, count]);
      }
    }));

  it('as a value is found in a table likewise, and is none where there is nothing', () =>
    counted(async (counter) => {
      const values = async (table: string) => {
        const { join, form } = await foldValues(counter, { table, text: 't', name: 'values' });
        return (await counter.ask(`SELECT ${form} FROM ${table} ${join} ORDER BY i`)).map(([own]) => own);
      };
      const rows = ['1', '1.0', '1', 'x', 'X', ''];
      const table = (some: string) => `(SELECT * FROM (VALUES ${rows.map((row, i) => `(${i}, ${text(row)})`).join(', ')}) AS given(i, t) ${some})`; // biome-ignore format: a line
      expect(await values(table(''))).toEqual(rows.map(valueForm));
      expect(await values(table('WHERE i < 0'))).toEqual([]);
      expect(await foldValues(counter, { table: table('WHERE i < 0'), text: 't', name: 'none' })).toEqual({
        join: '',
        form: "''",
      });
    }));

  it('takes the place of a column of texts, and of no other', () =>
    counted(async (counter) => {
      const rows = [
        ['Ana', 'Flu'],
        [' ANA', 'Flu'],
        ['Bor', 'x'],
        ['BOR\u00a0', 'y'],
      ];
      const source = await sourceOf(
        counter,
        [
          ['who', 'subject'],
          ['ill', 'kept'],
        ],
        rows,
      );
      const folded = await foldColumn(counter, source, source.columns[0]);
      const numbered = rows.map(([who, ill], i) => [i + 1, normalForm(who), ill]);
      expect(await counter.ask(`SELECT row, c0, c1 FROM ${folded.numbered} ORDER BY row`)).toEqual(numbered);
      const cells = numbered.map(([, who, ill]) => [who, ill]);
      expect(await counter.ask(`SELECT c0, c1 FROM ${folded.table} ORDER BY ALL`)).toEqual(cells);
      expect(folded.scan('a')).toBe(source.scan('a'));
      const first = (who: string) => firstRow(counter, folded, folded.columns.slice(0, 1), `SELECT '${who}' AS c0`);
      expect([await first('ana'), await first('bor')]).toEqual([1, 3]); // as they lie in the file
      const again = { ...source, numbered: '(SELECT 10 * row_number() OVER () AS row, * FROM r)' };
      const tens = await foldColumn(counter, again, source.columns[0]);
      expect(await counter.ask(`SELECT row FROM ${tens.numbered} ORDER BY row`)).toEqual([[10], [20], [30], [40]]);
      expect(await foldColumn(counter, source, { ...source.columns[0], type: 'double' })).toBe(source);
    }));
});

describe('a release that is safe in a spreadsheet', () => {
  const kinds = [['name', 'text'], ['size', 'integer'], ['place', 'label']] as const; // biome-ignore format: pairs
  const read = (rows: readonly (readonly string[])[], header: readonly string[] = kinds.map(([name]) => name)) =>
    counted(async (counter) => {
      const plain = await sourceOf(counter, header.map((name) => [name, 'kept'] as const), rows); // biome-ignore format: a line
      const columns = plain.columns.map((column, c) => ({ ...column, declared: { name: header[c], role: 'kept', kind: kinds[c][1] } as ManifestColumn })); // biome-ignore format: a line
      const manifest = { columns: columns.map(({ declared }) => declared), data: { file: 'x.csv' } } as unknown as Manifest;
      const { source, breaches } = await readGuarded(counter, { ...plain, columns, distinct: 'rows' }, manifest);
      expect(source).not.toHaveProperty('distinct');
      const [cells, scanned] = [await counter.ask(`SELECT c0, c1, c2 FROM ${source.table}`), await counter.ask(`SELECT s.c0, s.c1, s.c2 FROM ${source.scan('s')}`)]; // biome-ignore format: a line
      expect(scanned).toEqual(cells);
      return { breaches, cells };
    });
  const running = (column: number, cells: number, row: number) => ({ kind: 'running-cell', file: 'x.csv', column, cells, row });
  const guarded = async (cells: readonly string[]) => (await read(cells.map((cell) => [cell, '1', 'b']))).breaches;

  it('has no text that would be run, and no apostrophe without need', async () => {
    const sound = ['a', '-1', '+1.5', '-.5e3', '12', "'=1", "'+x", "'-a", "'@x", "'\tx", "'\r", "'\n", "'＝1", "'＋x", "'－x", "'＠", "''a", "''", "''=1", 'a=1', "a'b", '']; // biome-ignore format: a line
    expect(await guarded(sound)).toEqual([]);
    const run = ['=1', '+x', '-a', '@x', '\tx', '\r', '\n', '＝1', '＋x', '－x', '＠', '-1x', '--1', '+'];
    expect(await guarded(run)).toEqual([running(1, run.length, 1)]);
    const needless = ["'a", "'", "'-1", "'+1.5", "'1", "'a=1"];
    expect(await guarded(['a', ...needless])).toEqual([running(1, needless.length, 2)]);
  });

  it('says of each column of texts how many are not, and where the first is; numbers are judged elsewhere', async () => {
    const rows = [['a', '=1', "'b"], ['=a', "'2", 'b'], ["'a", '3', 'b'], ['a', '4', '@b']]; // biome-ignore format: rows
    const { breaches, cells } = await read(rows);
    expect(breaches).toEqual([running(1, 2, 2), running(3, 2, 1)]);
    expect(cells).toEqual([['a', '=1', 'b'], ['=a', "'2", 'b'], ['a', '3', 'b'], ['a', '4', '@b']]); // biome-ignore format: rows
  });

  it('has names that are not run either', async () => {
    const row = [['a', '1', 'b']];
    expect((await read(row, ['=a', 'b', 'c'])).breaches).toEqual([running(1, 1, 0)]);
    expect((await read(row, ['a', 'b', '@c'])).breaches).toEqual([running(3, 1, 0)]);
    expect((await read(row, ['a', '-1', "'c"])).breaches).toEqual([]);
  });
});

describe('the records of a text', () => {
  const read = async (chunks: readonly (string | Buffer)[], delimiter: ',' | ';' = ',') => {
    async function* pieces() {
      for (const chunk of chunks) yield Buffer.from(chunk as string);
    }
    const found: (readonly string[])[] = [];
    for await (const record of recordsIn(pieces(), delimiter)) found.push(record);
    return found;
  };

  it('are its lines, cut at the delimiter, with what is quoted as it is', async () => {
    expect(await read(['a,b\n1,2\n'])).toEqual([['a', 'b'], ['1', '2']]); // biome-ignore format: rows
    expect(await read(['a;b,c\n'], ';')).toEqual([['a', 'b,c']]);
    expect(await read(['"a,\n""b""",c\n,\n'])).toEqual([['a,\n"b"', 'c'], ['', '']]); // biome-ignore format: rows
    expect(await read(['x"y",z"\n"'])).toEqual([]); // never ends
    expect(await read(['1",2"\n'])).toEqual([['1",2"']]);
    expect(await read(['a,b'])).toEqual([]);
    expect(await read(['\n'])).toEqual([['']]);
  });

  it('are the same wherever a piece ends, within a character too', async () => {
    const text_ = '\ufeffč,"š,🐟"\n"""",湖\n';
    const bytes = Buffer.from(text_);
    const whole = await read([text_]);
    expect(whole).toEqual([['\ufeffč', 'š,🐟'], ['"', '湖']]); // biome-ignore format: rows
    for (let cut = 0; cut <= bytes.length; cut++)
      expect(await read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
    expect(await read([Buffer.from([0x61, 0xff, 0x0a])])).toEqual([['a\ufffd']]);
  });
});
