import { join } from 'node:path';
import type { Problem } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Workspace } from '../base/workspace.ts';
import { localFiles } from '../engine/local/files.ts';
import { asWriteProblem, type Stage } from '../engine/stage.ts';
import type { Policy } from '../policy/policy.ts';
import { shownAddress } from '../policy/postgres-address.ts';
import type { Manifest } from '../release/manifest.ts';
import type { Summary } from '../report/summary.ts';
import type { Verdict } from '../verify/verify.ts';
import { type InternalFacts, sealRelease } from './documents.ts';
import type { RunOptions } from './run-options.ts';
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

/** A release whose written bytes hold, and what its reports tell. */
interface Proven<Told extends Summary> {
  readonly manifest: Manifest;
  readonly verdict: Verdict;
  readonly summary: Told;
  readonly internal: InternalFacts;
}

/** The end of every run: seals a verified folder with its reports, publishes it, and answers with its summary and what it cost. */
export async function publishRelease<Told extends Summary>(
  stage: Stage,
  { manifest, verdict, summary, internal }: Proven<Told>,
  watch: Stopwatch,
  workspace: Workspace,
  options: RunOptions,
): Promise<Result<Told>> {
  const told = { ...summary, seconds: watch.seconds(), peakMemoryBytes: process.resourceUsage().maxRSS * 1024 };
  await sealRelease(stage.folder, manifest, verdict, told, internal);
  const blocked = await placed(stage, manifest, internal.policy, workspace, options);
  return blocked.length > 0 ? refused(...blocked) : ok({ ...told, seconds: watch.seconds() });
}

/** Data to the policy's table, if it names one, then the folder to its place. The table comes first, as it is the likelier to fail: then there is neither. */
async function placed(
  { folder, publish }: Stage,
  manifest: Manifest,
  policy: Policy,
  workspace: Workspace,
  { force = false, onProgress = () => {} }: RunOptions,
): Promise<readonly Problem[]> {
  const { outTable } = policy;
  if (outTable !== undefined) {
    const { storeTable } = await import('../engine/postgres/store.ts');
    const unstored = await storeTable(outTable, await csvOf(folder, manifest, workspace), force, workspace, onProgress);
    if (unstored !== undefined) return [unstored];
  }
  const blocked = moved(publish, policy);
  if (blocked !== undefined) return outTable === undefined ? [blocked] : [blocked, await tableAlone(outTable)];
  onProgress({ phase: 'publish', done: 1, total: 1, unit: 'files', finished: true });
  return [];
}

function moved(publish: Stage['publish'], { out = 'release' }: Policy): Problem | undefined {
  try {
    return publish();
  } catch (error) {
    return asWriteProblem(error, out);
  }
}

async function csvOf(folder: string, { data, columns, files }: Manifest, workspace: Workspace) {
  const path = join(folder, data.file);
  const { sha256 = '' } = files.find(({ name }) => name === data.file) ?? {};
  const about = { columns, rows: data.rows, sha256 };
  return data.format === 'csv'
    ? { ...about, path, delimiter: 'delimiter' in data ? data.delimiter : ',' }
    : { ...about, path: await localFiles(workspace).parquetToCsv(path), delimiter: ',' };
}

async function tableAlone(outTable: string): Promise<Problem> {
  const { tableWithoutFolder } = await import('../engine/postgres/problems.ts');
  return tableWithoutFolder(shownAddress(outTable));
}
