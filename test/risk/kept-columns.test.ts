import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCounting } from '../../src/engine/local/local-counting.ts';
import { homogeneityOf } from '../../src/risk/table/homogeneity.ts';
import { singledOutByKept } from '../../src/risk/table/kept-columns.ts';
import { draws } from '../suite/draws.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-kept-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

let files = 0;
function table(header: readonly string[], rows: readonly (readonly string[])[]): { path: string; format: 'csv' } {
  const path = join(home, `${files++}.csv`);
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  writeFileSync(path, [header, ...rows].map((row) => `${row.map(quoted).join(',')}\n`).join(''));
  return { path, format: 'csv' };
}

const anyCell = fc.constantFrom('1', '2', '12', 'a,b', '"', '', 'č');
const anyRows = fc.array(fc.tuple(fc.nat(4).map(String), anyCell, anyCell), { minLength: 1, maxLength: 40 });

describe('subjects that the unchanged columns single out', () => {
  it('are those with a combination that fewer than k have', async () => {
    const rows = [
      ['a', '10 t', '5.00'],
      ['a', '10 t', '5.00'], // twice the same does not hide a
      ['b', '10 t', '6.00'],
      ['c', '10 t', '6.00'],
      ['c', '30 t', '9.00'],
    ];
    const file = table(['_subject', 'weight', 'toll money'], rows);
    const found = await singledOutByKept(
      { ...file, subject: '_subject', kept: ['weight', 'toll money'], k: 2 },
      localCounting({ threads: 1 }),
    );
    expect(found).toEqual({ rows: 3, subjects: 2, shareOfRows: 0.6, shareOfSubjects: 2 / 3 });
    const weight = await singledOutByKept(
      { ...file, subject: '_subject', kept: ['weight'], k: 2 },
      localCounting({ threads: 1 }),
    );
    expect(weight).toEqual({ rows: 1, subjects: 1, shareOfRows: 0.2, shareOfSubjects: 1 / 3 });
  });

  it('are none where nothing is kept', async () => {
    const found = await singledOutByKept(
      { ...table(['s'], [['a']]), subject: 's', kept: [], k: 2 },
      localCounting({ threads: 1 }),
    );
    expect(found).toEqual({ rows: 0, subjects: 0, shareOfRows: 0, shareOfSubjects: 0 });
  });

  it('are nobody in a table of nobody', async () => {
    const found = await singledOutByKept(
      { ...table(['s', 'x'], []), subject: 's', kept: ['x'], k: 2 },
      localCounting({ threads: 1 }),
    );
    expect(found).toEqual({ rows: 0, subjects: 0, shareOfRows: 0, shareOfSubjects: 0 });
  });

  it('are those that a plain count finds, on any number of threads', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, fc.constantFrom(1, 2), fc.integer({ min: 2, max: 4 }), async (rows, threads, k) => {
        const file = table(['s', 'x', 'y'], rows);
        const others = (row: readonly string[]) =>
          new Set(rows.filter((other) => other[1] === row[1] && other[2] === row[2]).map(([subject]) => subject)).size;
        const alone = rows.filter((row) => others(row) < k);
        expect(await singledOutByKept({ ...file, subject: 's', kept: ['x', 'y'], k }, localCounting({ threads }))).toEqual({
          rows: alone.length,
          subjects: new Set(alone.map(([subject]) => subject)).size,
          shareOfRows: alone.length / rows.length,
          shareOfSubjects: new Set(alone.map(([subject]) => subject)).size / new Set(rows.map(([subject]) => subject)).size,
        });
      }),
      { numRuns: draws(10) },
    );
  });
});

describe('homogeneity', () => {
  it('is the share of rows whose class has one sensitive value', async () => {
    const rows = [
      ['A', '1', 'ill'],
      ['A', '1', 'ill'],
      ['A', '2', 'ill'],
      ['A', '2', 'well'],
      ['B', '1', ''],
    ];
    const file = table(['x', 'y', 'z'], rows);
    const found = await homogeneityOf({ ...file, classes: ['x', 'y'], sensitive: 'z' }, localCounting({ threads: 1 }));
    expect(found).toEqual({ classes: 2, rows: 3, share: 0.6 });
  });

  it('takes spellings of one value for one', async () => {
    const file = table(
      ['x', 'z'],
      [
        ['A', 'ill'],
        ['A', 'ILL'],
        ['B', 'ill'],
        ['B', 'well'],
        ['B', 'ill'],
      ],
    );
    const found = await homogeneityOf({ ...file, classes: ['x'], sensitive: 'z' }, localCounting({ threads: 1 }));
    expect(found).toEqual({ classes: 1, rows: 2, share: 0.4 });
  });

  it('is what a plain count finds, and never lower for finer classes', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const file = table(['z', 'x', 'y'], rows);
        const plain = (classes: readonly number[]) =>
          rows.filter((row) => {
            const members = rows.filter((other) => classes.every((c) => other[c] === row[c]));
            return new Set(members.map(([value]) => value)).size === 1;
          }).length / rows.length;
        const coarse = await homogeneityOf({ ...file, classes: ['x'], sensitive: 'z' }, localCounting({ threads: 1 }));
        const fine = await homogeneityOf({ ...file, classes: ['x', 'y'], sensitive: 'z' }, localCounting({ threads: 1 }));
        expect([coarse.share, fine.share]).toEqual([plain([1]), plain([1, 2])]);
        expect(fine.share).toBeGreaterThanOrEqual(coarse.share);
      }),
      { numRuns: draws(8) },
    );
  });
});
