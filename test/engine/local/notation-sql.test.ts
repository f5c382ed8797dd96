import type { DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formsOf } from '../../../src/engine/local/cell-forms.ts';
import { plainSql } from '../../../src/engine/local/notation-sql.ts';
import type { Source } from '../../../src/engine/local/source.ts';
import { sqlText } from '../../../src/engine/postgres/sql.ts';
import { monthNumbers, namedMonths } from '../../../src/formats/month-names.ts';
import type { Notation, Thousands } from '../../../src/formats/notation.ts';
import { monthWords } from '../../../src/verify/month-words.ts';
import { plainOf } from '../../../src/verify/written-cells.ts';
import { formsIn, writeNumber, writeTime } from '../../inspect/written.ts';
import { draws } from '../../suite/draws.ts';
import { lentDuckDB } from '../../verify/lent-duckdb.ts';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await lentDuckDB()).connect();
});
afterAll(() => connection.closeSync());

/** Beside columns that are called as what the SQL itself has names for. */
const rowsOf = (cells: readonly string[]) =>
  `(SELECT unnest([${cells.map(sqlText).join(', ')}]::VARCHAR[]) AS x, 1 AS c, 1 AS d, 1 AS e, 1 AS g, 1 AS t)`;

/** Cells in plain form, as runs read them and as the verifier does, which must be the same. */
async function plain(cells: readonly string[], notation: Notation): Promise<readonly unknown[]> {
  const reader = await connection.runAndReadAll(
    `SELECT ${plainSql('x', notation)}, ${plainOf('x', notation)} FROM ${rowsOf(cells)}`,
  );
  const rows = reader.getRows();
  for (const [place, [made, judged]] of rows.entries()) expect(judged, JSON.stringify([cells[place], notation])).toEqual(made);
  return rows.map(([made]) => made);
}

const number = (decimal: '.' | ',', thousands?: Thousands, ...units: string[]): Notation => ({
  kind: 'number',
  decimal,
  thousands,
  units,
});
const time = (format: string): Notation => ({ kind: 'time', format });

