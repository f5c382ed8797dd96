import type { Kernel } from '../../base/pool.ts';
import type { Block } from './blocks.ts';
import { type Cuts, markBelow, maskRows, masksFor } from './cuts.ts';

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
export const estimates = {
  name: 'estimates',
  perform(block) {
    const { from, to, starts, whole, cuts } = block;
    const sums = new Float64Array(cuts.ofQueries.length / 4);
    const laid = layOutFor(whole.length);
    const masks = { low: masksFor(cuts), high: masksFor(cuts) };
    for (let first = from; first < to; first += maskRows) {
      const count = Math.min(maskRows, to - first);
      for (let i = 0; i < count; i++) laid.sizes[i] = starts[first + i + 1] - starts[first + i];
      for (let c = 0; c < whole.length; c++) {
        layOut(block, { first, count }, c, laid);
        const strip = { first: c * maskRows, step: 1, count };
        markBelow({ values: laid.low, ...strip }, c, cuts, masks.low);
        markBelow({ values: laid.high, ...strip }, c, cuts, masks.high);
      }
      addEstimates(laid, masks, block, sums);
    }
    return { sums };
  },
} satisfies Kernel<GroupsBlock, { sums: Float64Array }>;

/** Some groups' envelopes, column by column: group i, column c is at [c * maskRows + i]. */
interface Laid {
  readonly sizes: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** What share of the envelope a unit is; 0 if the envelope is a point. */
  readonly unit: Float64Array;
}

function layOutFor(columns: number): Laid {
  const floats = () => new Float64Array(columns * maskRows);
  return { sizes: new Float64Array(maskRows), low: floats(), high: floats(), unit: floats() };
}

function layOut(
  { lower, upper, stride, whole }: GroupsBlock,
  { first, count }: { readonly first: number; readonly count: number },
  column: number,
  { low, high, unit }: Laid,
): void {
  const step = whole[column] ? 1 : 0;
  for (let i = column * maskRows, at = first * stride + column; i < column * maskRows + count; i++, at += stride) {
    low[i] = lower[at];
    high[i] = upper[at];
    const extent = upper[at] - lower[at] + step; // with step 1 lattice points are counted, with step 0 lengths compared
    unit[i] = extent > 1e-300 ? 1 / extent : 0;
  }
}

function addEstimates(
  { sizes, low, high, unit }: Laid,
  { low: lowMasks, high: highMasks }: { readonly low: Int32Array; readonly high: Int32Array },
  { cuts: { ofQueries }, askedRanges, askedColumns }: GroupsBlock,
  sums: Float64Array,
): void {
  for (let q = 0; q < sums.length; q++) {
    const at = 4 * ofQueries[4 * q];
    const after = 4 * ofQueries[4 * q + 1];
    const otherAt = 4 * ofQueries[4 * q + 2];
    const otherAfter = 4 * ofQueries[4 * q + 3];
    const from = askedRanges[4 * q];
    const to = askedRanges[4 * q + 1];
    const otherFrom = askedRanges[4 * q + 2];
    const otherTo = askedRanges[4 * q + 3];
    const column = askedColumns[2 * q] * maskRows;
    const other = askedColumns[2 * q + 1] * maskRows;
    let sum = 0;
    for (let w = 0; w < 4; w++) {
      // The envelopes that meet both ranges: they begin before the end and do not end before the beginning.
      let met = lowMasks[after + w] & ~highMasks[at + w] & lowMasks[otherAfter + w] & ~highMasks[otherAt + w];
      for (; met !== 0; met &= met - 1) {
        const i = 32 * w + 31 - Math.clz32(met & -met);
        const a = column + i;
        const b = other + i;
        const outside = (positive(from - low[a]) + positive(high[a] - to)) * unit[a];
        const otherOutside = (positive(otherFrom - low[b]) + positive(high[b] - otherTo)) * unit[b];
        sum += sizes[i] * (1 - outside) * (1 - otherOutside);
      }
    }
    sums[q] += sum;
  }
}

/** The number or 0; without a branch, which half the envelopes would take: that halves the time of all estimates. */
const positive = (x: number): number => (x + Math.abs(x)) / 2;
