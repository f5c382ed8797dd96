import { createPool, type Pool } from '../base/pool.ts';
import { randomFrom } from '../base/random.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Workspace } from '../base/workspace.ts';
import type { Engine, EngineFiles, Source } from '../engine/engine.ts';
import { localCounting } from '../engine/local/local-counting.ts';
import { openLocalEngine } from '../engine/local/local-engine.ts';
import { openStage } from '../engine/stage.ts';
import type { RecordsRequest, RecordsTable } from '../engine/tables.ts';
import { labelsSpeltTwice } from '../families/table/labels-spelt-twice.ts';
import { type MadeTable, makeTable } from '../families/table/make-table.ts';
import { type NestedRelease, nestedReleases } from '../families/table/nest.ts';
import { settleRecords } from '../families/table/settle-records.ts';
import { writeTable } from '../families/table/write-table.ts';
import { hashOf } from '../formats/hash-kernel.ts';
import { planTable, type TablePlan } from '../plan/plan-table.ts';
import { bytesOf } from '../policy/memory.ts';
import type { TablePolicy } from '../policy/policy.ts';
import { columnsRead, type TableRoles, tableRolesOf } from '../policy/table-roles.ts';
import type { TableRelease } from '../release/table-release.ts';
import type { TableSummary } from '../report/table-summary.ts';
import { joinedIds } from './advice.ts';
import { draftTableManifest } from './documents.ts';
import { guardRelease } from './guarded-release.ts';
import { provenRelease } from './proven-release.ts';
import { publishRelease } from './publish.ts';
import { refusalOf } from './refusal.ts';
import type { CoarserRelease, RunOptions } from './run-options.ts';
import { seedOf } from './seed.ts';
import { tooManySingledOut } from './singled-out-gate.ts';
import { type Stopwatch, stopwatch } from './stopwatch.ts';
import { lossOfTable, riskOfTable } from './table-figures.ts';
import { tableSections } from './table-sections.ts';
import { tableSummary } from './table-summary-of.ts';
import { takenTableName } from './taken-table-name.ts';

type Settled = TablePolicy & { readonly out: string; readonly input: string };

/** A run over transactions: read, cluster, label, write beside the target, verify the written bytes, publish. */
export async function runKaca(
  policy: Settled,
  threads: number,
  pool: Pool,
  workspace: Workspace,
  options: RunOptions,
): Promise<Result<TableSummary>> {
  const onProgress = options.onProgress ?? (() => {});
  const watch = stopwatch();
  const seed = seedOf(policy, options.secretSeed);
  const random = randomFrom(seed);
  const engine = await openLocalEngine({ workspace, threads, memory: policy.memory });
  try {
    const { input, delimiter } = policy;
    const opened = await engine.open({ input, delimiter, stdin: options.stdin, needed: columnsRead(policy), onProgress });
    if (!opened.ok) return opened;
    const inputHash = hashOf(opened.value.path, pool);
    const known = await settled(opened.value, policy, engine);
    if (!known.ok) return known;
    const { roles, request } = known.value;
    const read = await engine.readRecords(opened.value, request, onProgress);
    if (!read.ok) return read;
    engine.close();
    const table = read.value;
    if (table.joined > 0) options.onNotice?.(joinedIds(table.joined));
    const plan = planTable(policy, roles, table.quasi, { rows: table.matrix.rows, subjects: table.crowd.size, threads });
    if (!plan.ok) return plan;
    watch.lap('read');

    const crew = table.matrix.rows > worthAThread ? pool : createPool(0);
    const made = await makeTable(table, policy, plan.value.blockRows, crew, random.fork('clusters'), onProgress);
    if (!made.ok) return made;
    watch.lap('make');

    const inputSha256 = await inputHash;
    await pool.close(); // its memory goes to those who read the written bytes
    const bench: Bench = { threads, workspace, files: engine.files, options, watch, seed, inputSha256 };
    const finest = await finished(policy, roles, table, made.value, bench);
    if (!finest.ok || options.coarser === undefined) return finest;
    const { ks, onRelease } = options.coarser;
    for (const nested of nestedReleases(made.value.release, made.value.naming, table.crowd, { least: policy.k, ks })) {
      const folder = `${policy.out}-k${nested.k}`;
      const counted = { ...policy, k: nested.k, out: folder, aggregate: ['count'], dominance: undefined }; // a mean of several groups could be taken apart into theirs
      const coarser = { ...made.value, release: nested.release };
      const written = await finished(counted, { ...roles, averaged: [] }, { ...table, averaged: [] }, coarser, bench);
      if (!written.ok) return written;
      onRelease({ k: nested.k, folder, summary: written.value, rows: rowsOf(nested, made.value.release) });
    }
    return finest;
  } catch (error) {
    return refusalOf(error);
  } finally {
    engine.close();
  }
}

