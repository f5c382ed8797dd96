import type { Kernel } from '../../../base/pool.ts';
import { type Boxes, mergeBoxes } from '../../../clusters/merge-boxes.ts';
import { blocks, spaceOfRows, type ValueSpace } from '../../../clusters/mondrian.ts';
import { splitByLoss } from '../../../clusters/split-by-loss.ts';
import { ascending, gatheredRows } from '../../../frame/gather.ts';
import { blockOf, columnsOf, type Matrix } from '../../../frame/matrix.ts';
import { isCut, ownRows, rowsBack } from '../../../frame/own-rows.ts';
import type { Partition } from '../../../frame/partition.ts';
import { envelopesOf } from '../envelope.ts';
import { shapesOf } from '../shapes.ts';
import { type SubgroupRules, type Subgroups, subgroupsOf } from '../subgroups.ts';
import { wordsOf } from '../words.ts';

// KAPRA, Shou, Shang, Chen, Chen and Zhang, TKDE 2013, §5, as steps that threads share: words, subgroups, parts, groups.

interface QuantilesInput {
  readonly matrix: Matrix;
  readonly seriesLength: number;
  readonly rows: Uint32Array;
  readonly segments: number;
}

/** Where each segment of each series lies in the normal distribution: all that words need. */
export const quantilesKernel: Kernel<QuantilesInput, { readonly quantiles: Float64Array }> = {
  name: 'quantilesKernel',
  perform: ({ matrix, seriesLength, rows, segments }) => {
    const { quantiles } = shapesOf(columnsOf(blockOf(matrix, rows), seriesLength), segments);
    return { quantiles };
  },
};

interface SubgroupsInput {
  readonly quantiles: Float64Array;
  readonly rules: SubgroupRules;
}

/** Subgroups of places in the order the quantiles stand. */
export const subgroupsKernel: Kernel<SubgroupsInput, Subgroups> = {
  name: 'subgroupsKernel',
  perform: ({ quantiles, rules }) =>
    subgroupsOf(quantiles.length / rules.segments, wordsOf({ quantiles, segments: rules.segments }), rules),
};

interface PartsInput {
  readonly space: ValueSpace;
  /** Rows of some subgroups, end to end. */
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
  readonly p: number;
  readonly presplit: boolean;
}

/** Parts of P or more rows, the subgroup each came from, and its box over all columns. */
export interface Parts {
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
  readonly origins: Uint32Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Cuts subgroups of 2P or more: kept whole, they would grow with the table, and the bands with them. */
export const kapraPartsKernel = {
  name: 'kapraPartsKernel',
  perform({ space, rows, starts, p, presplit }) {
    const out = new Uint32Array(rows.length);
    const partStarts: number[] = [];
    const origins: number[] = [];
    for (let s = 0; s + 1 < starts.length; s++) {
      const own = rows.subarray(starts[s], starts[s + 1]);
      const cut =
        presplit && own.length >= 2 * p ? splitByLoss(space, own, p) : { rows: own, starts: Uint32Array.of(0, own.length) };
      out.set(cut.rows, starts[s]);
      for (let part = 0; part + 1 < cut.starts.length; part++) {
        partStarts.push(starts[s] + cut.starts[part]);
        origins.push(s);
      }
    }
    const all = Uint32Array.from([...partStarts, rows.length]);
    return { rows: out, starts: all, origins: Uint32Array.from(origins), ...boxesOf(space.matrix, out, all) };
  },
  carriage: {
    pack(input) {
      const { sorted, places } = ownRows(input.rows);
      return { ...input, space: spaceOfRows(input.space, sorted), rows: places };
    },
    unpack(parts, { rows }) {
      const back = rowsBack(parts.rows, ownRows(rows).sorted);
      return back === undefined || !isCut(parts.starts, rows.length) ? undefined : { ...parts, rows: back };
    },
  },
} satisfies Kernel<PartsInput, Parts>;

function boxesOf({ values, columns, rowStep, columnStep }: Matrix, rows: Uint32Array, starts: Uint32Array) {
  const lower = new Float64Array((starts.length - 1) * columns).fill(Number.POSITIVE_INFINITY);
  const upper = new Float64Array((starts.length - 1) * columns).fill(Number.NEGATIVE_INFINITY);
  for (let part = 0; part + 1 < starts.length; part++)
    for (let i = starts[part]; i < starts[part + 1]; i++)
      for (let c = 0, at = part * columns; c < columns; c++, at++) {
        const value = values[rows[i] * rowStep + c * columnStep];
        if (value < lower[at]) lower[at] = value;
        if (value > upper[at]) upper[at] = value;
      }
  return { lower, upper };
}

interface BoxBlocksInput {
  readonly boxes: Boxes;
  readonly largest: number;
}

/** Blocks of near boxes: cut along the middles of their bands. */
export const boxBlocksKernel = {
  name: 'boxBlocksKernel',
  perform({ boxes: { columns, lower, upper, scales }, largest }) {
    const values = new Float64Array(lower.length);
    for (let at = 0; at < values.length; at++) values[at] = (lower[at] + upper[at]) / 2;
    const count = values.length / columns;
    const matrix: Matrix = { values, rows: count, columns, rowStep: columns, columnStep: 1 };
    return blocks({ matrix, scales, nominal: scales.map(() => false) }, ascending(count), 1, largest);
  },
} satisfies Kernel<BoxBlocksInput, Partition>;

interface MergeInput {
  readonly boxes: Boxes;
  /** The boxes of this block. */
  readonly parts: Uint32Array;
  readonly k: number;
}

/** Groups of parts; a part is named by its number among all. */
export const mergeKernel = {
  name: 'mergeKernel',
  perform({ boxes, parts, k }) {
    const { rows, starts } = mergeBoxes(ownBoxes(boxes, parts), k);
    return { rows: gatheredRows(parts, rows), starts };
  },
  carriage: {
    pack: ({ boxes, parts, k }) => ({ boxes: ownBoxes(boxes, parts), parts: ascending(parts.length), k }),
    unpack({ rows, starts }, { parts }) {
      const back = rowsBack(rows, parts);
      return back === undefined || !isCut(starts, parts.length) ? undefined : { rows: back, starts };
    },
  },
} satisfies Kernel<MergeInput, Partition>;

function ownBoxes({ columns, lower, upper, sizes, scales }: Boxes, parts: Uint32Array): Boxes {
  const own: Boxes = {
    columns,
    scales,
    lower: new Float64Array(parts.length * columns),
    upper: new Float64Array(parts.length * columns),
    sizes: gatheredRows(sizes, parts),
  };
  for (let b = 0; b < parts.length; b++) {
    own.lower.set(lower.subarray(parts[b] * columns, (parts[b] + 1) * columns), b * columns);
    own.upper.set(upper.subarray(parts[b] * columns, (parts[b] + 1) * columns), b * columns);
  }
  return own;
}

interface EnvelopesInput {
  readonly matrix: Matrix;
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
  readonly decimals: readonly number[];
}

/** Published bands of some groups. */
export const envelopesKernel: Kernel<EnvelopesInput, { readonly lower: Float64Array; readonly upper: Float64Array }> = {
  name: 'envelopesKernel',
  perform: ({ matrix, rows, starts, decimals }) => envelopesOf(blockOf(matrix, rows), ascending(rows.length), starts, decimals),
};
