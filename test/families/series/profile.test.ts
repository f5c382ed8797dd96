import { expect, it } from 'vitest';
import { profileOf } from '../../../src/families/series/profile.ts';
import { matrixOf } from '../../../src/frame/matrix.ts';

const columnOf = (odd: Readonly<Record<number, number>>): Float64Array =>
  Float64Array.from({ length: 3000 }, (_, row) => odd[row] ?? 1);

it('finds odd cells and the finest decimals wherever they are in a long table', () => {
  const matrix = matrixOf([
    columnOf({ 2500: Number.NaN, 2900: Number.POSITIVE_INFINITY }),
    columnOf({ 1023: 0.5, 1024: 0.25 }),
    columnOf({ 10: 0.125, 2999: 0.5 }),
    columnOf({ 2048: 2 ** 54 }),
  ]);
  const { notFinite, tooLarge, decimals, whole } = profileOf({ matrix }, 4, 1, undefined);
  expect(notFinite).toEqual([{ column: 0, row: 2500, cells: 2 }]);
  expect(tooLarge).toEqual([{ column: 3, row: 2048, cells: 1 }]);
  expect(decimals).toEqual([0, 2, 3, 0]);
  expect(whole).toEqual([true]);
});
