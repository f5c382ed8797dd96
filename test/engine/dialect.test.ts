import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstBrokenLine } from '../../src/formats/broken-text.ts';
import { betterDelimiter, dialectOf } from '../../src/formats/dialect.ts';
import { isGzip, isWholeGzip } from '../../src/formats/gzip.ts';
import { draws } from '../suite/draws.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal-dialect-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(bytes: string | Uint8Array, name = 'table.csv'): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}
const read = (bytes: string | Uint8Array, given?: string, name?: string) => dialectOf(fileOf(bytes, name), given);

describe('the dialect of a file', () => {
  it.each([',', ';', '\t', '|'])('has the delimiter %j where the rows agree on it', (delimiter) => {
    const rows = [
      ['id', 'a', 'b'],
      ['1', '2', '3'],
      ['4', '5', '6'],
    ].map((cells) => cells.join(delimiter));
    expect(read(rows.join('\n'))).toMatchObject({ delimiter, names: ['id', 'a', 'b'], gzip: false, encoding: 'utf8' });
  });

  it('is not led astray by other signs inside the cells', () => {
    expect(read('id;price;note\n1;2,50;a,b\n2;3,75;c\n').delimiter).toBe(';');
    expect(read('id,note\n1,"a;b;c"\n2,"d;e;f"\n').delimiter).toBe(',');
    expect(read('id\tname, first\n1\tx, y\n', undefined, 'names.tsv').delimiter).toBe('\t');
    expect(read('a|b\nc|d\n', undefined, 'bars.tsv').delimiter).toBe('|');
  });

  it('is what is given, whatever the rows look like', () => {
    expect(read('id,a;b\n1,2;3\n', ';')).toMatchObject({ delimiter: ';', names: ['id,a', 'b'] });
  });

  it('is a tab for a file named .tsv that has one column', () => {
    expect(read('id\n1\n', undefined, 'one.tsv')).toMatchObject({ delimiter: '\t', names: ['id'] });
    expect(read('id\n1\n')).toMatchObject({ delimiter: ',', names: ['id'] });
  });

  it('reads names past a byte order mark, quotes, line ends of all systems and blanks', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(read(`\uFEFF" id ","a ""b""","two${end}lines",${end}1,2,3,4${end}`).names).toEqual([
        'id',
        'a "b"',
        `two${end}lines`,
        'column4',
      ]);
  });

  it('looks into gzip, whatever the name', () => {
    expect(read(gzipSync('id;a\n1;2\n'))).toMatchObject({ delimiter: ';', names: ['id', 'a'], gzip: true });
    expect(isGzip(fileOf(gzipSync('x')))).toBe(true);
    expect(isGzip(fileOf('x'))).toBe(false);
    expect(isGzip(fileOf(''))).toBe(false);
  });

  it('has no names where there is nothing but white', () => {
    for (const text of ['', '\n', '\r\n', '  \n', '\uFEFF']) expect(read(text).names).toEqual([]);
  });

  it('says what is not UTF-8', () => {
    expect(read(Buffer.from('idé,a\n1,2\n', 'latin1')).encoding).toBe('not-utf8');
    expect(read(Buffer.from('\uFEFFid,a\n', 'utf16le')).encoding).toBe('utf16');
    expect(read(Buffer.from('PK\u0003\u0004\0\0', 'latin1')).encoding).toBe('not-text');
    expect(read('id東京,a\n1,2\n').encoding).toBe('utf8');
  });

  it('guesses the bytes of a row', () => {
    expect(read(`a,b\n${'10,20\n'.repeat(500)}`).bytesPerRow).toBe(6);
    expect(read('a,b\n').bytesPerRow).toBe(0);
  });

  it('gives back the names of any header', () => {
    const anyName = fc
      .string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
      .filter((name) => name.trim() === name && name !== '' && !/[\0\uFEFF]/.test(name));
    fc.assert(
      fc.property(fc.array(anyName, { minLength: 2, maxLength: 6 }), fc.constantFrom(',', ';', '\t', '|'), (names, delimiter) => {
        const header = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(delimiter);
        const row = names.map((_, c) => String(c)).join(delimiter);
        expect(read(`${header}\n${row}\n${row}\n`)).toMatchObject({ delimiter, names });
      }),
      { numRuns: draws(60), examples: [[['!', ','], ';']] },
    );
  });
});

it('a better delimiter is the one that stands most often in the first line, if any does', () => {
  expect(betterDelimiter('a;b;c|d', ',')).toEqual({ found: ';', times: 2 });
  expect(betterDelimiter('a,b', ',')).toBeUndefined();
});

describe('the first line that is not UTF-8', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');

  it('is found by its number, in plain text and in gzip', async () => {
    const text = latin(`${'plain\n'.repeat(9)}é\nand more\n`);
    expect(await firstBrokenLine(fileOf(text))).toBe(10);
    expect(await firstBrokenLine(fileOf(gzipSync(text)))).toBe(10);
    expect(await firstBrokenLine(fileOf(latin('é')))).toBe(1);
    expect(await firstBrokenLine(fileOf(latin('a\nb\né')))).toBe(3);
  });

  it('is 0 where there is none, also where letters lie across two reads', async () => {
    expect(await firstBrokenLine(fileOf(''))).toBe(0);
    for (const shift of [0, 1, 2])
      expect(await firstBrokenLine(fileOf(`${'x'.repeat(shift)}${'東京\n'.repeat(400_000)}`))).toBe(0);
  });
});

describe('gzip', () => {
  it('is whole to its last byte or not at all', async () => {
    const bytes = gzipSync('id,a\n'.repeat(5000));
    expect(await isWholeGzip(fileOf(bytes))).toBe(true);
    expect(await isWholeGzip(fileOf(Buffer.concat([bytes, bytes])))).toBe(true); // parts put end to end are one file
    for (const length of [bytes.length - 1, bytes.length - 8, 30])
      expect(await isWholeGzip(fileOf(bytes.subarray(0, length)))).toBe(false);
  });
});
