import type { Random } from '../base/random.ts';

/** `decimals` belongs to decimals: their values lie on that grid, so text and binary files hold the same numbers. */
export interface SampleColumn {
  readonly name: string;
  readonly kind: 'integer' | 'decimal' | 'text';
  readonly decimals?: number;
}

/** Int32Array for integers, Float64Array for decimals, strings for text. */
export type SampleValues = Int32Array | Float64Array | readonly string[];

/** What one kind of sample is: its columns, and how to make rows `first` .. `first + count - 1` in order. */
export interface Recipe {
  readonly columns: readonly SampleColumn[];
  /** Character between cells of a CSV file; a comma when left out. */
  readonly delimiter?: ',' | ';';
  rows(random: Random, first: number, count: number): readonly SampleValues[];
}
