import type { SeriesManifest } from '../release/manifest.ts';

/** The promises that a verdict speaks about, in the words of a data officer. Those about the data only where it could be read. */
export function checksOf(manifest: SeriesManifest | undefined, dataRead = false): readonly string[] {
  if (manifest === undefined) return ['manifest: it can be read, and says nothing unknown'];
  const { promises, pattern, columns, dropped } = manifest;
  const checks = [
    'manifest: it can be read, says nothing unknown and does not contradict itself',
    'files: the folder holds the declared files, byte for byte (SHA-256), and nothing else',
    dropped.length === 0
      ? 'columns: the data has the declared columns and no other'
      : `columns: the data has the declared columns and no other, above all none of the ${dropped.length} dropped`,
  ];
  if (!dataRead) return checks;
  const labels = columns.some(({ kind }) => kind === 'label');
  return [
    ...checks,
    'rows: there are as many as declared, each with one cell for each column',
    'intervals: each is finite, has the declared decimals, and its lower bound is not above the upper one',
    `groups: each GroupID carries one envelope${labels ? ' and one label of each quasi-identifier' : ''}`,
    `k: every published envelope is shared by at least ${promises.k} subjects`,
    `p: inside an envelope every pattern is shared by at least ${promises.p} subjects`,
    ...(columns.some(({ role }) => role === 'curve')
      ? ['curves: each is what its envelope, pattern and level make of it, and tells nothing more']
      : []),
    `patterns: each is a word of ${pattern.segments} symbols that its level has; levels go from 1 to ${pattern.maxLevel}`,
  ];
}
