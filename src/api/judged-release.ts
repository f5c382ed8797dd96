import type { Counting } from '../base/counting.ts';
import type { Pool } from '../base/pool.ts';
import { Refusal } from '../base/problem.ts';
import type { OnProgress } from '../base/progress.ts';
import { randomFrom } from '../base/random.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Workspace } from '../base/workspace.ts';
import type { EngineFiles } from '../engine/engine.ts';
import { localCounting } from '../engine/local/local-counting.ts';
import type { CommonWork } from '../families/series/common-work.ts';
import { makeSeries } from '../families/series/make-series.ts';
import type { TracedNode } from '../families/series/series-block.ts';
import type { SeriesTable } from '../families/series/series-table.ts';
import { writeRowNumbers } from '../families/series/write-evidence.ts';
import { writeLongCsv } from '../families/series/write-long.ts';
import { writeSeriesCsv } from '../families/series/write-series.ts';
import { fidelities } from '../measure/series/fidelity.ts';
import { measureSeries, type SeriesMeasure } from '../measure/series/measure.ts';
import type { Plan } from '../plan/plan.ts';
import { tooFewLeft } from '../plan/problems.ts';
import { bytesOf } from '../policy/memory.ts';
import type { SeriesPolicy } from '../policy/policy.ts';
import type { Roles } from '../policy/roles.ts';
import { seriesOrder } from '../release/canonical-order.ts';
import { drawnOrder } from '../release/drawn-order.ts';
import type { Manifest } from '../release/manifest.ts';
import { longColumns, seriesColumns } from '../release/published-columns.ts';
import { type PublishedOrder, publishedOrder } from '../release/published-order.ts';
import type { SeriesRelease } from '../release/series-release.ts';
import type { Verdict } from '../verify/verify.ts';
import { draftManifest } from './documents.ts';
import { guardRelease } from './guarded-release.ts';
import { provenRelease } from './proven-release.ts';
import type { InputRead } from './read-input.ts';

/** What was made, what it lost, and the verdict on its written bytes: every promise holds. */
export interface Judged {
  readonly release: SeriesRelease;
  readonly order: PublishedOrder;
  readonly nodes: readonly TracedNode[];
  readonly measure: SeriesMeasure;
  /** Of each leaf, where its members share a pattern without sharing a word. */
  readonly fidelities?: Float64Array;
  readonly manifest: Manifest;
  readonly verdict: Verdict;
}

export interface Workbench {
  /** Where data and manifest are written; a folder `internal` lies in it. */
  readonly folder: string;
  readonly seed: number | string;
  readonly threads: number;
  readonly pool: Pool;
  readonly workspace: Workspace;
  readonly files: EngineFiles;
  readonly onProgress: OnProgress;
  /** Called at the end of each phase. */
  readonly lap?: (phase: string) => void;
  /** Called when the pool is needed no more: its memory is worth more to the verifier. */
  readonly dismiss?: () => Promise<void>;
  /** Whether a report will be written, which tells the sizes of groups. */
  readonly census?: boolean;
  /** Shared with other settings of the same input. */
  readonly common?: CommonWork;
  /** Lent by a sweep, whose settings are many. */
  readonly counting?: Counting;
}

/** Makes a release in a folder, measures it, and verifies the bytes it wrote. Refuses a release that breaks a promise; publishes nothing. */
export async function judgedRelease(
  policy: SeriesPolicy,
  plan: Plan,
  { roles, table }: InputRead,
  bench: Workbench,
): Promise<Result<Judged>> {
  const { folder, threads, pool, onProgress, lap = () => {}, dismiss, census = false, common } = bench;
  const random = randomFrom(bench.seed);
  const met = { ...table, rows: drawnOrder(table.rows, policy.release, random) };
  const making = await madeOrRefused(() => makeSeries(met, policy, plan, pool, onProgress, common));
  if (!making.ok) return making;
  const { release, nodes } = making.value;
  const released = release.groups.rows.length;
  if (released < policy.k) return refused(tooFewLeft(policy.k, policy.p));
  lap('make');

  const order = publishedOrder(seriesOrder(release, table.sensitive), random.fork('write'));
  const { matrix, seriesLength, whole } = table;
  const measuring = measureSeries(
    { matrix, seriesLength, release, whole, queries: policy.queries },
    random.fork('measure'),
    pool,
    onProgress,
  );
  measuring.catch(() => {}); // awaited below; a write that fails first must not leave it unheard
  const written = await writeData(policy, roles, table, release, order, bench);
  writeRowNumbers(`${folder}/internal/evidence.csv`, release, policy.shape, order);
  const measure = await measuring;
  const perLeaf = policy.method === 'prism' ? await fidelities({ matrix, seriesLength, release }, pool) : undefined;
  await dismiss?.();
  lap('write');

  const manifest = guardRelease(folder, policy, draftManifest(policy, roles, written, released));
  const { counting = localCounting({ threads, memoryBytes: bytesOf(policy.memory) }) } = bench;
  const verdict = await provenRelease(folder, manifest, counting, { onProgress, census });
  if (!verdict.ok) return verdict;
  lap('verify');
  const made = { release, order, nodes, measure, manifest, verdict: verdict.value };
  return ok(perLeaf === undefined ? made : { ...made, fidelities: perLeaf });
}

/** A method may find only while making that a target cannot be met. */
async function madeOrRefused<Made>(make: () => Promise<Made>): Promise<Result<Made>> {
  try {
    return ok(await make());
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  }
}

async function writeData(
  policy: SeriesPolicy,
  roles: Roles,
  table: SeriesTable,
  release: SeriesRelease,
  order: PublishedOrder,
  { folder, files, onProgress }: Workbench,
) {
  const quasi = roles.quasi.map(({ name, kind }) => ({ name, kind: kind ?? 'category' }));
  const published = policy.shape === 'long' ? longColumns : seriesColumns;
  const columns = published({
    ...roles,
    quasi,
    intervals: policy.intervals,
    decimals: release.envelope.decimals,
    snap: release.envelope.snap,
    curves: policy.reconstruct,
  });
  const name = `${policy.method}_anonymized.${policy.format}`;
  const path = `${folder}/${name}`;
  const write = (to: string) =>
    policy.shape === 'long'
      ? writeLongCsv(to, release, columns, roles.instants ?? roles.series, table.sensitive, order, onProgress)
      : writeSeriesCsv(to, release, columns, table.sensitive, order, onProgress);
  if (policy.format === 'csv') return { columns, file: { name, ...(await write(path)) } };
  const csv = `${folder}/internal/data.csv`;
  await write(csv);
  const file = await files.csvToParquet({ csv, parquet: path, columns });
  return { columns, file: { name, ...file } };
}
