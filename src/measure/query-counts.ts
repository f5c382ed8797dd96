import type { Kernel } from '../base/pool.ts';
import { type Cuts, markBelow, maskRows } from './cuts.ts';
import type { ColumnsBlock } from './query-domains.ts';
import { suppressed } from './released.ts';

/** How many of the block's released rows each query finds. */
export const trueCounts: Kernel<ColumnsBlock & { readonly cuts: Cuts }, { counts: Int32Array }> = {
  module: import.meta.url,
  name: 'trueCounts',
  perform({ columns, leaves, from, to, cuts }) {
    const counts = new Int32Array(cuts.ofQueries.length / 4);
    const masks = new Int32Array(cuts.values.length);
    for (let first = from; first < to; first += maskRows) {
      const rows = Math.min(maskRows, to - first);
      for (let c = 0; c < columns.length; c++) markBelow(columns[c], first, 1, rows, c, cuts, masks);
      addCounts(releasedMask(leaves, first, rows), masks, cuts.ofQueries, counts);
    }
    return { counts };
  },
};

function releasedMask(leaves: Uint32Array, first: number, rows: number): number {
  let mask = 0;
  for (let i = 0; i < rows; i++) if (leaves[first + i] !== suppressed) mask |= 1 << i;
  return mask;
}

function addCounts(released: number, masks: Int32Array, ofQueries: Uint32Array, counts: Int32Array): void {
  for (let q = 0, at = 0; q < counts.length; q++, at += 4) {
    const first = masks[ofQueries[at + 1]] & ~masks[ofQueries[at]];
    const second = masks[ofQueries[at + 3]] & ~masks[ofQueries[at + 2]];
    counts[q] = (counts[q] + bitCount(released & first & second)) | 0;
  }
}

/** Warren, Hacker's Delight, 2nd edition, §5-1. */
function bitCount(mask: number): number {
  const pairs = (mask - ((mask >>> 1) & 0x55555555)) | 0;
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
