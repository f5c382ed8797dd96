import type { SeriesRelease } from '../../release/series-release.ts';

/** Marks a row that lies in no leaf. */
export const suppressed = -1;

/**
 * The leaf of each input row. Judging rows in input order reads the table front to back; following the groups instead would miss the
 * cache for every row, since the rows of a group lie anywhere in the input.
 */
export function leavesOfRows({ groups, leafStarts }: SeriesRelease, rowCount: number): Int32Array {
  const leaves = new Int32Array(new SharedArrayBuffer(4 * rowCount)).fill(suppressed);
  for (let leaf = 0; leaf + 1 < leafStarts.length; leaf++)
    for (let i = leafStarts[leaf]; i < leafStarts[leaf + 1]; i++) leaves[groups.rows[i]] = leaf;
  return leaves;
}
