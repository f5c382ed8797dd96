import type { Format } from './format.ts';

/** Event logs as process miners keep them, IEEE 1849. */
export const xes = {
  name: 'xes',
  extensions: ['xes'],
  gzip: true,
  begins: '<',
  reads: { as: 'table', read: async (file, rows) => (await import('./xes-file.ts')).readXes(file, rows) },
} as const satisfies Format;