describe('a cell in plain form', () => {
  it('is a number without anything but a decimal point', async () => {
    const amounts = ['1.234,50 EUR', '€ 12', '−15,61 EUR', ',5', '12.345.678', '1,5E+03', '+3', '-EUR 3', ' 7 '];
    expect(await plain(amounts, number(',', '.', 'EUR', '€'))).toEqual([
      '1234.50',
      '12',
      '-15.61',
      '0.5',
      '12345678',
      '1.5E+03',
      '3',
      '-3',
      '7',
    ]);
    expect(await plain(["CHF 1'234.50", '1’234', '12'], number('.', "'", 'CHF'))).toEqual(['1234.50', '1234', '12']);
    expect(await plain(['1 234,5', '1\u00a0234', '1\u202f234\u2009567'], number(',', ' '))).toEqual([
      '1234.5',
      '1234',
      '1234567',
    ]);
  });

  it('is nothing where it does not fit from end to end', async () => {
    const odd = ['1.23', '1.2345,6', '12 34', '1,2,3', 'EUR', '-', '12 CHF', '1.234.5', 'abc', '1,', '--3', '12 EUR!', '1..234'];
    expect(await plain(odd, number(',', '.', 'EUR'))).toEqual(odd.map(() => null));
    const times = [
      '31.02.2024 10:00',
      '1.1.2024 24:00',
      '1.1.2024 10:60',
      '1.13.2024 10:00',
      '1.1.24 10:00',
      '2024-01-01',
      '1.1.2024 10:00:00',
    ];
    expect(await plain(times, time('d.M.yyyy HH:mm'))).toEqual(times.map(() => null));
    expect(await plain(['1.01.2024', '01.1.2024'], time('dd.MM.yyyy'))).toEqual([null, null]);
  });

  it('is a time of ISO 8601 as fine as it is told', async () => {
    expect(await plain(['2.4.2024 02:52'], time('d.M.yyyy HH:mm'))).toEqual(['2024-04-02T02:52']);
    expect(await plain(['4/3/2024 12:15 AM', '4/3/2024 1:15 p.m.'], time('M/d/yyyy h:mm a'))).toEqual([
      '2024-04-03T00:15',
      '2024-04-03T13:15',
    ]);
    expect(await plain(['03.2024'], time('MM.yyyy'))).toEqual(['2024-03']);
    expect(await plain(['20240304'], time('yyyyMMdd'))).toEqual(['2024-03-04']);
    expect(await plain(['04.03.2024 01:02:03,25 +0200'], time('dd.MM.yyyy HH:mm:ss,S X'))).toEqual([
      '2024-03-04T01:02:03.25+0200',
    ]);
    expect(await plain(['04.03.2024 um 01:02 Uhr'], time("dd.MM.yyyy 'um' HH:mm 'Uhr'"))).toEqual(['2024-03-04T01:02']);
  });

  it('has its minus behind as well as before, and never both', async () => {
    const cells = ['12,50-', '1.234-', '3,5\u2212 EUR', 'EUR 7-', '-12-', '12--', '+3-', '12,50 EUR-', '1,5E+03-'];
    expect(await plain(cells, number(',', '.', 'EUR'))).toEqual([
      ...['-12.50', '-1234', '-3.5', '-7', null, null, null, null, '-1.5E+03'],
    ]);
  });

  it('has months by their names, in any case, with a point behind or without', async () => {
    const cells = [
      '3 Mar 2024',
      '03 MÄRZ 2024',
      '31 Sty. 2024',
      '3 août 2024',
      '29 Feb 2024',
      '29 Feb 2023',
      '3 Foo 2024',
      '3 Ma 2024',
    ];
    expect(await plain(cells, time('d MMM yyyy'))).toEqual([
      ...['2024-03-03', '2024-03-03', '2024-01-31', '2024-08-03', '2024-02-29', null, null, null],
    ]);
    expect(await plain(['Mar 3, 2024 1:05 pm'], time('MMM d, yyyy h:mm a'))).toEqual(['2024-03-03T13:05']);
    expect(await plain(['03.Mär.2024', '03.MAI.2024'], time('dd.MMM.yyyy'))).toEqual(['2024-03-03', '2024-05-03']);
    expect(await plain(['3 de marzo de 2024'], time("d 'de' MMM 'de' yyyy"))).toEqual(['2024-03-03']);
    expect(await plain(['03MAR2024'], time('ddMMMyyyy'))).toEqual(['2024-03-03']);
    expect(await plain(['grudnia 2024'], time('MMM yyyy'))).toEqual(['2024-12']);
  });

  it('has years of two digits in the hundred years that the format names', async () => {
    const cells = ['01.02.69', '01.02.70', '01.02.99', '01.02.00', '29.02.00', '29.02.1999', '1.02.00'];
    expect(await plain(cells, time('dd.MM.yy(1970)'))).toEqual([
      ...['2069-02-01', '1970-02-01', '1999-02-01', '2000-02-01', '2000-02-29', null, null],
    ]);
    expect(await plain(cells.slice(0, 4), time('dd.MM.yy(1900)'))).toEqual([
      '1969-02-01',
      '1970-02-01',
      '1999-02-01',
      '1900-02-01',
    ]);
    expect(await plain(['29.02.00', '05-MÄR-31'], time('dd.MM.yy(1900)'))).toEqual([null, null]); // 1900 had no such day
    expect(await plain(['05-MÄR-31'], time('dd-MMM-yy(1932)'))).toEqual(['2031-03-05']);
  });

  it('knows every month name that the verifier knows, and no name for two months', async () => {
    const names = [...new Set([...namedMonths.map(([name]) => name), ...monthWords.flatMap((words) => words.split(' '))])];
    const made = await plain(
      names.map((name) => `1 ${name.toUpperCase()} 2024`),
      time('d MMM yyyy'),
    );
    expect(made.filter((one) => one === null)).toEqual([]);
    for (const [name, month] of namedMonths) expect(monthNumbers.get(name), name).toBe(month);
  });

  it('is the number that was written, in any notation', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom<['.' | ',', Thousands | '']>(['.', ','], [',', '.'], [',', ' '], ['.', "'"], [',', '']),
        fc.constantFrom('', 'EUR', '$', '%', 'Fr.'),
        fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 30 }),
        async ([decimal, thousands], unit, values) => {
          const cells = values.map((value) => writeNumber(value, decimal, thousands, unit));
          const found = await plain(cells, number(decimal, thousands || undefined, ...(unit === '' ? [] : [unit])));
          expect(found.map(Number)).toEqual(values.map((value) => value / 100));
        },
      ),
      { numRuns: draws(15) },
    ));

  it('is the time that was written, in any format', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          'd.M.yyyy HH:mm',
          'dd.MM.yyyy H:mm:ss',
          'M/d/yyyy h:mm a',
          'MM/dd/yyyy hh:mm:ss a',
          'yyyy/MM/dd HH:mm',
          'd MMM yyyy HH:mm',
          'MMM d, yyyy h:mm:ss a',
          'dd-MMM-yy(1970) HH:mm',
          'd.M.yy(1970) HH:mm',
        ),
        fc.array(fc.integer({ min: 0, max: 3_100_000_000 }), { minLength: 1, maxLength: 30 }),
        async (format, seconds) => {
          const moments = seconds.map((second) => new Date(second * 1000));
          const found = await plain(
            moments.map((moment) => writeTime(moment, format)),
            time(format),
          );
          const length = format.includes('ss') ? 19 : 16;
          expect(found).toEqual(moments.map((moment) => moment.toISOString().slice(0, length)));
        },
      ),
      { numRuns: draws(15) },
    ));

  it('is the same to runs and to the verifier, whatever the cell', () => {
    const pieces = [
      '1',
      '12',
      '123',
      '.',
      ',',
      ' ',
      "'",
      '-',
      '+',
      'EUR',
      '€',
      'e',
      ':',
      '/',
      '2024',
      'MÄR',
      'juil.',
      'am',
      'Z',
      '\u00a0',
      '\u2212',
      '\u2019',
    ];
    const cell = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''));
    const notations = [
      number('.'),
      number(',', '.', 'EUR', '€'),
      number('.', "'"),
      number(',', ' ', 'EUR'),
      time('d.M.yyyy'),
      time('M/d/yyyy h:mm a'),
      time('d MMM yyyy'),
      time('MMM-d-yy(1950)'),
      time('dMMM.yy(1970)'),
    ];
    return fc.assert(
      fc.asyncProperty(
        fc.array(cell, { minLength: 1, maxLength: 60 }),
        fc.constantFrom(...notations),
        async (cells, notation) => {
          await plain(cells, notation);
        },
      ),
      { numRuns: draws(60) },
    );
  });
});

