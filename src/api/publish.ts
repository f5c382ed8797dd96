import { join } from 'node:path';
import type { Counting } from '../base/counting.ts';
import { type Problem, Refusal } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Workspace } from '../base/workspace.ts';
import type { Engine } from '../engine/engine.ts';
import type { Tools } from '../families/family.ts';
import { toWeigh } from '../figures/to-weigh.ts';
import { isText } from '../formats/formats.ts';
import type { Policy } from '../policy/policy.ts';
import { shownAddress } from '../policy/postgres-address.ts';
import type { Manifest } from '../release/manifest.ts';
import { asWriteProblem, openStage, type Stage } from '../release/stage.ts';
import type { Summary } from '../report/summary.ts';
import { sealRelease } from './documents.ts';
import { familyOf } from './families.ts';
import type { Executed } from './perform-plan.ts';
import type { GivenOptions, RunOptions } from './run-options.ts';
import type { SparkChoice } from './spark-choice.ts';
import type { Stopwatch } from './stopwatch.ts';

/** Why nothing may be written to the policy's table, if it names one; asked before any work is done. */
export async function checkOutTable(
  { outTable }: Policy,
  workspace: Workspace,
  { force = false }: RunOptions,
): Promise<Problem | undefined> {
  if (outTable === undefined) return undefined;
  const { checkTable } = await import('../engine/postgres/store.ts');
  return checkTable(outTable, force, workspace);
}

/** Why nothing may be sent to the path of a cluster, if one is named; asked before any work is done. */
export function checkOutSpark({ spark }: RunOptions, { signal }: Workspace): Promise<Problem | undefined> {
  return withCluster(spark, (engine, { address, ...request }) => engine.checkRoomIn(address, { ...request, signal }));
}

/** One run, from its first step to its last. */
export interface Running {
  readonly tools: Tools;
  readonly options: GivenOptions;
  readonly watch: Stopwatch;
  readonly seed: number | string;
  /** What judges count with. */
  readonly counting: Counting;
}

/** A folder beside the policy's `out`, and what puts a release that was judged there in its place. */
export interface Target {
  readonly folder: string;
  readonly publish: (executed: Executed) => Promise<Result<Summary>>;
}

export function openTarget({ out = 'release' }: Policy, running: Running): Result<Target> {
  const stage = openStage(out, running.tools.workspace, running.options.force === true);
  if (!stage.ok) return stage;
  return ok({ folder: stage.value.folder, publish: (executed) => publishRelease(executed, stage.value, running) });
}

/** The end of every run: seals a verified folder with its reports, publishes it, and answers with its summary and what it cost. */
async function publishRelease({ manifest, judged, attacks }: Executed, stage: Stage, running: Running): Promise<Result<Summary>> {
  const { plan, input } = judged.work;
  const family = familyOf(plan.policy);
  const { watch, seed } = running;
  const costs = { seconds: watch.seconds(), peakMemoryBytes: process.resourceUsage().maxRSS * 1024 };
  const found = family.summarise(judged);
  const weigh = toWeigh(family.name, found);
  const summary = { ...found, files: filesIn(found, manifest), ...(weigh.length > 0 ? { weigh } : {}), ...costs };
  const internal = { inputSha256: await input.sha256, seed, policy: plan.policy, sections: family.sections(judged) };
  await sealRelease(stage.folder, manifest, { verdict: judged.verdict, summary }, { ...internal, attacks });
  running.tools.workspace.signal.throwIfAborted(); // from here on it is published, table and folder together
  const place = () => placeRelease(stage, manifest, plan.policy, running);
  const { ledger } = running.options;
  const written = { folder: stage.folder, policy: plan.policy, running };
  const blocked =
    ledger === undefined ? await place() : await (await import('./enter-release.ts')).enterRelease(ledger, written, place);
  return blocked.length > 0 ? refused(...blocked) : ok({ ...summary, seconds: watch.seconds() });
}

/** Parts in place of the file that they were cut from, and what lies beside it. */
const filesIn = ({ files }: Summary, { data: { file, parts, arrow } }: Manifest): readonly string[] =>
  files.flatMap((name) => {
    if (name !== file) return [name];
    return [...(parts === undefined ? [name] : parts.map((part) => part.name)), ...(arrow === undefined ? [] : [arrow])];
  });

/** Data to the policy's table and to the cluster, where they are named, then the folder to its place. It comes last, as it is the least likely to fail. */
async function placeRelease(
  { folder, publish }: Stage,
  manifest: Manifest,
  policy: Policy,
  { tools: { workspace, openEngine, onProgress }, options: { force = false, spark } }: Running,
): Promise<readonly Problem[]> {
  const { outTable } = policy;
  if (outTable !== undefined) {
    const { storeTable } = await import('../engine/postgres/store.ts');
    const csv = await csvOf(folder, manifest, await openEngine());
    const unstored = await storeTable({ outTable, force }, csv, workspace, onProgress);
    if (unstored !== undefined) return [unstored];
  }
  const { signal } = workspace;
  const unsent = await withCluster(spark, (engine, { address, ...request }) =>
    engine.sendReleaseTo(address, { ...request, folder, signal, onProgress }),
  );
  const blocked = unsent ?? moveFolder(publish, policy);
  if (blocked !== undefined) {
    const table = outTable === undefined ? [] : [await tableAlone(outTable)];
    return [blocked, ...table, ...(unsent !== undefined || spark?.out === undefined ? [] : [await clusterAlone(spark.out)])];
  }
  onProgress({ phase: 'publish', done: 1, total: 1, unit: 'files', finished: true });
  return [];
}

/** Does something with the path that a cluster's choice names, if it does; what is refused is answered. */
async function withCluster(
  spark: SparkChoice | undefined,
  work: (
    engine: typeof import('../engine/spark/spark-engine.ts'),
    request: Pick<SparkChoice, 'address' | 'onStatement'> & { readonly to: string },
  ) => Promise<void>,
): Promise<Problem | undefined> {
  if (spark?.out === undefined) return undefined;
  const { address, onStatement, out } = spark;
  try {
    await work(await import('../engine/spark/spark-engine.ts'), { address, onStatement, to: out });
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.problems[0];
    throw error;
  }
}

function moveFolder(publish: Stage['publish'], { out = 'release' }: Policy): Problem | undefined {
  try {
    return publish();
  } catch (error) {
    return asWriteProblem(error, out);
  }
}

async function csvOf(folder: string, { data, columns, files }: Manifest, engine: Engine) {
  const path = join(folder, data.file);
  const { sha256 = '' } = files.find(({ name }) => name === data.file) ?? {};
  const about = { columns, rows: data.rows, sha256 };
  return isText(data.format)
    ? { ...about, path, delimiter: 'delimiter' in data ? data.delimiter : ',' }
    : { ...about, path: await engine.files.parquetToCsv(path), delimiter: ',' };
}

async function clusterAlone(out: string): Promise<Problem> {
  const { releaseWithoutFolder } = await import('../engine/spark/engine-problems.ts');
  return releaseWithoutFolder(out);
}

async function tableAlone(outTable: string): Promise<Problem> {
  const { tableWithoutFolder } = await import('../engine/postgres/problems.ts');
  return tableWithoutFolder(shownAddress(outTable));
}
