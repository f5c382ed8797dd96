import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/problem.ts';
import { kindOfFormat, serialText } from '../../src/formats/serial-date.ts';
import { readXlsx } from '../../src/formats/xlsx-file.ts';
import { draws } from '../suite/draws.ts';
import { tableInMemory } from './table-in-memory.ts';
import { type Cell, type SheetMade, type WorkbookMade, workbookOf, zipOf } from './workbooks.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-xlsx-'));
});
afterAll(() => rmSync(home, { recursive: true }));

async function read(bytes: Buffer, sheet?: string): Promise<Record<string, string>[]> {
  const path = join(home, 'book.xlsx');
  writeFileSync(path, bytes);
  const rows = tableInMemory();
  await readXlsx({ name: 'book.xlsx', path, gzip: false, sheet }, rows);
  return rows.records();
}

const readRows = (rows: SheetMade['rows'], made?: WorkbookMade, after?: string) =>
  read(workbookOf([{ name: 'Sheet1', rows, ...(after === undefined ? {} : { after }) }], made));

async function problemOf(reading: Promise<unknown>) {
  const refusal = await reading.then(
    () => undefined,
    (error) => error,
  );
  expect(refusal).toBeInstanceOf(Refusal);
  const [problem] = (refusal as Refusal).problems;
  return { code: problem.code, text: `${problem.what} ${problem.where ?? ''} ${problem.why} ${problem.fix}` };
}

describe('a workbook', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('a\nb', ' two ', '=1+1', '<&>"', ']]>', '_x'),
  );
  const noNul = anyText.filter((text) => !/[^\P{C}\n]|_x[0-9a-f]{4}_/iu.test(text));
  const anyCell: fc.Arbitrary<Cell> = fc.oneof(
    noNul,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.integer({ min: Date.UTC(1900, 2, 1), max: Date.UTC(9999, 11, 31) }).map((ms) => new Date(ms)),
  );
  const textOf = (cell: Cell): string => {
    if (cell === null) return '';
    if (cell instanceof Date) return cell.toISOString().replace(/(\.000)?Z$/, '');
    return String(cell);
  };

  it('gives back the cells that were written, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyCell, anyCell, anyCell), { minLength: 1, maxLength: 8 }),
        fc.constantFrom('shared' as const, 'inline' as const),
        fc.boolean(),
        async (rows, texts, from1904) => {
          const afterIts = rows.filter((cells) =>
            cells.every((cell) => !(cell instanceof Date) || !from1904 || cell.getTime() > Date.UTC(1904, 0, 2)),
          );
          const told = afterIts.filter((cells) => cells.some((cell) => textOf(cell) !== ''));
          fc.pre(told.length > 0);
          const found = await readRows([['a', 'b', 'c'], ...afterIts], { texts, from1904 });
          expect(found).toEqual(told.map((cells) => ({ a: textOf(cells[0]), b: textOf(cells[1]), c: textOf(cells[2]) })));
        },
      ),
      { numRuns: draws(60) },
    );
  });

  it('keeps numbers as they are written, results of formulas, and texts in several runs', async () => {
    const [row] = await readRows([
      ['n', 'f', 't', 'g'],
      [
        { xml: '<c r="{at}"><v>0.10000000000000001</v></c>' },
        { xml: '<c r="{at}" t="str"><f>A1&amp;"x"</f><v>made</v></c>' },
        { xml: '<c r="{at}" t="inlineStr"><is><r><t>one </t></r><r><t>two</t></r><rPh><t>not this</t></rPh></is></c>' },
        { xml: '<c r="{at}"><f>1/4</f><v>0.25</v></c>' },
      ],
    ]);
    expect(row).toEqual({ n: '0.10000000000000001', f: 'made', t: 'one two', g: '0.25' });
  });

  it('is read by the sheet that is named, in any case of letters', async () => {
    const book = workbookOf([
      { name: 'May & June', rows: [['a'], [1]] },
      { name: 'Notes', rows: [['b'], [2]] },
    ]);
    expect(await read(book, 'may & june')).toEqual([{ a: '1' }]);
    const none = await problemOf(read(book));
    expect(none.code).toBe('input/which-sheet');
    expect(none.text).toContain('May & June, Notes');
    expect((await problemOf(read(book, 'Note'))).text).toContain('Notes');
  });

  it('begins with the first row that is not empty, and skips empty ones', async () => {
    expect(await readRows([[], [null, 'a', 'b'], [], [null, 1, 2], [null, null, 3]])).toEqual([
      { a: '1', b: '2' },
      { a: '', b: '3' },
    ]);
  });

  it('is refused with its reason where a table cannot be read off it', async () => {
    const error = { xml: '<c r="{at}" t="e"><v>#N/A</v></c>' };
    const cases: readonly (readonly [code: string, word: string, reading: () => Promise<unknown>])[] = [
      [
        'input/error-cells',
        'cell B3',
        () =>
          readRows([
            ['a', 'b'],
            [1, 2],
            [1, error],
            [2, error],
          ]),
      ],
      [
        'input/unnamed-column',
        'Cell C2',
        () =>
          readRows([
            ['a', 'b'],
            [1, 2, 3],
          ]),
      ],
      [
        'input/merged-cells',
        'A2:A3',
        () =>
          readRows(
            [
              ['a', 'b'],
              [1, 2],
              [3, 4],
            ],
            {},
            '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>',
          ),
      ],
      ['input/no-such-date', 'cell A2', () => readRows([['a'], [{ xml: '<c r="{at}" s="2"><v>-4</v></c>' }]])],
      ['input/no-such-date', 'cell A2', () => readRows([['a'], [{ xml: '<c r="{at}" s="2"><v>60</v></c>' }]])],
      ['input/no-rows', 'no rows', () => readRows([['a', 'b']])],
      ['input/no-rows', 'no rows', () => readRows([])],
    ];
    for (const [code, word, reading] of cases) {
      const problem = await problemOf(reading());
      expect(problem.code).toBe(code);
      expect(problem.text).toContain(word);
      expect(problem.text).not.toContain('#N/A,');
    }
  });

  it('is refused where it is damaged, encrypted, old, or made to burst', async () => {
    const book = workbookOf([
      { name: 'S', rows: [['a', 'b'], ...Array.from({ length: 300 }, (_, i) => [i, `text ${i * 7919}`])] },
    ]);
    for (const length of [3, 30, book.length >> 1, book.length - 1]) {
      const { code, text } = await problemOf(read(book.subarray(0, length)));
      expect(code).toBe('input/unreadable');
      expect(text).toContain('not a whole workbook');
    }
    const at = book.indexOf('xl/worksheets/sheet1.xml') + 40;
    const flipped = Buffer.from(book);
    flipped[at] ^= 0x55;
    expect((await problemOf(read(flipped))).text).toMatch(/damaged|broken/);
    expect((await problemOf(read(Buffer.from('d0cf11e0a1b11ae100000000', 'hex')))).code).toBe('input/other-spreadsheet');
    expect((await problemOf(read(zipOf({ 'xl/workbook.xml': 'x' }, 1)))).text).toContain('encrypted');
    const bomb = { name: 'S', rows: [['a'], [1]], after: ' '.repeat(20 << 20) };
    expect((await problemOf(read(workbookOf([bomb])))).text).toContain('grows');
    const doctype = '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><workbook>&x;</workbook>';
    expect((await problemOf(read(zipOf({ 'xl/workbook.xml': doctype })))).text).toContain('document type');
  });
});

