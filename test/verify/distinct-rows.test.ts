import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { Unreadable } from '../../src/base/counting.ts';
import { countingOn } from '../../src/engine/local/local-counting.ts';
import { csvSource, distinctRows } from '../../src/verify/source.ts';
import { draws } from '../suite/draws.ts';
import { lentDuckDB } from './lent-duckdb.ts';

const folder = mkdtempSync(join(tmpdir(), 'shoal-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reading = { parallel: true, longestRow: 2_000_000 };
const columns = ['a', 'b', 'c'].map((name) => ({ name, role: 'quasi', kind: 'label' }) as const);

describe('the rows of a file that differ', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'č', ' ', '-', '0', "'", '\\'), minLength: 1, maxLength: 3 });
  const rowsOf = async (lines: readonly string[]) => {
    const path = join(folder, 'rows.csv');
    writeFileSync(path, ['a,b,c', ...lines, ''].join('\n'));
    const { table } = csvSource(path, columns, ',', reading);
    const ask = (sql: string) => lentDuckDB().then((lent) => countingOn(lent).withCounter((counter) => counter.ask(sql)));
    return {
      byLines: () => ask(`SELECT c0, c1, c2, n FROM ${distinctRows(path, 3, ',', reading)} ORDER BY ALL`),
      byCells: () => ask(`SELECT c0, c1, c2, count(*) FROM ${table} GROUP BY ALL ORDER BY ALL`),
    };
  };

  it('are found by their lines as they are by their cells', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 12 }), async (rows) => {
        const { byLines, byCells } = await rowsOf([...rows, rows[0]].map((row) => row.join(',')));
        expect(await byLines()).toEqual(await byCells());
      }),
      { numRuns: draws(30) },
    );
  });

  it.each([
    ['a cell too many', 'a,b,c,d'],
    ['a cell too few', 'a,b'],
    ['the sign that lines are read by', 'a,b\x01,c'],
  ])('are read otherwise where a line has %s', async (_, line) => {
    const { byLines } = await rowsOf(['a,b,c', line]);
    await expect(byLines()).rejects.toThrow(Unreadable);
  });
});
