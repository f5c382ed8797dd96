import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/base/random.ts';
import { naiveCellLines } from '../../../src/families/series/naive/cell-lines.ts';
import { addCellRow, leafWidth, openCell } from '../../../src/formats/kernel-lines.ts';
import { draws } from '../../suite/draws.ts';
import { leafIn, publishedIn, publishedOf } from './leaf-lines.ts';
import { made } from './made.ts';

const scaleOf = (columns: readonly Float64Array[]): number => {
  const all = columns.flatMap((column) => [...column]);
  const width = Math.max(...all) - Math.min(...all);
  return width > 0 ? 1 / width : 0;
};

describe('Naive on the rows of one cell', () => {
  it('makes the leaves of the whole table, exactly', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.integer({ min: 12, max: 400 }),
        fc.integer({ min: 2, max: 9 }),
        async (seed, rows, length) => {
          const random = randomFrom(seed);
          const k = 2 + random.below(4);
          const columns = Array.from({ length }, () => Float64Array.from({ length: rows }, () => (random.below(801) - 400) / 10));
          const shared = { k, p: 2, segments: Math.min(4, length), maxLevel: 5 };
          const local = await made(
            { series: columns, decimals: columns.map(() => 1) },
            { method: 'naive', ...shared, snap: 'off' },
            undefined,
            64,
          );
          const cell = { ...openCell(length), cell: 3 };
          for (let row = 0; row < rows; row++) {
            const line = Buffer.from([row, ...columns.map((column) => column[row])].join('\t'));
            addCellRow(cell, line, 0, line.length);
          }
          const settings = { ...shared, columns: length, seriesLength: length, badLeaf: 'raw', blockRows: 64 } as const;
          const scale = scaleOf(columns);
          const told = naiveCellLines({ ...settings, scales: columns.map(() => scale), decimals: columns.map(() => 1) }, cell);
          const lines = Buffer.from(told.bytes).toString().trimEnd().split('\n');
          expect([told.lines, told.rows]).toEqual([lines.length, rows]);
          expect(new Set(lines.map((line) => line.split('\t').length))).toEqual(new Set([leafWidth(length)]));
          expect(publishedOf(lines.map(leafIn))).toEqual(publishedIn(local));
        },
      ),
      { numRuns: draws(25) },
    );
  });
});

describe('a line with a row', () => {
  const numberIn = (text: string): number => {
    const into = openCell(1);
    const line = Buffer.from(`7\t${text}`);
    addCellRow(into, line, 0, line.length);
    return into.values[0];
  };

  it('holds every number as it was', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(numberIn(String(value))).toBe(value + 0 === 0 ? numberIn('0') : value); // String(-0) is 0
        expect(numberIn(value.toExponential().toUpperCase().replace('E+', 'E'))).toBe(value + 0 === 0 ? value * 0 + 0 : value);
      }),
      { numRuns: draws(300) },
    );
    expect(numberIn('-0.0')).toBe(-0);
    expect(numberIn('1.0E-7')).toBe(1e-7); // as Java writes it
  });

  it.each(['', 'NaN', '\\N', 'Infinity', '1e999', 'x', '1.2.3', '0x'])('is refused where a cell is no number: "%s"', (text) => {
    expect(() => numberIn(text)).toThrow('a value is not a number');
  });

  it.each([
    ['7', 'not a whole number'],
    ['\t1', 'not a whole number'],
    ['-1\t1', 'not a whole number'],
    ['99999999999999999\t1', 'not a whole number'],
    ['7\t1\t2', 'too many'],
  ])('is refused where it has another form: "%s"', (text, why) => {
    const line = Buffer.from(text);
    expect(() => addCellRow(openCell(1), line, 0, line.length)).toThrow(why);
  });
});
