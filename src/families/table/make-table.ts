import type { Pool } from '../../base/pool.ts';
import type { OnProgress } from '../../base/progress.ts';
import type { Random } from '../../base/random.ts';
import { ok, type Result } from '../../base/result.ts';
import { clusterKernel, partsKernel } from '../../clusters/cluster-kernel.ts';
import { boxSize, type LossSpace, spanRows } from '../../clusters/loss-space.ts';
import type { RecordsTable } from '../../engine/tables.ts';
import { sharedIndices } from '../../frame/columns.ts';
import { ascending } from '../../frame/gather.ts';
import { endToEnd, groups, type Partition } from '../../frame/partition.ts';
import type { TablePolicy } from '../../policy/policy.ts';
import { snapOf } from '../../policy/snap.ts';
import { drawnOrder } from '../../release/drawn-order.ts';
import type { TableRelease } from '../../release/table-release.ts';
import { type EncodedQuasi, encodedQuasi, type QuasiDomain } from './encoded-quasi.ts';
import { generalised } from './generalise.ts';
import type { Naming } from './nest.ts';

export interface MadeTable {
  readonly release: TableRelease;
  /** What there is of each quasi-identifier in the data, for those who measure what its labels say of it. */
  readonly domains: readonly QuasiDomain[];
  readonly naming: Naming;
}

/** Clusters the records on the pool, then labels each cluster by what its members span. */
export async function makeTable(
  table: RecordsTable,
  policy: TablePolicy,
  blockRows: number,
  pool: Pool,
  random: Random,
  onProgress: OnProgress,
): Promise<Result<MadeTable>> {
  const encoded: EncodedQuasi[] = [];
  for (const [q, quasi] of table.quasi.entries()) {
    const one = encodedQuasi(quasi, q, table.matrix, policy);
    if (!one.ok) return one;
    encoded.push(one.value);
  }
  const space = { matrix: table.matrix, attributes: encoded.map(({ attribute }) => attribute) };
  const clusters = await clustered(space, table, policy, blockRows, pool, random);
  const rows = table.matrix.rows;
  onProgress({ phase: 'group', done: rows, total: rows, unit: 'rows', finished: true });
  const snap = snapOf(policy);
  const named = encoded.map((one, q) =>
    snap === 'off' || one.snapped === undefined ? one : one.snapped(snap, meanBand(space, clusters, q)),
  );
  const labellers = named.map(({ labeller }) => labeller);
  const release = generalised(space, table.crowd, clusters, labellers, policy.k);
  return ok({ release, domains: named.map(({ domain }) => domain), naming: { space, labellers } });
}

/** The mean width of what the clusters span of a number. */
function meanBand(space: LossSpace, { rows, starts }: Partition, q: number): number {
  const attribute = space.attributes[q];
  if (attribute.kind !== 'line') return 0;
  const box = new Float64Array(boxSize(space));
  let mean = 0;
  for (let c = 0; c + 1 < starts.length; c++) {
    spanRows(space, rows.subarray(starts[c], starts[c + 1]), box, 0);
    mean += (attribute.points[box[2 * q + 1]] - attribute.points[box[2 * q]]) / (starts.length - 1);
  }
  return mean;
}

/** First a few large parts on one thread, then each part on its own: the blocks are the same as in one go. */
async function clustered(
  space: LossSpace,
  { crowd, matrix }: RecordsTable,
  { k, method, release }: TablePolicy,
  blockRows: number,
  pool: Pool,
  random: Random,
): Promise<Partition> {
  const rows = drawnOrder(ascending(matrix.rows), release, random);
  const largest = Math.max(blockRows, Math.ceil(rows.length / 16));
  const coarse = await pool.run(partsKernel, { space, crowd, rows, k, largest });
  const shared = sharedIndices(rows.length);
  shared.set(coarse.rows);
  const seed = Array.from({ length: 4 }, () => random.bits().toString(16)).join('-');
  const parts = [...groups({ rows: shared, starts: coarse.starts })];
  const made = await pool.map(
    clusterKernel,
    parts.map((part) => ({ space, crowd, rows: part, k, clustering: method, blockRows, seed })),
  );
  return endToEnd(made);
}
