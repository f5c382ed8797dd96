import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countByBin } from '../../../src/measure/table/count-by-bin.ts';
import { draws } from '../../suite/draws.ts';

describe('records by bin', () => {
  it('count each subject once for each combination, where the release does', () => {
    const row = fc.record({ subject: fc.nat(6), first: fc.nat(3), second: fc.nat(90_000), bin: fc.integer({ min: -1, max: 3 }) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
        const bins = new Map<number, number>(); // a value lies in one bin, whoever has it
        for (const { first, bin } of rows) if (!bins.has(first)) bins.set(first, bin);
        const binOfRow = Int32Array.from(rows, ({ first }) => bins.get(first) ?? -1);
        const values = Float64Array.from(rows.flatMap(({ first, second }) => [first, second]));
        const cells = { values, rows: rows.length, columns: 2, rowStep: 2, columnStep: 1 };
        const once = { subjects: Uint32Array.from(rows, ({ subject }) => subject), cells, columns: 2 };
        const different = new Set(
          rows.map(({ subject, first, second }) => JSON.stringify([subject, first, second, bins.get(first)])),
        );
        const expected = [0, 1, 2, 3].map((bin) => [...different].filter((one) => JSON.parse(one)[3] === bin).length);
        expect(countByBin(binOfRow, 4, once)).toEqual(expected);
        expect(countByBin(binOfRow, 4)).toEqual([0, 1, 2, 3].map((bin) => binOfRow.filter((one) => one === bin).length));
      }),
      { numRuns: draws(100) },
    );
  });
});
