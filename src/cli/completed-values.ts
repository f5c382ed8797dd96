import type { Flag } from './flag.ts';

/** What may follow a flag: one of these words, a path, or anything else. */
export type Values = { readonly words: readonly string[] } | { readonly path: 'file' | 'folder' } | 'anything' | 'nothing';

export function valuesOf({ value }: Flag): Values {
  if (value === undefined) return 'nothing';
  if (/^[\w:-]+(\|[\w:-]+)+$/.test(value)) return { words: value.split('|').filter((word) => word !== 'FILE') };
  if (value === 'DIR') return { path: 'folder' };
  return /FILE|INPUT/.test(value) ? { path: 'file' } : 'anything';
}
