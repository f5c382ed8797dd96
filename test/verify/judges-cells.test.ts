import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Counter } from '../../src/base/counting.ts';
import { text } from '../../src/verify/counter.ts';
import { csvHeader } from '../../src/verify/header.ts';
import type { Original } from '../../src/verify/original.ts';
import { misreadValues, plainOriginal } from '../../src/verify/written-cells.ts';
import type { WrittenColumn } from '../../src/verify/written-columns.ts';
import { counted } from './source-of-rows.ts';

const fill = (counter: Counter, table: string, names: string, rows: readonly (readonly string[])[]) =>
  counter.ask(`CREATE OR REPLACE TEMP TABLE ${table} AS FROM (VALUES ${rows.map((row) => `(${row.map(text).join(', ')})`).join(', ')}) AS t(${names})`); // biome-ignore format: a line
const comma = { kind: 'number', decimal: ',', thousands: '.', units: [] } as const;
const plain = { kind: 'number', decimal: '.', units: [] } as const;
const day = { kind: 'time', format: 'dd.MM.yyyy' } as const;

describe('an original in notations of its own', () => {
  const columns = ['toll', 'since'].map((name) => ({ name, sql: name }));
  const read = (rows: readonly (readonly string[])[], written?: readonly WrittenColumn[]) =>
    counted(async (counter) => {
      await fill(counter, 'given', 'toll, since', rows);
      const original = { name: 'x.csv', table: 'given', columns, written } as unknown as Original;
      const found = await plainOriginal(counter, original);
      return found === original ? 'as it is' : counter.ask(`SELECT toll, since FROM ${found.table}`);
    });
  const of = (column: string, notations: WrittenColumn['notations'], unfit: WrittenColumn['unfit'] = 'refuse') => ({ column, notations, unfit }); // biome-ignore format: a line

  it('is as it is where nothing is written otherwise', async () => {
    expect(await read([['1,5', '1.2.2024']])).toBe('as it is');
    expect(await read([['1,5', '1.2.2024']], [])).toBe('as it is');
    expect(await read([['1,5', '1.2.2024']], [of('nobody', [comma])])).toBe('as it is');
    expect(await read([['1,5', '1.2.2024']], [of('nobody', [comma], 'keep')])).toBe('as it is');
  });

  it('has its cells in plain form, and blanks for what is blank', async () => {
    const rows = [['1.234,5', '01.02.2024'], [' ', '']] as const; // biome-ignore format: rows
    expect(await read(rows, [of('toll', [comma])])).toEqual([['1234.5', '01.02.2024'], [null, '']]); // biome-ignore format: rows
    expect(await read(rows, [of('toll', [comma]), of('since', [day])])).toEqual([['1234.5', '2024-02-01'], [null, null]]); // biome-ignore format: rows
  });

  it('is refused, or marked, where a cell does not fit', async () => {
    const rows = [['1,5', ''], ['x', '']]; // biome-ignore format: rows
    await expect(read(rows, [of('toll', [comma])])).rejects.toThrow(/unfit/);
    expect(await read(rows, [of('toll', [comma], 'mark')])).toEqual([['1.5', ''], ['?', '']]); // biome-ignore format: rows
  });

  it('is read by the first notation that all cells fit, where cells decide, or by none', async () => {
    const settle = (cells: readonly string[]) => read(cells.map((cell) => [cell, '']), [of('toll', [plain, comma], 'keep')]); // biome-ignore format: a line
    expect(await settle(['1.5', '2', ''])).toEqual([['1.5', ''], ['2', ''], [null, '']]); // biome-ignore format: rows
    expect(await settle(['1,5', '2'])).toEqual([['1.5', ''], ['2', '']]); // biome-ignore format: rows
    expect(await settle(['1.234.567', '2'])).toEqual([['1234567', ''], ['2', '']]); // biome-ignore format: rows
    expect(await settle(['1,5', '1.5'])).toBe('as it is');
    expect(await settle(['', ' '])).toBe('as it is');
  });

  it('has the values of a long table at its instants, and not one more or less', () =>
    counted(async (counter) => {
      const misread = async (long: readonly (readonly string[])[], wide: readonly (readonly string[])[], written: readonly WrittenColumn[]) => { await fill(counter, 'long_rows', 'since, value', long); await fill(counter, 'wide_rows', 'a, b', wide); const instants = [['2024-02-01', 'TRY_CAST(a AS DOUBLE)'], ['2024-02-02', 'TRY_CAST(b AS DOUBLE)']].map(([label, sql]) => ({ label, sql })); return misreadValues(counter, { name: 'x.csv', table: 'wide_rows', columns: [], written, long: { table: 'long_rows', time: { name: 'since', sql: 'since' }, value: { name: 'value', sql: 'value' }, instants } } as unknown as Original); }; // biome-ignore format: two lines
      const both = [of('since', [day]), of('value', [comma])];
      const rows = [['01.02.2024', '1,5'], ['02.02.2024', '2'], ['01.02.2024', ''], ['02.02.2024', '2']]; // biome-ignore format: rows
      expect(await misread(rows, [['1.5', '2'], ['', '2']], both)).toBe(0); // biome-ignore format: rows
      expect(await misread(rows, [['1.5', '2'], ['', '3']], both)).toBe(3); // biome-ignore format: rows
      expect(await misread(rows, [['1.5', '2'], ['', '']], both)).toBe(2); // biome-ignore format: rows
      expect(await misread(rows, [['2', '1.5'], ['2', '']], both)).toBeGreaterThan(0); // biome-ignore format: rows
      expect(await misread(rows, [['2', '1.5'], ['2', '']], [of('value', [comma])])).toBe(0); // biome-ignore format: rows
      expect(await misread(rows, [['9', '9']], [])).toBe(0);
      expect(
        await misreadValues(counter, { name: 'x', table: 'wide_rows', columns: [], written: both } as unknown as Original),
      ).toBe(0);
      const months = [of('since', [{ kind: 'time', format: 'MM.yyyy' }]), of('value', [comma])]; // a month is its first day
      expect(await misread([['02.2024', '1,5']], [['1.5', '']], months)).toBe(0);
      const clocks = [of('since', [{ kind: 'time', format: 'dd.MM.yyyy HH:mm' }]), of('value', [comma])];
      expect(await misread([['01.02.2024 00:00', '1,5']], [['1.5', '']], clocks)).toBe(0);
    }));
});

describe('the header of a CSV file', () => {
  let home = '';
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'shoal-header-'));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const header = async (content: string, delimiter: ',' | ';' = ',') => {
    const path = join(home, 'x.csv');
    writeFileSync(path, content);
    return csvHeader(path, delimiter);
  };

  it('is read cell by cell, with quotes and signs in them', async () => {
    expect(await header('a,b,c\n1,2,3\n')).toEqual(['a', 'b', 'c']);
    expect(await header('a;b,c;d\n1', ';')).toEqual(['a', 'b,c', 'd']);
    expect(await header('"a,b","c""d","e\nf",g\n')).toEqual(['a,b', 'c"d', 'e\nf', 'g']);
    expect(await header('a"b"\n')).toEqual(['a"b"']);
    expect(await header('a,b')).toEqual(['a', 'b']);
    expect(await header('a,\n')).toEqual(['a', '']);
    const long = Array.from({ length: 30_000 }, (_, i) => `column ${i}`);
    expect(await header(`${long.join(',')}\n1`)).toEqual(long);
  });
});
