import { type BlockCells, orListed, spanCost } from './block-cells.ts';
import { select } from './cuts.ts';
import { type TupleWalk, walkWithin } from './tuple-walk.ts';

/** For each tuple of a block those it costs least to be labelled with, nearest first, itself among them, and how far it must go to meet k rows. */
export interface NearTuples {
  /** near[t * most + i], `found[t]` of them. */
  readonly near: Uint32Array;
  readonly found: Uint32Array;
  readonly most: number;
  readonly reach: Float64Array;
}

/** By a walk over all tuples for each: what lies around it in their order tells how far it need look. */
export function nearTuples(cells: BlockCells, k: number, most: number): NearTuples {
  const { walk, tupleRows, tupleStarts } = cells;
  const count = tupleStarts.length - 1;
  const costs = new Float64Array(cells.valueCount);
  const near = new Uint32Array(count * most);
  const found = new Uint32Array(count);
  const reach = new Float64Array(count);
  const kept = openKept(most);
  const visit = (other: number, distance: number) => keep(kept, other, distance);
  for (let t = 0; t < count; t++) {
    tablePairs(cells, tupleRows[tupleStarts[t]], costs);
    const bound = boundAround(walk, t, costs, kept);
    kept.size = 0;
    kept.bound = bound;
    walkWithin(walk, costs, bound, visit);
    keepLeast(kept);
    sortKept(kept);
    found[t] = kept.size;
    near.set(kept.tuples.subarray(0, kept.size), t * most);
    for (let i = 0, rows = 0; i < kept.size && rows < k; i++) {
      const other = kept.tuples[i];
      reach[t] = kept.distances[i];
      rows += tupleStarts[other + 1] - tupleStarts[other];
    }
  }
  return { near, found, most, reach };
}

/** Tuples that may be among the `most` nearest, and the distance from which on others are not. */
interface Kept {
  readonly most: number;
  readonly distances: Float64Array;
  readonly tuples: Uint32Array;
  readonly ranked: Float64Array;
  size: number;
  bound: number;
}

const openKept = (most: number): Kept => ({
  most,
  distances: new Float64Array(4 * most),
  tuples: new Uint32Array(4 * most),
  ranked: new Float64Array(4 * most),
  size: 0,
  bound: Number.POSITIVE_INFINITY,
});

/** Just beyond the distance within which `most` tuples lie around tuple t in their order. */
function boundAround({ width, places, shared }: TupleWalk, t: number, costs: Float64Array, { most, ranked }: Kept): number {
  const from = Math.max(0, Math.min(t - most, shared.length - 2 * most));
  const to = Math.min(shared.length, from + 2 * most);
  if (to - from < most) return Number.POSITIVE_INFINITY;
  for (let other = from; other < to; other++) {
    let distance = 0;
    for (let at = other * width; at < (other + 1) * width; at++) distance += costs[places[at]];
    ranked[other - from] = distance;
  }
  return select(ranked, to - from, most - 1) * (1 + 1e-9) + 1e-12;
}

/** Answers the distance from which on a tuple is of no use any more. */
function keep(kept: Kept, tuple: number, distance: number): number {
  kept.tuples[kept.size] = tuple;
  kept.distances[kept.size++] = distance;
  if (kept.size === kept.tuples.length) kept.bound = keepLeast(kept);
  return kept.bound;
}

/** Keeps the `most` nearest in their order, of equally near ones the earlier, and answers how far the last of them is. */
function keepLeast(kept: Kept): number {
  const { most, distances, tuples, ranked, size } = kept;
  if (size <= most) return kept.bound;
  ranked.set(distances.subarray(0, size));
  const limit = select(ranked, size, most - 1);
  let below = 0;
  for (let i = 0; i < size; i++) if (distances[i] < limit) below++;
  let ties = most - below;
  let left = 0;
  for (let i = 0; i < size; i++) {
    if (distances[i] > limit || (distances[i] === limit && ties-- <= 0)) continue;
    distances[left] = distances[i];
    tuples[left++] = tuples[i];
  }
  kept.size = left;
  return limit;
}

/** By insertion: there are few, and of equally near ones the earlier stays before. */
function sortKept({ distances, tuples, size }: Kept): void {
  for (let i = 1; i < size; i++) {
    const distance = distances[i];
    const tuple = tuples[i];
    let at = i;
    for (; at > 0 && distances[at - 1] > distance; at--) {
      distances[at] = distances[at - 1];
      tuples[at] = tuples[at - 1];
    }
    distances[at] = distance;
    tuples[at] = tuple;
  }
}

/** What each value of each column costs under one label with a row's own. */
function tablePairs(cells: BlockCells, row: number, costs: Float64Array): void {
  const { columns, codes } = cells;
  for (let c = 0; c < columns.length; c++) {
    const { size, at, kind } = columns[c];
    const own = codes[row * columns.length + c];
    for (let v = 0; v < size; v++)
      costs[at + v] =
        kind === 'clock'
          ? Math.max(0, spanCost(cells, c, (1 << own) | (1 << v), 0)) // hours across midnight may cost less than one
          : orListed(cells, c, spanCost(cells, c, Math.min(own, v), Math.max(own, v)), own === v ? 1 : 2);
  }
}
