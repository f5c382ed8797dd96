import { envelopesOf } from '../../../src/families/series/envelope.ts';
import type { SeriesMethod } from '../../../src/families/series/method.ts';
import { releaseOfBlocks } from '../../../src/families/series/release-of-blocks.ts';

/** All in one group, with one pattern: it keeps any promise that the input can, and tells next to nothing. */
export const together: SeriesMethod = {
  name: 'together',
  mergedWords: 'own',
  async make({ table, policy: { segments }, onProgress }) {
    const { rows, matrix, decimals } = table;
    const starts = Uint32Array.of(0, rows.length);
    const group = {
      rows,
      groupStarts: starts,
      leafStarts: starts,
      words: new Uint8Array(segments), // at level 1 there is one letter, so everybody has the same word
      levels: Uint8Array.of(1),
      ...envelopesOf(matrix, rows, starts, decimals),
    };
    onProgress({ phase: 'group', done: rows.length, total: rows.length, unit: 'rows', finished: true });
    return { release: releaseOfBlocks([group], table, segments, 'word') };
  },
};
