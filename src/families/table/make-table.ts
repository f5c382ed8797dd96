import type { OnShare, Pool } from '../../base/pool.ts';
import type { Random } from '../../base/random.ts';
import { alikeKernel } from '../../clusters/alike-rows.ts';
import { clusterKernel, partsKernel } from '../../clusters/cluster-kernel.ts';
import { tallyOf } from '../../clusters/crowd.ts';
import { boxSize, type LossSpace, spanRows } from '../../clusters/loss-space.ts';
import { mergeLacking } from '../../clusters/merge-lacking.ts';
import type { Owed } from '../../clusters/value-models.ts';
import type { RecordsTable } from '../../engine/tables.ts';
import { sharedIndices } from '../../frame/columns.ts';
import { ascending } from '../../frame/gather.ts';
import { endToEnd, groups, type Partition } from '../../frame/partition.ts';
import type { Figures } from '../../plan/gates.ts';
import { settleEffort } from '../../policy/effort.ts';
import type { TablePolicy } from '../../policy/policy.ts';
import { snapOf } from '../../policy/snap.ts';
import { leastCrowd } from '../../policy/table-policy.ts';
import { drawnOrder } from '../../release/drawn-order.ts';
import type { TableRelease } from '../../release/table-release.ts';
import { shapeOf } from './columns.ts';
import { mostAtOnce } from './draft.ts';
import { generaliseGroups } from './generalise.ts';
import { keepPopulation } from './keep-population.ts';
import { labelsSpeltTwice } from './labels-spelt-twice.ts';
import { leftOutSubjects } from './left-out.ts';
import type { MadeTable, TableWork } from './work.ts';

/** Clusters the records on the pool, then labels each cluster by what its members span. */
export async function makeTable({ plan, input, tools, random }: TableWork): Promise<MadeTable> {
  const { policy, blockRows = mostAtOnce } = plan;
  const { table, encoded } = input;
  const rows = table.matrix.rows;
  const space = { matrix: table.matrix, attributes: encoded.map(({ attribute }) => attribute) };
  const owed = input.models?.owed;
  const clusters = await clusterTable({ space, table, policy, blockRows, owed }, tools.pool, random.fork('clusters'), (share) =>
    tools.onProgress({ phase: 'group', done: Math.round(share * rows), total: rows, unit: 'rows' }),
  );
  tools.onProgress({ phase: 'group', done: rows, total: rows, unit: 'rows', finished: true });
  const snap = snapOf(policy);
  const named = encoded.map((one, q) =>
    snap === 'off' || one.snapTo === undefined ? one : one.snapTo(snap, meanBand(space, clusters, q)),
  );
  const labellers = named.map(({ labeller }) => labeller);
  const naming = { space, labellers };
  const soundly = (groups: Partition) =>
    soundRelease(generaliseGroups(groups, naming, table.crowd, leastCrowd(policy)), { naming, table, policy, owed });
  const sides = named.map(({ sideOf }) => sideOf);
  const { release, short } = keepPopulation(soundly(clusters), input.population, { naming, sides, policy }, soundly);
  const figures = {
    ...labelFigures(policy, release),
    leftOut: leftOutSubjects(table, release).most / table.inputSubjects,
    population: short,
  };
  return { release, domains: named.map(({ domain }) => domain), naming, figures };
}

/**
 * Clusters of equal labels are one group. Where somebody stands in two of them, together they may lack what each had: then they join others, until none
 * does.
 */
function soundRelease(
  made: TableRelease,
  { naming, table, policy, owed }: Pick<Clustering, 'table' | 'policy' | 'owed'> & { readonly naming: MadeTable['naming'] },
): TableRelease {
  if (owed?.repeats !== true) return made;
  let release = made;
  for (;;) {
    const before = release.groups.starts.length;
    const merged = mergeLacking(
      { space: naming.space, tally: tallyOf(table.crowd), k: leastCrowd(policy), owed },
      release.groups,
    );
    if (merged.starts.length === before) return release;
    release = { ...generaliseGroups(merged, naming, table.crowd, leastCrowd(policy)), clusters: made.clusters };
  }
}

/** Where rows are added up by their labels, one label in two spellings would be two rows. */
export const labelFigures = (policy: TablePolicy, release: TableRelease): Figures =>
  shapeOf(policy) === 'groups' ? { speltTwice: labelsSpeltTwice(release) } : {};

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

interface Clustering {
  readonly space: LossSpace;
  readonly table: RecordsTable;
  readonly policy: TablePolicy;
  readonly blockRows: number;
  readonly owed: Owed | undefined;
}

/** First a few large parts on one thread, then each part on its own: the blocks are the same as in one go. */
async function clusterTable(
  { space, table, policy, blockRows, owed }: Clustering,
  pool: Pool,
  random: Random,
  onShare: OnShare,
): Promise<Partition> {
  const { crowd, matrix } = table;
  const { method, residue, release } = policy;
  const k = leastCrowd(policy);
  const effort = settleEffort(policy.effort, matrix.rows);
  const drawn = drawnOrder(ascending(matrix.rows), release, random);
  const isShort = method === 'local' && effort === 'fast' && owed === undefined; // alike in sensitive values is another matter
  const { crowds, others: rows } = isShort
    ? await pool.run(alikeKernel, { space, crowd, rows: drawn, k })
    : { crowds: endToEnd([]), others: drawn };
  if (rows.length === 0) return crowds;
  const leaveOut = Math.min(1, rowsToSpare(policy, table) / rows.length);
  const largest = Math.max(blockRows, Math.ceil(rows.length / 16));
  const coarse = await pool.run(partsKernel, { space, crowd, rows, k, owed, clustering: method, largest });
  const shared = sharedIndices(rows.length);
  shared.set(coarse.rows);
  const seed = Array.from({ length: 4 }, () => random.bits().toString(16)).join('-');
  const parts = [...groups({ rows: shared, starts: coarse.starts })];
  const made = await pool.map(
    clusterKernel,
    parts.map((part) => ({
      ...{ space, crowd, rows: part, k, owed, clustering: method, effort, residue, blockRows, seed },
      leaveOut: owed === undefined ? leaveOut : 0, // who leaves changes what all records have
    })),
    (count) => onShare(count / parts.length),
  );
  return endToEnd([crowds, ...made]);
}

/** How many rows may be left out: each has one subject, and those that reading left out are counted first. */
const rowsToSpare = ({ suppression = 0 }: TablePolicy, { inputSubjects, leftOut }: RecordsTable): number =>
  Math.max(0, Math.floor(suppression * inputSubjects + 1e-9) - leftOut);
