import { availableParallelism } from 'node:os';
import { createPool, type Pool } from '../base/pool.ts';
import { Refusal } from '../base/problem.ts';
import { type Result, refused } from '../base/result.ts';
import { openWorkspace, type Workspace } from '../base/workspace.ts';
import { openLocalEngine } from '../engine/local/local-engine.ts';
import { asWriteProblem, checkTarget, openStage } from '../engine/stage.ts';
import { fewestValues } from '../families/series/fewest-values.ts';
import { writeFidelities } from '../families/series/write-fidelity.ts';
import { noInput } from '../formats/input-problems.ts';
import { planSeries } from '../plan/plan.ts';
import {
  type EventsInput,
  type PolicyInput,
  parsePolicy,
  type SeriesInput,
  type SeriesPolicy,
  type TableInput,
} from '../policy/policy.ts';
import type { EventsSummary } from '../report/events-summary.ts';
import type { SeriesSummary, Summary } from '../report/summary.ts';
import type { TableSummary } from '../report/table-summary.ts';
import { seriesSingledOut } from '../risk/series/series-singled-out.ts';
import { joinedIds } from './advice.ts';
import { judgedRelease } from './judged-release.ts';
import { checkOutTable, publishRelease } from './publish.ts';
import { readInput } from './read-input.ts';
import { runEvents } from './run-events.ts';
import { runKaca } from './run-kaca.ts';
import type { RunOptions } from './run-options.ts';
import { seedOf } from './seed.ts';
import { seriesSections } from './series-sections.ts';
import { tooManySingledOut } from './singled-out-gate.ts';
import { stopwatch } from './stopwatch.ts';
import { summaryOf } from './summary-of.ts';

/**
 * Makes a release: read, make, write beside the target, verify the written bytes, publish the folder only if every promise holds.
 * Whatever goes wrong, `out` is as it was before.
 */
export async function run(raw: SeriesInput, options?: RunOptions): Promise<Result<SeriesSummary>>;
export async function run(raw: EventsInput, options?: RunOptions): Promise<Result<EventsSummary>>;
export async function run(raw: TableInput, options?: RunOptions): Promise<Result<TableSummary>>;
export async function run(raw: PolicyInput, options?: RunOptions): Promise<Result<Summary>>;
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
    const taken = await checkOutTable(policy.value, workspace, options);
    if (taken !== undefined) return refused(taken);
    const place = { out, input: policy.value.input };
    if (policy.value.family === 'events')
      return await runEvents({ ...policy.value, ...place }, threads, pool, workspace, options);
    if (policy.value.family === 'table') return await runKaca({ ...policy.value, ...place }, threads, pool, workspace, options);
    return await performed({ ...policy.value, ...place }, threads, pool, workspace, options);
  } catch (error) {
    return refused(...(error instanceof Refusal ? error.problems : [asWriteProblem(error, out)]));
  } finally {
    await pool.close();
    workspace.dispose();
  }
}

type Settled = SeriesPolicy & { readonly out: string; readonly input: string };

async function performed(
  policy: Settled,
  threads: number,
  pool: Pool,
  workspace: Workspace,
  options: RunOptions,
): Promise<Result<Summary>> {
  const onProgress = options.onProgress ?? (() => {});
  const watch = stopwatch();
  const engine = await openLocalEngine({ workspace, threads, memory: policy.memory });
  const read = await readInput(policy, { engine, pool, onProgress, stdin: options.stdin });
  if (!read.ok) return read;
  const { roles, table, inputHash } = read.value;
  if (table.joined !== undefined && table.joined > 0) options.onNotice?.(joinedIds(table.joined));
  const subjects = table.rows.length; // one row a subject, checked while reading
  const fewest = policy.l > 1 ? fewestValues(table.sensitive, table.rows) : undefined;
  const plan = planSeries(policy, roles, { rows: subjects, subjects, threads, fewest });
  if (!plan.ok) return plan;
  watch.lap('read');

  const worthThreads = policy.method === 'prism' ? 1024 : plan.value.blockRows; // starting threads takes longer than one block
  const crew = subjects > worthThreads ? pool : createPool(0);
  const seed = seedOf(policy, options.secretSeed);
  const stage = openStage(policy.out, workspace, options.force === true);
  if (!stage.ok) return stage;
  const { folder } = stage.value;
  const dismiss = async () => {
    await inputHash;
    await pool.close();
  };
  const { files } = engine;
  const bench = { folder, seed, threads, pool: crew, workspace, files, onProgress, lap: watch.lap, dismiss, census: true };
  const judged = await judgedRelease(policy, plan.value, read.value, bench);
  if (!judged.ok) return judged;

  const { release, order, fidelities, nodes } = judged.value;
  if (fidelities !== undefined) writeFidelities(`${folder}/internal/fidelity.csv`, release, fidelities, order);
  const singledOut = seriesSingledOut(release.groups.rows, table.sensitive, policy.k);
  const exposed = tooManySingledOut(policy, singledOut);
  if (exposed !== undefined) return refused(exposed);
  const summary = summaryOf(policy, policy.out, table, judged.value);
  const sections = seriesSections(policy, roles, table, judged.value);
  const internal = { inputSha256: await inputHash, seed, policy, nodes, sections };
  return publishRelease(stage.value, { ...judged.value, summary, internal }, watch, workspace, options);
}
