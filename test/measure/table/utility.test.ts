import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classFigures } from '../../../src/measure/table/class-sizes.ts';
import { entropyLoss } from '../../../src/measure/table/entropy-loss.ts';
import { classify } from '../../../src/measure/table/naive-bayes.ts';
import { draws } from '../../suite/draws.ts';

describe('class sizes', () => {
  it('are those of records, and left-out ones look like all', () => {
    // classes of 3 and 5, two of ten left out: (9 + 25 + 2 * 10) / 10
    expect(classFigures(Uint32Array.of(0, 3, 8), 10)).toEqual({ meanClass: 4, discernibility: 5.4 });
    expect(classFigures(Uint32Array.of(0), 0)).toEqual({ meanClass: 0, discernibility: 0 });
  });
});

describe('entropy lost', () => {
  const lossOf = (pairs: readonly (readonly [number, number])[]) =>
    entropyLoss({ values: Uint32Array.from(pairs, ([value]) => value), labels: Uint32Array.from(pairs, ([, label]) => label) });

  it('is nothing where labels are the values, all where there is one label, and half of four values under two', () => {
    expect(lossOf([[0, 0], [1, 1], [1, 1], [2, 2]])).toBe(0); // biome-ignore format: pairs
    expect(lossOf([[0, 0], [1, 0], [1, 0], [2, 0]])).toBe(1); // biome-ignore format: pairs
    expect(lossOf([[0, 0], [1, 0], [2, 1], [3, 1]])).toBe(0.5); // biome-ignore format: pairs
  });

  it('is little where one value of a label is frequent', () => {
    const rare = [
      ...Array.from({ length: 99 }, () => [0, 0] as const),
      [1, 0] as const,
      ...Array.from({ length: 100 }, () => [2, 1] as const),
    ];
    expect(lossOf(rare)).toBeCloseTo(
      (0.5 * (-0.99 * Math.log2(0.99) - 0.01 * Math.log2(0.01))) / (1 - 0.5 * (0.99 * Math.log2(0.99) + 0.01 * Math.log2(0.01))),
      9,
    );
  });

  it('never falls where two labels become one', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat(3)), { minLength: 1 }), (pairs) => {
        const coarser = pairs.map(([value, label]) => [value, label >> 1] as const);
        expect(lossOf(coarser)).toBeGreaterThanOrEqual(lossOf(pairs) - 1e-9);
      }),
      { numRuns: draws(100) },
    );
  });
});

describe('a classifier', () => {
  const people = Array.from({ length: 600 }, (_, i) => i);
  const classes = Uint32Array.from(people, (i) => i % 2);
  const subjects = Uint32Array.from(people);
  const values = Uint32Array.from(people, (i) => (i % 2) * 3 + (i % 3)); // 0 to 2, or 3 to 5
  const told = (labels: Uint32Array) => classify({ columns: [{ values, labels }], classes, subjects });

  it('tells all from labels that keep the classes apart, and half from those that do not', () => {
    expect(told(values.map((value) => (value < 3 ? 0 : 1)))).toEqual({ release: 1, original: 1 });
    const blind = told(values.map(() => 0));
    expect(blind?.original).toBe(1);
    expect(blind?.release).toBeGreaterThan(0.35);
    expect(blind?.release).toBeLessThan(0.65);
  });

  it('is not asked where there is one class, nobody to ask, or an id', () => {
    const columns = [{ values, labels: values }];
    expect(classify({ columns, classes: new Uint32Array(600), subjects })).toBeUndefined();
    expect(classify({ columns, classes, subjects: new Uint32Array(600) })).toBeUndefined();
    expect(classify({ columns, classes: subjects, subjects })).toBeUndefined();
  });
});
