import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCsvShape } from '../../src/verify/csv-shape.ts';
import { draws } from '../suite/draws.ts';

/** Cuts bytes into pieces after the given places. */
function pieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  return places.slice(1).map((to, i) => bytes.subarray(places[i], to));
}

function shapeOf(bytes: Buffer, cuts: readonly number[], lastMayBeEmpty = true) {
  const shape = createCsvShape('data.csv', lastMayBeEmpty);
  for (const piece of pieces(bytes, cuts)) shape.take(piece);
  return shape.end();
}

const quoted = (cell: string): string => (/[",#\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Whether a text is how a cell that needs quotes is written. */
const isQuotedCell = (text: string): boolean =>
  /^"(?:[^"]|"")*"$/.test(text) && quoted(text.slice(1, -1).replaceAll('""', '"')) === text;

describe('the shape of a CSV file', () => {
  const anyCell = fc.string({ unit: fc.constantFrom('"', ',', '#', '\n', '\r', 'a', 'č', '🐟', ' '), maxLength: 5 });
  const anyCuts = fc.array(fc.nat(500), { maxLength: 8 });

  it('is sound for any cells, however the bytes arrive, and its rows are counted', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyCell, anyCell), { minLength: 1 }), anyCuts, (rows, cuts) => {
        const text = ['a,b', ...rows.map((row) => row.map(quoted).join(',')), ''].join('\n');
        expect(shapeOf(Buffer.from(text), cuts)).toEqual({
          rows: rows.length,
          multiline: rows.flat().some((cell) => cell.includes('\n')),
          quoted: rows.flat().some((cell) => quoted(cell) !== cell),
          breaches: [],
        });
      }),
    );
  });

  it('is the same however the bytes arrive, sound or not', () => {
    const anyText = fc.string({ unit: fc.constantFrom('"', ',', '#', '\n', '\r', 'a', 'č'), maxLength: 30 });
    fc.assert(
      fc.property(anyText, anyCuts, fc.boolean(), (text, cuts, lastMayBeEmpty) => {
        expect(shapeOf(Buffer.from(text), cuts, lastMayBeEmpty)).toEqual(shapeOf(Buffer.from(text), [], lastMayBeEmpty));
      }),
      { numRuns: draws(1000) },
    );
  });

  it('is UTF-8 or not, however the bytes arrive', () => {
    const anyByte = fc.constantFrom(0x61, 0x80, 0xbf, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x90, 0xff, 0xed, 0xa0);
    fc.assert(
      fc.property(fc.array(anyByte, { maxLength: 12 }), anyCuts, (values, cuts) => {
        const bytes = Buffer.from(values);
        expect(shapeOf(bytes, cuts).breaches.some(({ kind }) => kind === 'not-utf8')).toBe(!isUtf8(bytes));
      }),
      { numRuns: draws(2000) },
    );
  });

  it('has one way to quote each cell, so that no row can be marked', () => {
    fc.assert(
      fc.property(anyCell, anyCuts, (cell, cuts) => {
        const other = quoted(cell) === cell ? `"${cell.replaceAll('"', '""')}"` : cell;
        fc.pre(!isQuotedCell(other)); // bare, a cell that holds quotes may be the one way to write another
        const read = (text: string) => shapeOf(Buffer.from(`a,b\nx,${text}\n`), cuts);
        expect(read(quoted(cell)).breaches).toEqual([]);
        const { rows, breaches } = read(other);
        expect(breaches.length > 0 || rows !== 1 || /,/.test(cell)).toBe(true); // a bare comma makes one cell more, which DuckDB counts
      }),
      { numRuns: draws(500) },
    );
  });

  it('names the first row that is wrong', () => {
    const wrong = (text: string) => shapeOf(Buffer.from(text), [], false).breaches;
    expect(wrong('a,b\n1,2\n3,\n4,\n')).toEqual([{ kind: 'dangling-comma', file: 'data.csv', row: 2 }]);
    expect(wrong('a,b\n"1\n",2\n\n3,4\n')).toEqual([{ kind: 'ragged-row', file: 'data.csv', row: 2 }]);
    expect(wrong('a,b\n1,2\r\n')).toEqual([{ kind: 'foreign-line-end', file: 'data.csv', row: 1 }]);
    expect(wrong('a,b\n1,2')).toEqual([{ kind: 'foreign-line-end', file: 'data.csv', row: 1 }]);
    expect(wrong('a,b\n1,2\n"3",4\n')).toEqual([{ kind: 'needless-quotes', file: 'data.csv', row: 2 }]);
    expect(wrong('a,b\n1,"2"')).toEqual([
      { kind: 'needless-quotes', file: 'data.csv', row: 1 },
      { kind: 'foreign-line-end', file: 'data.csv', row: 1 },
    ]);
    expect(wrong('a,b\n1,2\n3,4\r5\n')).toEqual([{ kind: 'bare-cell', file: 'data.csv', row: 2 }]);
    expect(wrong('a,b\n#1,2\n')).toEqual([{ kind: 'bare-cell', file: 'data.csv', row: 1 }]);
    expect(wrong('a,b\n1,2"\n')).toEqual([{ kind: 'stray-quote', file: 'data.csv', row: 1 }]);
  });
});
