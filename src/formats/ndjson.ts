import type { Format } from './format.ts';

/** A JSON object a line. */
export const ndjson = {
  name: 'ndjson',
  extensions: ['ndjson', 'jsonl'],
  gzip: true,
  begins: '{',
  reads: { as: 'ndjson' },
} as const satisfies Format;
