import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueLoss } from '../../../src/measure/series/value-loss.ts';
import { tableOne } from '../../families/series/examples.ts';
import { releaseOf } from './releases.ts';
import { leaf, tableOneRelease } from './table-one.ts';

describe('value loss', () => {
  it('is 79.1875 and 64.8935 in the two groups of Table 1, 72.0405 on average', () => {
    expect(valueLoss(releaseOf(tableOne.slice(0, 4), [[leaf([0, 1, 2, 3], 'aaabbb', 2)]]), 6)).toBeCloseTo(79.1875, 4);
    expect(valueLoss(releaseOf(tableOne.slice(4), [[leaf([0, 1, 2, 3], 'bbbaaa', 2)]]), 6)).toBeCloseTo(64.8935, 4);
    expect(valueLoss(tableOneRelease, 6)).toBeCloseTo(72.0405, 4);
  });

  it('is 35 for five records between 10 and 45 at both instants', () => {
    const records = [
      [10, 40],
      [15, 45],
      [40, 10],
      [45, 15],
      [12, 18],
    ];
    expect(valueLoss(releaseOf(records, [[leaf([0, 1, 4], 'ab', 2), leaf([2, 3], 'ba', 2)]]), 2)).toBe(35);
  });

  it('weighs groups by their records, and agrees with the intervals as they are printed', () => {
    fc.assert(
      fc.property(anyGroups, (groups) => {
        const records = groups.flat();
        let row = 0;
        const release = releaseOf(
          records,
          groups.map((group) => [
            leaf(
              group.map(() => row++),
              'a',
              1,
            ),
          ]),
        );
        const losses = groups.flatMap((group) => group.map(() => lossOfLine(lineOf(group))));
        expect(valueLoss(release, 3)).toBeCloseTo(losses.reduce((sum, loss) => sum + loss, 0) / losses.length, 8);
      }),
    );
  });

  it('leaves further quasi-identifiers out', () => {
    const release = releaseOf(
      [
        [0, 0, 1000],
        [3, 5, 2000],
      ],
      [[leaf([0, 1], 'a', 1)]],
    );
    expect(valueLoss(release, 2)).toBe(Math.sqrt((9 + 25) / 2));
  });

  it('is not a number where nothing was released', () => {
    const release = releaseOf([[1, 2]], [[leaf([0], 'a', 1)]]);
    const empty = { rows: new Uint32Array(0), starts: Uint32Array.of(0) };
    expect(valueLoss({ ...release, groups: empty, leafStarts: Uint32Array.of(0) }, 2)).toBeNaN();
  });
});

const anyRecord = fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 3, maxLength: 3 });
const anyGroups = fc.array(fc.array(anyRecord, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });

const lineOf = (group: number[][]): string =>
  [0, 1, 2].map((c) => `[${Math.min(...group.map((r) => r[c]))}-${Math.max(...group.map((r) => r[c]))}]`).join(',');

function lossOfLine(line: string): number {
  const squares = line.split(',').map((interval) => {
    const [, low, high] = /^\[(-?\d+)-(-?\d+)\]$/.exec(interval) ?? [];
    return (Number(high) - Number(low)) ** 2;
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}