/** What every release of a run is finished with. */
interface Bench {
  readonly threads: number;
  readonly workspace: Workspace;
  readonly files: EngineFiles;
  readonly options: RunOptions;
  readonly watch: Stopwatch;
  readonly seed: string | number;
  readonly inputSha256: string;
}

/** Writes a release beside its target, verifies the written bytes and publishes it. */
async function finished(
  policy: Settled,
  roles: TableRoles,
  table: RecordsTable,
  made: MadeTable,
  { threads, workspace, files, options, watch, seed, inputSha256 }: Bench,
): Promise<Result<TableSummary>> {
  const onProgress = options.onProgress ?? (() => {});
  const twice = policy.aggregate.length > 0 ? labelsSpeltTwice(made.release) : undefined;
  if (twice !== undefined) return refused(twice);
  const stage = openStage(policy.out, workspace, options.force === true);
  if (!stage.ok) return stage;
  const { folder } = stage.value;
  const written = await writeTable(folder, policy, table, made, randomFrom(seed).fork('write'), files, onProgress);
  watch.lap('write');

  const manifest = guardRelease(folder, policy, draftTableManifest(policy, roles, written));
  const counting = localCounting({ threads, memoryBytes: bytesOf(policy.memory) });
  const verdict = await provenRelease(folder, manifest, counting, { onProgress, census: true });
  if (!verdict.ok) return verdict;
  watch.lap('verify');
  const loss = lossOfTable(policy, table, made);
  const risk = await riskOfTable(folder, policy, written, counting);
  const exposed = tooManySingledOut(policy, risk.singledOut);
  if (exposed !== undefined) return refused(exposed);
  watch.lap('measure');

  const summary = tableSummary(policy, roles, table, made.release, written, { loss, risk, verdict: verdict.value });
  const internal = { inputSha256, seed, policy, nodes: [], sections: tableSections(policy, verdict.value) };
  return await publishRelease(stage.value, { manifest, verdict: verdict.value, summary, internal }, watch, workspace, options);
}

/** Rows of a coarser release by their labels, each with those of the finest release in it. */
function rowsOf({ release, parts }: NestedRelease, finest: TableRelease): CoarserRelease['rows'] {
  const labelsOf = ({ labels }: TableRelease, g: number) => labels.map(({ codes, labels: texts }) => texts[codes[g]]);
  return parts.map((of, g) => ({ labels: labelsOf(release, g), of: of.map((part) => labelsOf(finest, part)) }));
}

/** Rows that are clustered sooner than a thread starts. */
const worthAThread = 4096;

/** The roles of the columns and their kinds, as far as they can be settled before the rows are read. */
async function settled(
  source: Source,
  policy: TablePolicy,
  engine: Engine,
): Promise<Result<{ readonly roles: TableRoles; readonly request: RecordsRequest }>> {
  const roles = tableRolesOf(
    policy,
    source.columns.map(({ name }) => name),
  );
  if (!roles.ok) return roles;
  const taken = takenTableName(policy, roles.value);
  if (taken !== undefined) return refused(taken);
  return ok({ roles: roles.value, request: await settleRecords(engine, source, policy, roles.value) });
}

/** What a run would do, from one look at the input. */
export async function planKaca(policy: TablePolicy, source: Source, threads: number, engine: Engine): Promise<Result<TablePlan>> {
  const known = await settled(source, policy, engine);
  if (!known.ok) return known;
  const { roles, request } = known.value;
  const counts = await engine.countRecords(source, request);
  return counts.ok ? planTable(policy, roles, request.quasi, { ...counts.value, threads }) : counts;
}
