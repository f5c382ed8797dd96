import type { Pool } from '../../../base/pool.ts';
import { categoriesKernel } from '../../../clusters/blocks-kernel.ts';
import { type Diversity, isDiverse } from '../../../clusters/diversity.ts';
import type { ValueSpace } from '../../../clusters/mondrian.ts';
import { sharedIndices } from '../../../frame/columns.ts';
import { groups, type Partition } from '../../../frame/partition.ts';
import { prismBlocksKernel } from './prism.ts';
import type { PrismRules } from './prism-formation.ts';
import type { Records } from './prism-points.ts';

/** Rows of a table that go on, in its space of values and as records. */
export interface TablePoints {
  readonly rows: Uint32Array;
  readonly space: ValueSpace;
  readonly records: Records;
}

/**
 * Records in blocks that threads can finish independently: categories part the table first, where each part keeps k, then halving along
 * the leading axis. In a few stages, so that no thread waits long for another.
 */
export async function prismBlocks(
  { rows, space, records }: TablePoints,
  { k, diversity, kept }: PrismRules,
  largest: number,
  pool: Pool,
): Promise<readonly Uint32Array[]> {
  const places = sharedIndices(rows.length);
  for (let i = 0; i < places.length; i++) places[i] = i;
  let parts = [places];
  if (space.nominal.includes(true)) {
    const cut = await pool.run(categoriesKernel, { space, rows, k });
    places.set(placesOf(cut.rows, rows));
    const starts = diversity === undefined ? cut.starts : diverseStarts({ rows: places, starts: cut.starts }, diversity);
    parts = [...groups({ rows: places, starts })];
  }
  for (const share of [2, 16, Number.POSITIVE_INFINITY]) {
    const inputs = parts.map((part) => ({
      ...{ records, rows: part, k, diversity, kept },
      largest: Math.max(largest, Math.ceil(rows.length / share)),
    }));
    const cuts = await pool.map(prismBlocksKernel, inputs);
    parts = cuts.flatMap((cut, p) => {
      parts[p].set(cut.rows);
      return [...groups({ rows: parts[p], starts: cut.starts })];
    });
  }
  return parts;
}

/** Where each of some rows lies among all that go on. */
function placesOf(some: Uint32Array, rows: Uint32Array): Uint32Array {
  const placeOf = new Uint32Array(rows.reduce((last, row) => Math.max(last, row), -1) + 1);
  for (let place = 0; place < rows.length; place++) placeOf[rows[place]] = place;
  return some.map((row) => placeOf[row]);
}

/** Parts next to each other put together until each has l distinct values; what is left over at the end joins the last. */
function diverseStarts({ rows, starts }: Partition, diversity: Diversity): Uint32Array {
  const kept = [0];
  for (let end = 1; end < starts.length; end++)
    if (isDiverse(diversity, rows, kept[kept.length - 1], starts[end])) kept.push(starts[end]);
  kept[Math.max(1, kept.length - 1)] = rows.length;
  return Uint32Array.from(kept);
}
