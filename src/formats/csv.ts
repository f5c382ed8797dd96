import type { Format } from './format.ts';

/** Delimited text with a header. What stands between its cells is found by dialectOf. */
export const csv = {
  name: 'csv',
  extensions: ['csv', 'tsv', 'txt'],
  gzip: true,
  reads: { as: 'text' },
  writes: { as: 'text' },
} as const satisfies Format;
