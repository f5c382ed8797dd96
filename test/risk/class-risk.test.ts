import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classRisk } from '../../src/risk/class-risk.ts';

describe('the risk of classes', () => {
  it('is one in the smallest at most, and one in the mean size on average', () => {
    const { largest, mean, above } = classRisk([
      [5, 2],
      [10, 1],
      [40, 1],
    ]);
    expect(largest).toBe(1 / 5);
    expect(mean).toBeCloseTo(4 / 60); // each class adds up to one over its members
    expect(above).toEqual([
      { crowd: 5, subjects: 0 },
      { crowd: 11, subjects: 20 },
      { crowd: 20, subjects: 20 },
    ]);
  });

  it('is the mean over subjects of one over their class', () => {
    const anySizes = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      selector: ([size]) => size,
    });
    fc.assert(
      fc.property(anySizes, (sizes) => {
        const subjects = sizes.flatMap(([size, classes]) => new Array<number>(size * classes).fill(1 / size));
        const { mean, largest, above } = classRisk(sizes);
        expect(mean).toBeCloseTo(subjects.reduce((sum, risk) => sum + risk, 0) / subjects.length, 9);
        expect(largest).toBe(Math.max(...subjects));
        for (const { crowd, subjects: count } of above) expect(count).toBe(subjects.filter((risk) => risk > 1 / crowd).length);
      }),
    );
  });
});
