import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { mondrian, type ValueSpace } from '../../src/clusters/mondrian.ts';
import { narrowerGroups } from '../../src/clusters/narrower-groups.ts';
import { ascending } from '../../src/frame/gather.ts';
import { groups, type Partition } from '../../src/frame/partition.ts';
import { anyK, anyTable, spaceOf, tableOf } from '../tables.ts';

/** Curves that grow from sizes of which few are large, each at its own rate. */
function growing(rows: number, length: number): ValueSpace {
  const random = randomFrom(3);
  const curves = Array.from({ length: rows }, () => {
    const [size, rate] = [Math.exp(2 * random.normal()), 0.02 + 0.02 * random.normal()];
    return Float64Array.from({ length }, (_, t) => size * Math.exp(rate * t));
  });
  const columns = Array.from({ length }, (_, t) => Float64Array.from(curves, (curve) => curve[t]));
  return spaceOf(tableOf(columns, []));
}

/** Mean width of the boxes of all groups, over their members and columns. */
function widthOf({ matrix: { values, rowStep, columnStep, columns } }: ValueSpace, partition: Partition): number {
  let sum = 0;
  for (const rows of groups(partition)) {
    let squares = 0;
    for (let c = 0; c < columns; c++) {
      const own = Array.from(rows, (row) => values[row * rowStep + c * columnStep]);
      squares += (Math.max(...own) - Math.min(...own)) ** 2;
    }
    sum += rows.length * Math.sqrt(squares / columns);
  }
  return sum / partition.rows.length;
}

describe('groups of few records with many columns', () => {
  it('are a quarter narrower than cuts make them, as four cuts meet four of 56 columns', () => {
    const space = growing(196, 56);
    for (const k of [10, 20])
      expect(widthOf(space, narrowerGroups(space, k))).toBeLessThan(0.75 * widthOf(space, mondrian(space, ascending(196), k)));
  });

  it('hang on how far apart values are, not on how large they are', () => {
    const space = growing(100, 40);
    const far = { ...space, matrix: { ...space.matrix, values: space.matrix.values.map((value) => value + 2 ** 40) } };
    const near = { ...space, matrix: { ...space.matrix, values: far.matrix.values.map((value) => value - 2 ** 40) } };
    expect(narrowerGroups(far, 5)).toEqual(narrowerGroups(near, 5));
  });

  it('are those of cuts where each cut has few columns, or where there are categories', () => {
    const few = growing(100, 12);
    expect(narrowerGroups(few, 5)).toEqual(mondrian(few, ascending(100), 5));
    const numbers = growing(100, 40);
    const mixed = { ...numbers, nominal: numbers.nominal.map((_, c) => c === 39) };
    expect(narrowerGroups(mixed, 5)).toEqual(mondrian(mixed, ascending(100), 5));
  });

  it('have k rows at least wherever there are so many, and lose nobody', () =>
    fc.assert(
      fc.property(anyTable, anyK, fc.integer({ min: 1, max: 60 }), (table, k, times) => {
        const wide = { ...table, columns: Array.from({ length: times }, () => table.columns).flat() };
        const space = spaceOf({ ...wide, nominal: Array.from({ length: times }, () => table.nominal).flat() });
        const made = narrowerGroups(space, k);
        expect([...made.rows].sort((a, b) => a - b)).toEqual([...ascending(table.rows)]);
        if (table.rows >= k) for (const group of groups(made)) expect(group.length).toBeGreaterThanOrEqual(k);
      }),
    ));
});
