import type { Pool } from '../../../base/pool.ts';
import { categoriesKernel } from '../../../clusters/blocks-kernel.ts';
import { keepsModels } from '../../../clusters/close-cut.ts';
import { isDiverse } from '../../../clusters/diversity.ts';
import type { ValueSpace } from '../../../clusters/mondrian.ts';
import { owedByBlocks } from '../../../clusters/value-models.ts';
import { sharedIndices } from '../../../frame/columns.ts';
import { groups, type Partition } from '../../../frame/partition.ts';
import { prismBlocksKernel } from './prism.ts';
import { owesValues, type PrismRules } from './prism-formation.ts';
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
  { k, diversity, kept, across, owed: ofLeaves }: PrismRules,
  largest: number,
  pool: Pool,
): Promise<readonly Uint32Array[]> {
  const places = sharedIndices(rows.length);
  for (let i = 0; i < places.length; i++) places[i] = i;
  const owed = owedByBlocks(ofLeaves);
  let parts = [places];
  if (space.nominal.includes(true)) {
    const cut = await pool.run(categoriesKernel, { space, rows, k });
    places.set(placesOf(cut.rows, rows));
    const starts = owesValues({ diversity, owed })
      ? keptStarts({ rows: places, starts: cut.starts }, { diversity, owed })
      : cut.starts;
    parts = [...groups({ rows: places, starts })];
  }
  for (const share of [2, 16, Number.POSITIVE_INFINITY]) {
    const inputs = parts.map((part) => ({
      ...{ records, rows: part, k, diversity, kept, owed, across, tight },
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

/** The share of the room of models that a cut along the axis may use up: with all of it tables of 60,000 records were hardly cut further. */
const tight = 0.5;

/** Where each of some rows lies among all that go on. */
function placesOf(some: Uint32Array, rows: Uint32Array): Uint32Array {
  const placeOf = new Uint32Array(rows.reduce((last, row) => Math.max(last, row), -1) + 1);
  for (let place = 0; place < rows.length; place++) placeOf[rows[place]] = place;
  return some.map((row) => placeOf[row]);
}

/** Parts next to each other put together until each has the values it owes; what is left over at the end joins the last, and more until they have. */
function keptStarts({ rows, starts }: Partition, { diversity, owed }: Pick<PrismRules, 'diversity' | 'owed'>): Uint32Array {
  const keeps = (from: number, to: number) =>
    (diversity === undefined || isDiverse(diversity, rows, from, to)) &&
    (owed === undefined || keepsModels(owed, rows, from, to));
  const kept = [0];
  for (let end = 1; end < starts.length; end++) if (keeps(kept[kept.length - 1], starts[end])) kept.push(starts[end]);
  kept[Math.max(1, kept.length - 1)] = rows.length;
  while (owed !== undefined && kept.length > 2 && !keeps(kept[kept.length - 2], rows.length)) kept.splice(-2, 1);
  return Uint32Array.from(kept);
}
