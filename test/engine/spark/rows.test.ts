import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnNamed, joinRows, readBatch, recordsOf } from '../../../src/engine/spark/connect/rows.ts';
import { arrowOf, schemaOf, type UploadColumn } from '../../../src/engine/spark/connect/upload.ts';
import { draws } from '../../suite/draws.ts';

const anyRow = fc.record({
  i: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  l: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  d: fc.double(),
  b: fc.boolean(),
  t: fc.option(fc.string({ unit: 'grapheme' })),
  x: fc.uint8Array(),
});
type Row = typeof anyRow extends fc.Arbitrary<infer Value> ? Value : never;

const columnsOf = (rows: readonly Row[]): UploadColumn[] => [
  { name: 'i', type: 'int', values: Int32Array.from(rows, ({ i }) => i) },
  { name: 'l', type: 'long', values: BigInt64Array.from(rows, ({ l }) => l) },
  { name: 'd', type: 'double', values: Float64Array.from(rows, ({ d }) => d) },
  { name: 'b', type: 'boolean', values: rows.map(({ b }) => b) },
  { name: 't', type: 'text', values: rows.map(({ t }) => t) },
  { name: 'x', type: 'bytes', values: rows.map(({ x }) => x) },
];

describe('columns', () => {
  it('are read from batches as they were sent, whatever they hold and however they are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyRow, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 3 }), (pieces) => {
        const read = joinRows(pieces.map((rows) => readBatch(arrowOf(columnsOf(rows)) ?? new Uint8Array(), 'sc://x')));
        const all = pieces.flat();
        expect(read.rowCount).toBe(all.length);
        expect([...columnNamed(read, 'l', 'long').values]).toEqual(all.map(({ l }) => l));
        const exact = (l: bigint) => (l >= -(2n ** 53n) && l <= 2n ** 53n && Number.isSafeInteger(Number(l)) ? Number(l) : l);
        expect(recordsOf(read)).toEqual(all.map((row) => ({ ...row, l: exact(row.l) })));
      }),
      { numRuns: draws(60) },
    );
  });

  it('without rows are declared by their types alone, names in quotes', () => {
    const none: UploadColumn[] = [...columnsOf([]), { name: 'a `b`', type: 'text', values: [] }];
    expect(arrowOf(none)).toBeUndefined();
    expect(schemaOf(none)).toBe('`i` INT, `l` BIGINT, `d` DOUBLE, `b` BOOLEAN, `t` STRING, `x` BINARY, `a ``b``` STRING');
  });

  it('are asked for by the type that the query gave them', () => {
    expect(() => columnNamed({ rowCount: 0, columns: [] }, 'n', 'long')).toThrow('a column n of type long');
  });
});
