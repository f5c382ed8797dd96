import type { ManifestColumn } from './manifest.ts';

/** What cells of a kind are, in formats that have types. */
export function cellsOf(kind: ManifestColumn['kind']): 'whole' | 'number' | 'text' {
  switch (kind) {
    case 'id':
    case 'integer':
      return 'whole';
    case 'lower':
    case 'upper':
    case 'number':
      return 'number';
    case 'interval':
    case 'label':
    case 'text':
    case 'word':
    case 'code':
    case 'time':
    case 'hour':
    case 'weekday':
    case 'date':
    case 'week':
    case 'month':
    case 'prefix':
    case 'period':
      return 'text';
    default:
      return kind satisfies never;
  }
}
