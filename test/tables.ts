import fc from 'fast-check';
import { type Random, randomFrom } from '../src/base/random.ts';
import type { ValueSpace } from '../src/clusters/mondrian.ts';
import { matrixOf } from '../src/frame/matrix.ts';
import { groups, type Partition } from '../src/frame/partition.ts';

/** Columns of one length, and which of them hold codes of categories. */
export interface Table {
  readonly columns: readonly Float64Array[];
  readonly nominal: readonly boolean[];
  readonly rows: number;
}

export const numeric = (...columns: readonly (readonly number[])[]): Table => tableOf(columns, []);

export const nominal = (...columns: readonly (readonly number[])[]): Table => tableOf([], columns);

export const tableOf = (numbers: readonly ArrayLike<number>[], codes: readonly ArrayLike<number>[]): Table => ({
  columns: [...numbers, ...codes].map((column) => Float64Array.from(column)),
  nominal: [...numbers.map(() => false), ...codes.map(() => true)],
  rows: [...numbers, ...codes][0].length,
});

/** Numbers share one scale, as they share one unit; every category spans 0 to 1. */
export const spaceOf = ({ columns, nominal }: Table): ValueSpace => {
  const widest = Math.max(0, ...columns.filter((_, c) => !nominal[c]).map(spanOf));
  const scaleOf = (span: number) => (span > 0 ? 1 / span : 0);
  return {
    matrix: matrixOf(columns),
    scales: columns.map((column, c) => scaleOf(nominal[c] ? spanOf(column) : widest)),
    nominal,
  };
};

export const spanOf = (values: Float64Array): number => Math.max(...values) - Math.min(...values);

export const columnsOf = (rows: readonly (readonly number[])[]): Float64Array[] =>
  rows[0].map((_, c) => Float64Array.from(rows, (row) => row[c]));

/** Groups as lists of row numbers counted from 1, as papers do: each ascending, the groups by their first row. */
export const counted = (partition: Partition): number[][] =>
  [...groups(partition)].map((group) => [...group].map((row) => row + 1).sort((a, b) => a - b)).sort((a, b) => a[0] - b[0]);

const flavours: readonly ((random: Random) => (r: Random) => number)[] = [
  () => (r) => r.below(4), // ties
  () => (r) => r.below(2),
  (random) => () => (random.below(2) === 0 ? 0 : 7), // settled below to one value: a constant column
  () => (r) => r.below(2001) - 1000, // negatives
  () => (r) => (r.below(20001) - 10000) / 100, // decimals
  () => (r) => r.unit() * 1e-3 - 5e-4,
  () => (r) => r.normal() * 1e9,
];

/** A column of numbers of one random flavour: ties, a constant, negatives, decimals, anything. */
export function numbersFrom(random: Random, rows: number): Float64Array {
  const flavour = random.below(flavours.length);
  const draw = flavours[flavour](random);
  const fixed = draw(random);
  return Float64Array.from({ length: rows }, () => (flavour === 2 ? fixed : draw(random)));
}

export const codesFrom = (random: Random, rows: number): Float64Array => {
  const labels = 1 + random.below(5);
  return Float64Array.from({ length: rows }, () => random.below(labels));
};

/** Makes rows exact twins of earlier ones. */
export function twinned<T extends readonly Float64Array[]>(columns: T, random: Random): T {
  for (let row = 1; row < columns[0].length; row++) {
    const twin = random.below(2 * row);
    if (twin < row) for (const column of columns) column[row] = column[twin];
  }
  return columns;
}

const anyShape = fc.record({
  seed: fc.nat(),
  rows: fc.integer({ min: 1, max: 90 }),
  width: fc.oneof({ arbitrary: fc.integer({ min: 1, max: 6 }), weight: 15 }, { arbitrary: fc.constant(300), weight: 1 }),
  kinds: fc.constantFrom('numbers', 'codes', 'both'),
  twins: fc.boolean(),
});

/** Ties, twins, constant columns, categories, negatives, decimals, one column, 300 columns. */
export const anyTable: fc.Arbitrary<Table> = anyShape.map(({ seed, rows, width, kinds, twins }) => {
  const random = randomFrom(seed);
  const numbers = kinds === 'codes' ? 0 : kinds === 'numbers' ? width : 1 + random.below(width);
  const columns = Array.from({ length: width }, (_, c) => (c < numbers ? numbersFrom(random, rows) : codesFrom(random, rows)));
  return { columns: twins ? twinned(columns, random) : columns, nominal: columns.map((_, c) => c >= numbers), rows };
});

export const anyK: fc.Arbitrary<number> = fc.integer({ min: 2, max: 12 });
