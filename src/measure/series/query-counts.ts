import type { Kernel } from '../../base/pool.ts';
import type { RowsBlock } from './blocks.ts';
import { type Cuts, markBelow, maskRows, masksFor } from './cuts.ts';
import { suppressed } from './released.ts';

/** How many of the block's released rows each query finds. */
export const trueCounts = {
  name: 'trueCounts',
  perform({ values, rowStep, instants, leaves, from, to, cuts }) {
    const counts = new Int32Array(cuts.ofQueries.length / 4);
    const masks = masksFor(cuts);
    const released = new Int32Array(4);
    for (let first = from; first < to; first += maskRows) {
      const count = Math.min(maskRows, to - first);
      for (let c = 0; c < instants; c++) markBelow({ values, first: first * rowStep + c, step: rowStep, count }, c, cuts, masks);
      markReleased(leaves, first, count, released);
      addCounts(released, masks, cuts.ofQueries, counts);
    }
    return { counts };
  },
} satisfies Kernel<RowsBlock & { readonly cuts: Cuts }, { counts: Int32Array }>;

function markReleased(leaves: Int32Array, first: number, rows: number, released: Int32Array): void {
  released.fill(0);
  for (let i = 0; i < rows; i++) if (leaves[first + i] !== suppressed) released[i >>> 5] |= 1 << (i & 31);
}

function addCounts([r0, r1, r2, r3]: Int32Array, masks: Int32Array, ofQueries: Uint32Array, counts: Int32Array): void {
  for (let q = 0; q < counts.length; q++) {
    const from = 4 * ofQueries[4 * q];
    const to = 4 * ofQueries[4 * q + 1];
    const otherFrom = 4 * ofQueries[4 * q + 2];
    const otherTo = 4 * ofQueries[4 * q + 3];
    const found0 = r0 & masks[to] & ~masks[from] & masks[otherTo] & ~masks[otherFrom];
    const found1 = r1 & masks[to + 1] & ~masks[from + 1] & masks[otherTo + 1] & ~masks[otherFrom + 1];
    const found2 = r2 & masks[to + 2] & ~masks[from + 2] & masks[otherTo + 2] & ~masks[otherFrom + 2];
    const found3 = r3 & masks[to + 3] & ~masks[from + 3] & masks[otherTo + 3] & ~masks[otherFrom + 3];
    const bytes = bytesOf(countsOfFour(found0) + countsOfFour(found1)) + bytesOf(countsOfFour(found2) + countsOfFour(found3));
    counts[q] += Math.imul(bytes, 0x01010101) >>> 24; // the multiplication adds the four bytes up
  }
}

/** Bits counted in the mask's halves of halves. Warren, Hacker's Delight, 2nd edition, §5-1: each of eight nibbles holds 0 .. 4. */
function countsOfFour(mask: number): number {
  const pairs = (mask - ((mask >>> 1) & 0x55555555)) | 0;
  return ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0;
}

const bytesOf = (nibbles: number): number => ((nibbles & 0x0f0f0f0f) + ((nibbles >>> 4) & 0x0f0f0f0f)) | 0;