describe('a date of a workbook', () => {
  it('is told from its format', () => {
    const kinds = {
      'dd.mm.yyyy': 'date',
      'dd.mm.yyyy hh:mm': 'moment',
      '[$-409]d-mmm-yy;@': 'date',
      'h:mm AM/PM': 'clock',
      'mm:ss.0': 'clock',
      '[h]:mm:ss': 'duration',
      mmmm: 'date',
      'yyyy"年"m"月"d"日"': 'date',
      '0.00': undefined,
      '#,##0.00 "d"': undefined,
      '[Red]0.0;-0.0': undefined,
      '0.00E+00': undefined,
      General: undefined,
      '_-* #,##0.00\\ "€"_-': undefined,
      '@': undefined,
    };
    for (const [code, kind] of Object.entries(kinds)) expect([code, kindOfFormat(code)]).toEqual([code, kind]);
  });

  it('counts from 1900, with a day too many in it, or from 1904', () => {
    expect(serialText(1, 'date', false)).toBe('1900-01-01');
    expect(serialText(59, 'date', false)).toBe('1900-02-28');
    expect(serialText(60, 'date', false)).toBeUndefined();
    expect(serialText(61, 'date', false)).toBe('1900-03-01');
    expect(serialText(45352.333333333336, 'moment', false)).toBe('2024-03-01T08:00:00');
    expect(serialText(45352, 'moment', false)).toBe('2024-03-01T00:00:00');
    expect(serialText(45352.5, 'date', false)).toBe('2024-03-01T12:00:00');
    expect(serialText(45352 - 1462, 'date', true)).toBe('2024-03-01');
    expect(serialText(0.34375, 'clock', false)).toBe('08:15:00');
    expect(serialText(1.25, 'duration', false)).toBe('30:00:00');
    expect(serialText(2_958_465, 'date', false)).toBe('9999-12-31');
    expect(serialText(2_958_466, 'date', false)).toBeUndefined();
  });
});
