import type { Kernel } from '../base/pool.ts';
import type { Block } from './blocks.ts';
import { type Cuts, markBelow, maskRows } from './cuts.ts';

export interface GroupsBlock extends Block {
  readonly starts: Uint32Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Columns of the envelope; the series' come first. */
  readonly stride: number;
  readonly whole: readonly boolean[];
  readonly cuts: Cuts;
  /** Query q asks for [4 * q] to [4 * q + 1] in column askedColumns[2 * q], for [4 * q + 2] to [4 * q + 3] in askedColumns[2 * q + 1]. */
  readonly askedRanges: Float64Array;
  readonly askedColumns: Uint32Array;
}

/**
 * How many members of the block's groups each query would find if members were spread evenly and independently over their envelope:
 * all that a reader of the release can assume.
 */
export const estimates: Kernel<GroupsBlock, { sums: Float64Array }> = {
  module: import.meta.url,
  name: 'estimates',
  perform({ from, to, starts, lower, upper, stride, whole, cuts, askedRanges, askedColumns }) {
    const sums = new Float64Array(cuts.ofQueries.length / 4);
    const steps = Float64Array.from(whole, (isWhole) => (isWhole ? 1 : 0));
    const lowMasks = new Int32Array(cuts.values.length);
    const highMasks = new Int32Array(cuts.values.length);
    for (let first = from; first < to; first += maskRows) {
      const count = Math.min(maskRows, to - first);
      for (let c = 0; c < steps.length; c++) {
        markBelow(lower, first * stride + c, stride, count, c, cuts, lowMasks);
        markBelow(upper, first * stride + c, stride, count, c, cuts, highMasks);
      }
      addEstimates(first, starts, lower, upper, stride, steps, lowMasks, highMasks, cuts.ofQueries, askedRanges, askedColumns, sums);
    }
    return { sums };
  },
};

function addEstimates(
  first: number,
  starts: Uint32Array,
  lower: Float64Array,
  upper: Float64Array,
  stride: number,
  steps: Float64Array,
  lowMasks: Int32Array,
  highMasks: Int32Array,
  ofQueries: Uint32Array,
  askedRanges: Float64Array,
  askedColumns: Uint32Array,
  sums: Float64Array,
): void {
  for (let q = 0; q < sums.length; q++) {
    // The envelopes that meet both ranges: they begin before the end and do not end before the beginning.
    let met =
      lowMasks[ofQueries[4 * q + 1]] &
      ~highMasks[ofQueries[4 * q]] &
      lowMasks[ofQueries[4 * q + 3]] &
      ~highMasks[ofQueries[4 * q + 2]];
    if (met === 0) continue;
    const column = askedColumns[2 * q];
    const other = askedColumns[2 * q + 1];
    const from = askedRanges[4 * q];
    const to = askedRanges[4 * q + 1];
    const otherFrom = askedRanges[4 * q + 2];
    const otherTo = askedRanges[4 * q + 3];
    const step = steps[column];
    const otherStep = steps[other];
    let sum = 0;
    for (; met !== 0; met &= met - 1) {
      const group = first + 31 - Math.clz32(met & -met);
      const a = group * stride + column;
      const b = group * stride + other;
      sum +=
        (starts[group + 1] - starts[group]) *
        shareInside(lower[a], upper[a], from, to, step) *
        shareInside(lower[b], upper[b], otherFrom, otherTo, otherStep);
    }
    sums[q] += sum;
  }
}

/** With step 1 lattice points are counted, with step 0 lengths compared; a point inside the range is inside wholly. */
function shareInside(low: number, high: number, from: number, to: number, step: number): number {
  const extent = high - low + step;
  if (extent === 0) return 1;
  return ((high < to ? high : to) - (low > from ? low : from) + step) / extent;
}
