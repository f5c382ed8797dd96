import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type QuasiColumn, quasiLosses } from '../../../src/measure/series/quasi-loss.ts';
import type { SeriesRelease } from '../../../src/release/series-release.ts';
import { releaseOf, tableOf } from './releases.ts';

/** One instant, then the age of five people in two groups of three and two. */
const people = [
  [1, 20],
  [1, 25],
  [2, 40],
  [7, 60],
  [8, 60],
];
const matrix = tableOf(people);
const leaf = (...rows: number[]) => [{ rows, word: 'a', level: 1 }];
const released = releaseOf(people, [leaf(0, 1, 2), leaf(3, 4)]);
const age: QuasiColumn = { name: 'age', kind: 'number', column: 1 };

const withLabels = (...labels: readonly string[]): SeriesRelease => ({
  ...released,
  labels: [{ name: 'town', codes: Uint32Array.from([0, 1]), labels }],
});
const towns = ['Bled', 'Kranj', 'Lucca', 'Pisa', '{odd|name}'];
const above = new Map([
  ['Bled', ['Slovenia', 'anywhere']],
  ['Kranj', ['Slovenia', 'anywhere']],
  ['Lucca', ['Italy', 'anywhere']],
  ['Pisa', ['Italy', 'anywhere']],
  ['{odd|name}', ['Italy', 'anywhere']],
]);
const town: QuasiColumn = { name: 'town', kind: 'category', values: towns, hierarchy: above };

describe('what a quasi-identifier beside a series lost', () => {
  it('is the mean over records of the published width over what the values span', () => {
    expect(quasiLosses(released, matrix, [age])).toEqual({ age: (3 * (20 / 40) + 2 * 0) / 5 });
  });

  it.each([
    ['Bled', 'Pisa', 0],
    ['Slovenia', 'Pisa', (3 * (1 / 4)) / 5],
    ['Italy', 'Pisa', (3 * (2 / 4)) / 5],
    ['anywhere', 'anywhere', 1],
    ['{Bled|Lucca|Pisa}', 'Pisa', (3 * (2 / 4)) / 5],
    ['{\\{odd\\|name\\}}', 'Pisa', 0], // one value, spelt as a list of one
    ['{Bled|\\{odd\\|name\\}}', 'Pisa', (3 * (1 / 4)) / 5],
    ['nobody knows', 'Pisa', 3 / 5],
  ])('is, of a category, the share of the others that could be meant: %s and %s lose %d', (first, second, loss) => {
    expect(quasiLosses(withLabels(first, second), matrix, [town])?.town).toBeCloseTo(loss, 12);
  });

  it('is nothing where all values are equal, nor where an empty value is published as it is', () => {
    const [same, none]: QuasiColumn[] = [
      { name: 'town', kind: 'category', values: ['Bled'] },
      { name: 'town', kind: 'category', values: ['', 'Bled'] },
    ];
    expect(quasiLosses(withLabels('Bled', 'Bled'), matrix, [same])).toEqual({ town: 0 });
    expect(quasiLosses(withLabels('(none)', 'Bled'), matrix, [none])).toEqual({ town: 0 });
    const equal = people.map(([instant]) => [instant, 30]);
    expect(quasiLosses(releaseOf(equal, [leaf(0, 1, 2), leaf(3, 4)]), tableOf(equal), [age])).toEqual({ age: 0 });
  });

  it('is no figure at all without quasi-identifiers', () => {
    expect(quasiLosses(released, matrix, [])).toBeUndefined();
  });

  it('lies between 0 and 1, and grows with the groups', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 4, maxLength: 30 }), (ages) => {
        const records = ages.map((value) => [0, value]);
        const rows = ages.map((_, row) => row);
        const half = Math.floor(rows.length / 2);
        const lossOf = (...groups: readonly number[][]) =>
          quasiLosses(
            releaseOf(
              records,
              groups.map((group) => leaf(...group)),
            ),
            tableOf(records),
            [age],
          )?.age ?? -1;
        const [fine, coarse] = [lossOf(rows.slice(0, half), rows.slice(half)), lossOf(rows)];
        expect(fine).toBeGreaterThanOrEqual(0);
        expect(coarse).toBeLessThanOrEqual(1);
        expect(fine).toBeLessThanOrEqual(coarse);
      }),
    );
  });
});
