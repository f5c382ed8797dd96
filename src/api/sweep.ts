import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createPool } from '../base/pool.ts';
import { Refusal } from '../base/problem.ts';
import type { OnProgress } from '../base/progress.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { openWorkspace, type Workspace } from '../base/workspace.ts';
import { openLocalEngine } from '../engine/local/local-engine.ts';
import { asWriteProblem, checkTarget, openStage, sweepFolder } from '../engine/stage.ts';
import { noInput } from '../formats/input-problems.ts';
import type { SeriesPolicy, SweepPolicyInput } from '../policy/policy.ts';
import { parseSweep, type Sweep, type SweepGrid } from '../policy/sweep-grid.ts';
import { sweepCsv } from '../report/sweep-csv.ts';
import type { Limits, Setting, SweepPoint, SweepResult } from '../report/sweep-result.ts';
import { json, version, writeSynced } from './documents.ts';
import { paretoSet } from './pareto.ts';
import { readInput } from './read-input.ts';
import { recommendSetting } from './recommend.ts';
import { reproducingCommand } from './reproducing-command.ts';
import { seedOf } from './seed.ts';
import { stopwatch } from './stopwatch.ts';
import { cellsOf, type SweepCell } from './sweep-cells.ts';
import { type Impossible, type TrialTools, trySettings, type Verified } from './try-settings.ts';

export interface SweepOptions {
  /** Folder of the sweep, `sweep` when left out; the policy's own `out` belongs to a run. */
  readonly out?: string;
  /** Replace an existing sweep at `out`. */
  readonly force?: boolean;
  readonly onProgress?: OnProgress;
  /** Read when the input is `-`. */
  readonly stdin?: Readable;
  /** Where half-done work lies; give one to clean up on an interrupt. */
  readonly workspace?: Workspace;
}

/**
 * Tries every setting of a grid on one input and recommends one; the grid beats the policy's `sweep`, which beats the default.
 * A setting counts only after its release was written and verified; then the release is removed again.
 * Whatever goes wrong, `out` is as it was before.
 */
export async function sweep(
  raw: SweepPolicyInput,
  grid: SweepGrid = {},
  options: SweepOptions = {},
): Promise<Result<SweepResult>> {
  const asked = parseSweep({ ...raw.sweep, ...grid });
  if (!asked.ok) return asked;
  const cells = cellsOf(raw, asked.value);
  if (!cells.ok) return cells;
  const { out = 'sweep', force = false, onProgress = () => {} } = options;
  const blocked = checkTarget(out, force, sweepFolder);
  if (blocked !== undefined) return refused(blocked);
  const policy = cells.value.flatMap((cell) => ('policy' in cell ? [cell.policy] : [])).at(0);
  if (policy === undefined)
    return refused(...cells.value.flatMap((cell) => ('impossible' in cell ? [cell.impossible] : [])).slice(0, 1));
  if (policy.input === undefined) return refused(noInput());
  const workspace = options.workspace ?? openWorkspace();
  const { threads = availableParallelism() } = policy;
  const pool = createPool(threads);
  try {
    const engine = await openLocalEngine({ workspace, threads, memory: policy.memory });
    const tools = { threads, seed: seedOf(policy), pool, workspace, engine, onProgress };
    const result = await swept(raw, asked.value, cells.value, { ...policy, input: policy.input }, tools, options.stdin);
    return result.ok ? await published(result.value, out, force, tools) : result;
  } catch (error) {
    return refused(...(error instanceof Refusal ? error.problems : [asWriteProblem(error, out)]));
  } finally {
    await pool.close();
    workspace.dispose();
  }
}

async function swept(
  raw: SweepPolicyInput,
  asked: Sweep,
  cells: readonly SweepCell[],
  policy: SeriesPolicy & { readonly input: string },
  tools: TrialTools,
  stdin: Readable | undefined,
): Promise<Result<SweepResult>> {
  const watch = stopwatch();
  const read = await readInput(policy, { ...tools, stdin });
  if (!read.ok) return read;
  watch.lap('read');
  const tried = await trySettings(cells, read.value, tools);
  watch.lap('settings');
  const verified = tried.filter((one): one is Verified => !('problem' in one));
  if (verified.length === 0) return refused(...tried.flatMap((one) => ('problem' in one ? [one.problem] : [])).slice(0, 1));

  const { method, k, p, maxLevel, ...limits } = asked;
  const given = new Set(Object.keys(raw));
  const choice = recommendSetting(verified, limits as Limits); // parsed: what is there is a number
  const best = new Set<Verified>(paretoSet(verified));
  const pointOf = (one: Verified | Impossible): SweepPoint => {
    if ('problem' in one) return impossiblePoint(one);
    const { policy: own, ...point } = one;
    const marks = { pareto: best.has(one), recommended: choice.met && one === choice.point };
    return { ...point, status: 'verified', ...marks, command: reproducingCommand(own, given) };
  };
  const rows = read.value.table.inputRows;
  return ok({
    shoal: version,
    input: { rows, subjects: rows },
    grid: { method, k, p, maxLevel },
    limits: limits as Limits,
    queries: policy.queries,
    recommendation: {
      rule: choice.rule,
      met: choice.met,
      setting: settingOf(choice.point),
      reason: choice.reason,
      command: reproducingCommand(choice.point.policy, given),
    },
    points: tried.map(pointOf),
    seconds: watch.seconds(),
  });
}

const settingOf = ({ method, k, p, maxLevel }: Setting): Setting => ({ method, k, p, maxLevel });

const impossiblePoint = ({ problem, ...setting }: Impossible): SweepPoint => ({
  ...setting,
  status: 'impossible',
  reason: `${problem.what} ${problem.why}`,
  pareto: false,
  recommended: false,
});

async function published(
  result: SweepResult,
  out: string,
  force: boolean,
  { workspace, onProgress }: TrialTools,
): Promise<Result<SweepResult>> {
  const { sweepHtml } = await import('../report/sweep-html.ts'); // charts take a third of a second to load
  const stage = openStage(out, workspace, force, sweepFolder);
  if (!stage.ok) return stage;
  writeSynced(join(stage.value.folder, 'sweep.csv'), sweepCsv(result.points));
  writeSynced(join(stage.value.folder, 'sweep.json'), json(result));
  writeSynced(join(stage.value.folder, 'sweep.html'), sweepHtml(result));
  const blocked = stage.value.publish();
  if (blocked !== undefined) return refused(blocked);
  onProgress({ phase: 'publish', done: 3, total: 3, unit: 'files', finished: true });
  return ok(result);
}
