import type { Format } from './format.ts';

/** Columns with types of their own. */
export const parquet = {
  name: 'parquet',
  extensions: ['parquet', 'pq'],
  begins: 'PAR1',
  reads: { as: 'parquet' },
  writes: { as: 'parquet' },
} as const satisfies Format;