describe('the forms of cells', () => {
  it('are counted as they would be by hand', async () => {
    const cells = [
      ...['0,523', '1,204', ' 12.345,6 EUR', '31.12.2024 10:00', '00:05', '', '7', 'x'.repeat(50)],
      ...['3. MÄRZ 2024', '03-Sep-71', '3 févr. 2024', '03MAR2024', 'Marlene 3'],
    ];
    const source = {
      columns: [{ name: 'x', sql: 'x', numeric: undefined }],
      scan: () => rowsOf(cells),
    } as unknown as Source; // all that forms are counted from
    await connection.run(`CREATE OR REPLACE TEMP TABLE head AS SELECT nullif(trim(x), '') AS t0 FROM ${rowsOf(['1,5', '2,5'])}`);
    const [{ forms }] = await formsOf(source, connection);
    const byText = (a: { form: string; sizes: string }, b: { form: string; sizes: string }) =>
      a.form + a.sizes < b.form + b.sizes ? -1 : 1;
    expect(forms.toSorted(byText)).toEqual(formsIn('x', cells).forms.toSorted(byText));
  });

  it.each<readonly [string, readonly string[], boolean]>([
    ['plain numbers', ['1', '2.5', '-3e4'], false],
    ['plain times', ['2024-03-01T10:00:00', '2024-03-01 10:00', '2024-03-01T10:00:00.5+01:00', '2024-03-01T10:00Z'], false],
    ['times of which one is not plain', ['2024-03-01T10:00:00', '2024-03-01T10:00:00', '1.3.2024 10:00'], true],
    ['plain dates, as a clock may stand beside them', ['2024-03-01', '2024-03-02'], true],
    ['clocks', ['10:00', '11:30'], true],
    ['words', ['a', 'b', '1,5'], false],
  ])('are counted where the first rows are not all plain: %s', async (_, cells, isCounted) => {
    const source = { columns: [{ name: 'x', sql: 'x' }], scan: () => rowsOf(cells) } as unknown as Source;
    await connection.run(`CREATE OR REPLACE TEMP TABLE head AS SELECT nullif(trim(x), '') AS t0 FROM ${rowsOf(cells)}`);
    expect((await formsOf(source, connection)).length).toBe(isCounted ? 1 : 0);
  });
});
