import { type BlockCells, orListed, spanCost } from './block-cells.ts';
import { select } from './cuts.ts';

/** For each tuple of a block those it costs least to be labelled with, nearest first, itself among them, and how far it must go to meet k rows. */
export interface NearTuples {
  /** near[t * most + i], `found[t]` of them. */
  readonly near: Uint32Array;
  readonly found: Uint32Array;
  readonly most: number;
  readonly reach: Float64Array;
}

/** By comparing all pairs: a block is small. */
export function nearTuples(cells: BlockCells, k: number, most: number): NearTuples {
  const { columns, codes, tupleRows, tupleStarts } = cells;
  const count = tupleStarts.length - 1;
  const width = columns.length;
  const places = new Uint32Array(count * width);
  for (let t = 0; t < count; t++)
    for (let c = 0; c < width; c++) places[t * width + c] = columns[c].at + codes[tupleRows[tupleStarts[t]] * width + c];
  const costs = new Float64Array(columns.reduce((sum, { size }) => sum + size, 0));
  const near = new Uint32Array(count * most);
  const found = new Uint32Array(count);
  const reach = new Float64Array(count);
  const distances = new Float64Array(8 * most);
  const ranked = new Float64Array(8 * most);
  const tuples = new Uint32Array(8 * most);
  for (let t = 0; t < count; t++) {
    tablePairs(cells, tupleRows[tupleStarts[t]], costs);
    let limit = Number.POSITIVE_INFINITY;
    let kept = 0;
    for (let other = 0, at = 0; other < count; other++, at += width) {
      let distance = 0;
      for (let c = 0; c < width && distance < limit; c++) distance += costs[places[at + c]];
      if (distance >= limit) continue;
      tuples[kept] = other;
      distances[kept++] = distance;
      if (kept < 8 * most) continue;
      ranked.set(distances.subarray(0, kept));
      limit = select(ranked, kept, most - 1);
      kept = keepWithin(limit, { distances, tuples, kept }, most);
    }
    const order = Array.from({ length: kept }, (_, i) => i).sort((a, b) => distances[a] - distances[b] || a - b);
    found[t] = Math.min(most, kept);
    for (let i = 0; i < found[t]; i++) near[t * most + i] = tuples[order[i]];
    let rows = 0;
    for (let i = 0; i < found[t]; i++) {
      const other = near[t * most + i];
      reach[t] = distances[order[i]];
      rows += tupleStarts[other + 1] - tupleStarts[other];
      if (rows >= k) break;
    }
  }
  return { near, found, most, reach };
}

interface Kept {
  readonly distances: Float64Array;
  readonly tuples: Uint32Array;
  readonly kept: number;
}

/** The `most` within the limit, in their order: of equal ones the earlier. */
function keepWithin(limit: number, { distances, tuples, kept: count }: Kept, most: number): number {
  let below = 0;
  for (let i = 0; i < count; i++) if (distances[i] < limit) below++;
  let ties = most - below;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (distances[i] > limit || (distances[i] === limit && ties-- <= 0)) continue;
    distances[kept] = distances[i];
    tuples[kept++] = tuples[i];
  }
  return kept;
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
          ? spanCost(cells, c, (1 << own) | (1 << v), 0)
          : orListed(cells, c, spanCost(cells, c, Math.min(own, v), Math.max(own, v)), own === v ? 1 : 2);
  }
}
