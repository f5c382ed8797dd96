import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { createPool, type Pool } from '../base/pool.ts';
import type { OnProgress } from '../base/progress.ts';
import { type Random, randomFrom } from '../base/random.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { openDatabase } from '../engine/local/duckdb.ts';
import { hashKernel } from '../engine/local/hash-kernel.ts';
import { makeSeries } from '../engine/local/make-series.ts';
import { noInput } from '../engine/local/problems.ts';
import { readSeriesTable, type SeriesTable } from '../engine/local/series-table.ts';
import { openSource, type Source } from '../engine/local/source.ts';
import { asWriteProblem, checkTarget, openStage, type Stage } from '../engine/local/stage.ts';
import { openWorkspace, type Workspace } from '../engine/local/workspace.ts';
import { parquetFromCsv } from '../engine/local/write-parquet.ts';
import { writeSeriesCsv } from '../engine/local/write-series.ts';
import { measureSeries } from '../measure/measure.ts';
import { type Plan, planSeries } from '../plan/plan.ts';
import { kTooLarge } from '../plan/problems.ts';
import { bytesOf } from '../policy/memory.ts';
import { type Policy, type PolicyInput, parsePolicy } from '../policy/policy.ts';
import { type Roles, rolesOf } from '../policy/roles.ts';
import { seriesColumns } from '../release/published-columns.ts';
import type { SeriesRelease } from '../release/series-release.ts';
import type { Summary } from '../report/summary.ts';
import { asProblem } from '../verify/breaches.ts';
import { type Verdict, verifyRelease } from '../verify/verify.ts';
import { adviceOn } from './advice.ts';
import { draftManifest, sealRelease, writeManifest } from './documents.ts';
import { drawnSeed } from './seed.ts';
import { stopwatch } from './stopwatch.ts';

export interface RunOptions {
  readonly onProgress?: OnProgress;
  /** Replace an existing release at `out`. */
  readonly force?: boolean;
  /** Read when the input is `-`. */
  readonly stdin?: Readable;
  /** Where half-done work lies; give one to clean up on an interrupt. */
  readonly workspace?: Workspace;
}

/**
 * Makes a release: read, make, write beside the target, verify the written bytes, publish the folder only if every promise holds.
 * Whatever goes wrong, `out` is as it was before.
 */
export async function run(raw: PolicyInput, options: RunOptions = {}): Promise<Result<Summary>> {
  const policy = parsePolicy(raw);
  if (!policy.ok) return policy;
  const out = policy.value.out ?? 'release';
  const blocked = checkTarget(out, options.force === true);
  if (blocked !== undefined) return refused(blocked);
  if (policy.value.input === undefined) return refused(noInput());
  const workspace = options.workspace ?? openWorkspace();
  const threads = policy.value.threads ?? availableParallelism();
  const pool = createPool(threads);
  try {
    return await performed({ ...policy.value, out, input: policy.value.input }, threads, pool, workspace, options);
  } catch (error) {
    return refused(asWriteProblem(error, out));
  } finally {
    await pool.close();
    workspace.dispose();
  }
}

type Settled = Policy & { readonly out: string; readonly input: string };

async function performed(
  policy: Settled,
  threads: number,
  pool: Pool,
  workspace: Workspace,
  options: RunOptions,
): Promise<Result<Summary>> {
  const onProgress = options.onProgress ?? (() => {});
  const watch = stopwatch();
  const read = await readInput(policy, threads, pool, workspace, options);
  if (!read.ok) return read;
  const { roles, table, plan, inputHash } = read.value;
  watch.lap('read');

  const crew = table.rows.length > plan.blockRows ? pool : createPool(0); // starting threads takes longer than one block
  const made = await makeSeries(table, policy, plan, crew, onProgress);
  const released = made.release.groups.rows.length;
  if (released < policy.k) return refused(kTooLarge(policy.k, released));
  watch.lap('make');

  const seed = policy.seed ?? drawnSeed();
  const stage = openStage(policy.out, workspace, options.force === true);
  if (!stage.ok) return stage;
  const random = randomFrom(seed);
  const measuring = measureSeries(
    {
      matrix: table.matrix,
      seriesLength: table.seriesLength,
      release: made.release,
      whole: table.whole,
      queries: policy.queries,
    },
    random.fork('measure'),
    crew,
    onProgress,
  );
  measuring.catch(() => {}); // awaited below; a write that fails first must not leave it unheard
  const written = await writeData(stage.value, policy, roles, table, made.release, random.fork('write'), workspace, onProgress);
  const measure = await measuring;
  watch.lap('write');

  const manifest = draftManifest(policy, roles, written, released);
  writeManifest(stage.value.folder, manifest);
  const memoryBytes = bytesOf(policy.memory);
  const verdict = await verifyRelease(stage.value.folder, {
    threads,
    stage: 'written',
    onProgress,
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
  });
  if (!verdict.ok) return verdict;
  if (!verdict.value.holds) return refused(...verdict.value.breaches.map(asProblem));
  watch.lap('verify');

  const summary = summaryOf(policy, table, made.release, measure, verdict.value);
  const internal = { inputSha256: await inputHash, seed, policy, nodes: made.nodes };
  const told = { ...summary, seconds: watch.seconds(), peakMemoryBytes: process.resourceUsage().maxRSS * 1024 };
  sealRelease(stage.value.folder, manifest, verdict.value, told, internal);
  const blocked = stage.value.publish();
  if (blocked !== undefined) return refused(blocked);
  onProgress({ phase: 'publish', done: 1, total: 1, unit: 'files', finished: true });
  return ok({ ...told, seconds: watch.seconds() });
}

