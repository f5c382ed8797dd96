import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portraitOf } from '../../../src/measure/series/portrait.ts';
import { representativeCurve } from '../../../src/measure/series/representative-curve.ts';
import { releaseOf, tableOf } from './releases.ts';

const records = [
  [10, 40, 20],
  [15, 45, 22],
  [40, 10, 30],
  [45, 15, 31],
  [12, 18, 25],
];
const release = releaseOf(records, [[{ rows: [0, 1, 4], word: 'abb', level: 2 }], [{ rows: [2, 3], word: 'baa', level: 2 }]]);

describe('the portrait of a release', () => {
  const { bands, worst, widths, sizes, instants, patternLosses, course, valueRange } = portraitOf(tableOf(records), 3, release);

  it('shows groups from narrow to wide, with members as they were inside their band', () => {
    expect(bands.map(({ size }) => size)).toEqual([2, 3]);
    expect(bands[1].lower).toEqual([10, 18, 20]);
    expect(bands[1].upper).toEqual([15, 45, 25]);
    expect(bands[1].members).toEqual([records[0], records[1], records[4]]);
    expect(worst[0].valueLoss).toBe(Math.max(...widths));
    expect([...sizes]).toEqual([3, 2]);
    expect(instants).toEqual([0, 1, 2]);
  });

  it('has the mean and the spread of all curves, as they were and as the middles of their bands', () => {
    const [first] = records[0].map((_, t) => records.map((record) => record[t]));
    const mean = first.reduce((sum, value) => sum + value) / 5;
    expect(course.before.mean[0]).toBeCloseTo(mean, 12);
    expect(course.before.spread[0]).toBeCloseTo(Math.sqrt(first.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 5), 12);
    expect(course.after.mean[0]).toBeCloseTo((3 * 12.5 + 2 * 42.5) / 5, 12);
    expect(course.after.spread[0]).toBeCloseTo(Math.sqrt((3 * 12 ** 2 + 2 * 18 ** 2) / 5), 12);
  });

  it('compares value loss with that of one band around everybody', () => {
    expect(valueRange).toBeCloseTo(Math.sqrt((35 ** 2 + 35 ** 2 + 11 ** 2) / 3), 12);
  });

  it('has the pattern loss of every record of a small one', () => {
    expect(patternLosses).toHaveLength(5);
    expect(Math.max(...patternLosses)).toBeLessThanOrEqual(2);
  });

  it('shows few instants of a long series, the first and last among them', () => {
    const long = [0, 1].map((row) => Array.from({ length: 500 }, (_, t) => row + Math.sin(t)));
    const shown = portraitOf(tableOf(long), 500, releaseOf(long, [[{ rows: [0, 1], word: 'ab', level: 2 }]])).instants;
    expect(shown.length).toBeLessThanOrEqual(100);
    expect([shown[0], shown.at(-1)]).toEqual([0, 499]);
    expect(new Set(shown).size).toBe(shown.length);
  });
});

describe('the curve of a group', () => {
  it('lies within the band and rises where its pattern does', () => {
    const anySeries = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(anySeries, anySeries, (first, second) => {
        const made = releaseOf([first, second], [[{ rows: [0, 1], word: 'aabb', level: 2 }]]);
        const curve = representativeCurve(made, 0, 4);
        for (let t = 0; t < 4; t++) {
          expect(curve[t]).toBeGreaterThanOrEqual(made.envelope.lower[t]);
          expect(curve[t]).toBeLessThanOrEqual(made.envelope.upper[t]);
        }
      }),
    );
    const curve = representativeCurve(
      releaseOf(
        [
          [0, 0, 9, 9],
          [1, 1, 12, 12],
        ],
        [[{ rows: [0, 1], word: 'aabb', level: 2 }]],
      ),
      0,
      4,
    );
    expect([...curve]).toEqual([0.5, 0.5, 10.5, 10.5]);
  });
});
