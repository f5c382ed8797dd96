import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countingOn } from '../../src/engine/local/local-counting.ts';
import type { TableManifest } from '../../src/release/manifest.ts';
import type { SourceColumn } from '../../src/verify/source.ts';
import { checkOverlaps } from '../../src/verify/table/overlaps.ts';
import { draws } from '../suite/draws.ts';
import { lentDuckDB } from './lent-duckdb.ts';

/** Labels of each kind, and what each of them holds, told one by one. */
const worlds = {
  code: { '*': [1, 2, 3, 4, 5], 'A*': [1, 2, 3], A: [1], 'A1*': [2, 3], A11: [2], A12: [3], B: [4], "C'x": [5] },
  hour: {
    '00:00-24:00': [0, 7, 8, 9],
    '06:00-12:00': [7, 8, 9],
    '06:00-09:00': [7, 8],
    '07:00-08:00': [7],
    '09:00-10:00': [9],
    '00:00-01:00': [0],
  },
  weekday: { 'Mon-Sun': [1, 2, 6, 7], 'Mon-Fri': [1, 2], Mon: [1], Tue: [2], 'Sat-Sun': [6, 7], Sun: [7] },
  month: {
    '*': [1, 2, 3, 4],
    '2024': [1, 2, 3],
    '2024-Q1': [1, 2],
    '2024-01': [1],
    '2024-02': [2],
    '2024-07': [3],
    '2025-01': [4],
  },
  week: { '*': [1, 2, 3], '2024-W03/2024-W06': [1, 2], '2024-W03': [1], '2024-W06': [2], '2025-W01': [3] },
  date: { '*': [1, 2, 3], '2024-02-05/2024-02-11': [1, 2], '2024-02-05': [1], '2024-02-07': [2], '2023-12-31': [3] },
  label: { '*': [1, 2, 3], '{ore|sand}': [2, 3], ore: [2], '{coal|ore}': [1, 2], coal: [1], sand: [3] },
  interval: { '[1-2]': [1], '[2-3]': [1] }, // nothing is proved by numbers
} as const satisfies Partial<Record<SourceColumn['declared']['kind'], Readonly<Record<string, readonly number[]>>>>;

type Kind = keyof typeof worlds;
const holdsOf = (kind: Kind, label: string): readonly number[] =>
  (worlds[kind] as Readonly<Record<string, readonly number[]>>)[label];

const anyRows = fc.shuffledSubarray(Object.keys(worlds) as Kind[], { minLength: 1, maxLength: 4 }).chain((kinds) =>
  fc.record({
    kinds: fc.constant(kinds),
    rows: fc.uniqueArray(fc.tuple(...kinds.map((kind) => fc.constantFrom(...Object.keys(worlds[kind])))), {
      minLength: 1,
      maxLength: 9,
      selector: (row) => JSON.stringify(row),
    }),
  }),
);

it('rows that have something in common are found, and no others, whatever kinds their labels are of', async () => {
  const counting = countingOn(await lentDuckDB());
  await fc.assert(
    fc.asyncProperty(anyRows, async ({ kinds, rows }) => {
      const overlapping = rows.filter((one) =>
        rows.some(
          (other) =>
            other !== one &&
            kinds.every((kind, c) => holdsOf(kind, one[c]).some((leaf) => holdsOf(kind, other[c]).includes(leaf))),
        ),
      );
      const columns = kinds.map(
        (kind, c): SourceColumn => ({ sql: `c${c}`, type: 'text', declared: { name: kind, role: 'quasi', kind } }),
      );
      const values = rows.map((row, i) => `(${i + 1}, ${row.map((label) => `'${label.replaceAll("'", "''")}'`).join(', ')})`);
      const table = `(SELECT * FROM (VALUES ${values.join(', ')}) AS v(row, ${kinds.map((_, c) => `c${c}`).join(', ')}))`;
      const manifest = { disjoint: true, labels: 'en', data: { file: 'x.csv' } } as TableManifest; // all that is asked of it
      const found = await counting.withCounter((counter) => checkOverlaps(counter, table, columns, manifest));
      const expected = {
        kind: 'overlapping-combinations',
        file: 'x.csv',
        combinations: overlapping.length,
        row: rows.indexOf(overlapping[0]) + 1,
      };
      expect(found).toEqual(overlapping.length === 0 ? [] : [expected]);
    }),
    { numRuns: draws(15) },
  );
});