interface InputRead {
  readonly roles: Roles;
  readonly table: SeriesTable;
  readonly plan: Plan;
  readonly inputHash: Promise<string>;
}

async function readInput(
  policy: Settled,
  threads: number,
  pool: Pool,
  workspace: Workspace,
  { onProgress = () => {}, stdin }: RunOptions,
): Promise<Result<InputRead>> {
  const database = await openDatabase(workspace, { threads, memory: policy.memory });
  try {
    const source = await openSource(policy.input, database.connection, workspace, { delimiter: policy.delimiter, stdin });
    if (!source.ok) return source;
    const roles = rolesOf(policy, columnNames(source.value));
    if (!roles.ok) return roles;
    const inputHash = pool.run(hashKernel, { path: source.value.path });
    inputHash.catch(() => {}); // awaited at the end; a read that fails first must not leave it unheard
    const table = await readSeriesTable(source.value, roles.value, policy, database.connection, onProgress);
    if (!table.ok) return table;
    const subjects = table.value.rows.length; // one row a subject, checked while reading
    const plan = planSeries(policy, kindsSettled(roles.value, table.value), { rows: subjects, subjects, threads });
    if (!plan.ok) return plan;
    return ok({ roles: kindsSettled(roles.value, table.value), table: table.value, plan: plan.value, inputHash });
  } finally {
    database.close();
  }
}

const columnNames = (source: Source): readonly string[] => source.columns.map(({ name }) => name);

/** Roles with the kind of every quasi-identifier as the data showed it. */
function kindsSettled(roles: Roles, table: SeriesTable): Roles {
  const numeric = new Set(table.quasiNumbers);
  return { ...roles, quasi: roles.quasi.map(({ name }) => ({ name, kind: numeric.has(name) ? 'number' : 'category' })) };
}

async function writeData(
  stage: Stage,
  policy: Settled,
  roles: Roles,
  table: SeriesTable,
  release: SeriesRelease,
  random: Random,
  workspace: Workspace,
  onProgress: OnProgress,
) {
  const quasi = roles.quasi.map(({ name, kind }) => ({ name, kind: kind ?? 'category' }));
  const columns = seriesColumns({
    ...roles,
    quasi,
    intervals: policy.intervals,
    decimals: table.decimals,
    curves: policy.reconstruct,
  });
  const name = `${policy.method}_anonymized.${policy.format}`;
  const path = `${stage.folder}/${name}`;
  if (policy.format === 'csv') {
    const file = await writeSeriesCsv(path, release, columns, table.sensitive, random, onProgress);
    return { columns, file: { name, ...file } };
  }
  const csv = `${stage.folder}/internal/data.csv`;
  await writeSeriesCsv(csv, release, columns, table.sensitive, random, onProgress);
  const file = await parquetFromCsv(csv, path, columns, workspace);
  return { columns, file: { name, ...file } };
}

function summaryOf(
  policy: Settled,
  table: SeriesTable,
  release: SeriesRelease,
  measure: Summary['measure'],
  verdict: Verdict,
): Summary {
  const released = release.groups.rows.length;
  const suppressed = table.inputRows - released;
  const advice = adviceOn(policy);
  return {
    method: policy.method,
    k: policy.k,
    p: policy.p,
    out: policy.out,
    files: [`${policy.method}_anonymized.${policy.format}`],
    input: { rows: table.inputRows, subjects: table.inputRows },
    release: {
      rows: verdict.rows,
      subjects: verdict.rows,
      groups: verdict.groups,
      leaves: verdict.leaves,
      suppressedRows: suppressed,
      suppressedSubjects: suppressed,
      ...(table.interpolatedCells > 0 ? { interpolatedCells: table.interpolatedCells } : {}),
      retention: released / table.inputRows,
    },
    measure: policy.queries > 0 ? measure : withoutQueries(measure),
    verdict: { holds: verdict.holds, smallestGroup: verdict.smallestGroup, smallestLeaf: verdict.smallestLeaf, breaches: [] },
    ...(advice.length > 0 ? { advice } : {}),
  };
}

function withoutQueries({ rangeQueryError: _, ...measure }: Summary['measure']): Summary['measure'] {
  return measure;
}
