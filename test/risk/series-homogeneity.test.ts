import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seriesHomogeneity } from '../../src/risk/series/series-homogeneity.ts';
import { releaseOf } from '../measure/series/releases.ts';

const column = (name: string, codes: readonly number[]) => ({
  name,
  codes: Uint32Array.from(codes),
  labels: Array.from({ length: 1 + Math.max(...codes) }, (_, code) => `<${code}>`),
});

const leaf = (rows: readonly number[], word = 'ab', level = 2) => ({ rows, word, level });
const records = [0, 1, 2, 3, 10, 11, 12, 13].map((value) => [value, value]);

describe('homogeneity', () => {
  const release = releaseOf(records, [[leaf([0, 1]), leaf([2, 3], 'ba')], [leaf([4, 5, 6, 7])]]);

  it('is the share of records in classes of one value', () => {
    expect(seriesHomogeneity(release, [column('a', [1, 1, 1, 2, 0, 0, 0, 0])])).toBe(6 / 8);
    expect(seriesHomogeneity(release, [column('a', [0, 1, 0, 1, 0, 1, 0, 1])])).toBe(0);
    expect(seriesHomogeneity(release, [column('a', [3, 3, 3, 3, 3, 3, 3, 3])])).toBe(1);
  });

  it('counts a class once that has one value of any of several columns', () => {
    const varied = column('a', [0, 1, 0, 1, 0, 1, 2, 3]);
    expect(seriesHomogeneity(release, [varied, column('b', [5, 5, 0, 1, 0, 0, 0, 1])])).toBe(2 / 8);
    expect(seriesHomogeneity(release, [column('b', [5, 5, 0, 1, 0, 0, 0, 1]), varied])).toBe(2 / 8);
  });

  it('is not there where no sensitive column is published', () => {
    expect(seriesHomogeneity(release, [])).toBeUndefined();
  });

  it('takes groups and leaves that are published alike for one class', () => {
    const twins = [0, 0, 0, 0].map((value) => [value, value]);
    const apart = releaseOf(twins, [[leaf([0, 1])], [leaf([2, 3])]]);
    expect(seriesHomogeneity(apart, [column('a', [1, 1, 2, 2])])).toBe(0);
    const two = releaseOf(twins, [[leaf([0, 1]), leaf([2, 3])]]);
    expect(seriesHomogeneity(two, [column('a', [1, 1, 2, 2])])).toBe(0);
    const levels = releaseOf(twins, [[leaf([0, 1]), leaf([2, 3], 'ab', 3)]]);
    expect(seriesHomogeneity(levels, [column('a', [1, 1, 2, 2])])).toBe(1);
  });

  it('tells classes apart by labels where bands and patterns are the same', () => {
    const twins = releaseOf(
      records.map(() => [1, 2]),
      [[leaf([0, 1])], [leaf([2, 3])], [leaf([4, 5, 6, 7])]],
    );
    const ill = [column('a', [0, 0, 1, 1, 2, 2, 0, 1])];
    expect(seriesHomogeneity(twins, ill)).toBe(0); // all of them are one class
    const labels = [{ name: 'town', codes: Uint32Array.of(0, 1, 1), labels: ['north', 'south'] }];
    expect(seriesHomogeneity({ ...twins, labels }, ill)).toBe(2 / 8);
  });

  it('compares bands themselves, and not only a number of 32 bits that stands for them', () => {
    const far = 2 ** 32 / 1e6;
    const ill = [column('a', [0, 0, 1, 1])];
    for (const apart of [
      [0, 0, far, far],
      [0, far, far, far],
      [0, far, 0, 2 * far],
    ]) {
      const [a, b, c, d] = apart;
      const two = releaseOf(
        [
          [7, a],
          [7, b],
          [7, c],
          [7, d],
        ],
        [[leaf([0, 1])], [leaf([2, 3])]],
      );
      expect(seriesHomogeneity(two, ill), apart.join(' ')).toBe(1);
    }
  });

  it('takes an empty cell for no value', () => {
    const some = { name: 'a', codes: Uint32Array.of(0, 1, 0, 0, 1, 2, 0, 1), labels: ['', 'ill', 'well'] };
    expect(seriesHomogeneity(release, [some])).toBe(4 / 8); // one of the values, or none at all
  });

  it('is that of the definition for any values, classes counted by their text', () => {
    const anyRecord = fc.record({ group: fc.nat(3), leaf: fc.nat(2), value: fc.nat(2), a: fc.nat(2), b: fc.nat(2) });
    fc.assert(
      fc.property(fc.array(anyRecord, { minLength: 1, maxLength: 60 }), (all) => {
        const words = ['ab', 'ba', 'ab'];
        const rowsOf = (group: number, place: number) =>
          [...all.keys()].filter((i) => all[i].group === group && all[i].leaf === place);
        const groups = [0, 1, 2, 3].map((group) =>
          [0, 1, 2].map((place) => leaf(rowsOf(group, place), words[place])).filter(({ rows }) => rows.length > 0),
        );
        const made = releaseOf(
          all.map(({ value }) => [value, value]),
          groups.filter((leaves) => leaves.length > 0),
        );
        const text = (i: number) => {
          const members = all.filter(({ group }) => group === all[i].group).map(({ value }) => value);
          return `${Math.min(...members)} ${Math.max(...members)} ${words[all[i].leaf]}`;
        };
        const alike = (i: number) => [...all.keys()].filter((j) => text(j) === text(i));
        const uniform = [...all.keys()].filter((i) =>
          (['a', 'b'] as const).some((name) => new Set(alike(i).map((j) => all[j][name])).size === 1),
        );
        const columns = (['a', 'b'] as const).map((name) =>
          column(
            name,
            all.map((record) => record[name]),
          ),
        );
        expect(seriesHomogeneity(made, columns)).toBeCloseTo(uniform.length / all.length, 12);
      }),
    );
  });
});
