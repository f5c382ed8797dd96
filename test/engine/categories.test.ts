import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryOf, labelsOf } from '../../src/families/categories.ts';
import type { Hierarchy } from '../../src/formats/hierarchy.ts';
import { sharedMatrix } from '../../src/frame/matrix.ts';

/** What each group of values is published as. */
function published(groups: readonly (readonly string[])[], hierarchy?: Hierarchy): readonly string[] {
  const cells = groups.flat();
  const labels = [...new Set(cells)].sort();
  const matrix = sharedMatrix(cells.length, 1);
  const column = { name: 'town', codes: Uint32Array.from(cells, (cell) => labels.indexOf(cell)), labels };
  const category = categoryOf(column, hierarchy, matrix, 0);
  const starts = [0];
  for (const group of groups) starts.push(starts[starts.length - 1] + group.length);
  const partition = { rows: Uint32Array.from(cells.keys()), starts: Uint32Array.from(starts) };
  const { codes, labels: texts } = labelsOf(category, matrix, partition);
  return [...codes].map((code) => texts[code]);
}

const tree: Hierarchy = new Map([
  ['Koper', ['coast', 'west', '*']],
  ['Piran', ['coast', 'west', '*']],
  ['Gorica', ['hills', 'west', '*']],
  ['Celje', ['basin', 'east', '*']],
]);

describe('a category', () => {
  it('is published as its value where a group has one', () => {
    expect(published([['Koper', 'Koper'], ['Piran']])).toEqual(['Koper', 'Piran']);
  });

  it('is published as the set of values of a group, each once, in order', () => {
    expect(published([['Piran', 'Koper', 'Piran']])).toEqual(['{Koper|Piran}']);
  });

  it('is published as the nearest common ancestor where there is a hierarchy', () => {
    expect(
      published(
        [
          ['Koper', 'Koper'],
          ['Koper', 'Piran'],
          ['Koper', 'Gorica'],
          ['Koper', 'Piran', 'Celje'],
        ],
        tree,
      ),
    ).toEqual(['Koper', 'coast', 'west', '*']);
  });

  it('tells an empty value apart', () => {
    expect(
      published([
        ['', ''],
        ['', 'Koper'],
      ]),
    ).toEqual(['(none)', '{(none)|Koper}']);
  });

  it('has one text for one set, and two for two, whatever signs the values hold', () => {
    const anyValue = fc.stringMatching(/^[ab|{}\\]{1,4}$/);
    const anySet = fc.uniqueArray(anyValue, { minLength: 2, maxLength: 3 });
    fc.assert(
      fc.property(anySet, anySet, (one, other) => {
        const [first, second] = published([one, other]);
        expect(first === second).toBe(one.toSorted().join('\n') === other.toSorted().join('\n'));
      }),
    );
  });

  it('puts values of one branch side by side on the line that is cut', () => {
    const labels = ['Celje', 'Gorica', 'Koper', 'Piran'];
    const matrix = sharedMatrix(4, 2);
    const codes = Uint32Array.of(0, 1, 2, 3);
    const category = categoryOf({ name: 'town', codes, labels }, tree, matrix, 1);
    expect(category.labels).toEqual(['Celje', 'Koper', 'Piran', 'Gorica']);
    expect([...matrix.values]).toEqual([0, 0, 0, 3, 0, 1, 0, 2]); // the first column is not its own
  });

  it('has the same order whatever the order of rows', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['Koper', 'Piran', 'Gorica', 'Celje'], { minLength: 4 }), (towns) => {
        expect(published([towns])).toEqual(['{Celje|Gorica|Koper|Piran}']);
        expect(published([towns], tree)).toEqual(['*']);
      }),
    );
  });
});
