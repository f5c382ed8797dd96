import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { OnProgress } from '../base/progress.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Tools } from '../families/family.ts';
import { noInput } from '../formats/input-problems.ts';
import { missingInput } from '../formats/missing-input.ts';
import { json, writeSynced } from '../formats/text-file.ts';
import type { SeriesPolicy } from '../policy/policy.ts';
import type { SweepGrid, SweepPolicyInput } from '../policy/policy-input.ts';
import { parseSweep, type Sweep } from '../policy/sweep-grid.ts';
import { checkTarget, openStage, sweepFolder } from '../release/stage.ts';
import { sweepCsv } from '../report/sweep-csv.ts';
import type { Limits, Setting, SweepPoint, SweepResult } from '../report/sweep-result.ts';
import { atWork } from './at-work.ts';
import { version } from './documents.ts';
import { familyOf } from './families.ts';
import { takeInput, type WithData } from './given/input.ts';
import { paretoSet } from './pareto.ts';
import { recommendSetting } from './recommend.ts';
import { reproducingCommand } from './reproducing-command.ts';
import { seedOf } from './seed.ts';
import { stopwatch } from './stopwatch.ts';
import { cellsOf, type SweepCell } from './sweep-cells.ts';
import { type Impossible, trySettings, type Verified } from './try-settings.ts';

/** How a sweep is done, beside its policy and its grid. */
export interface SweepOptions {
  /** Folder of the sweep, `sweep` when left out; the policy's own `out` belongs to a run. */
  readonly out?: string;
  /** Replace an existing sweep at `out`. */
  readonly force?: boolean;
  readonly onProgress?: OnProgress;
  /** Read when the input is `-`. */
  readonly stdin?: Readable;
  /** Aborted, it ends the sweep: the answer is a problem, `run/aborted`, and nothing is left of it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Tries every setting of a grid on one input and recommends one; the grid beats the policy's `sweep`, which beats the default.
 * A setting counts only after its release was written and verified; then the release is removed again.
 * Whatever goes wrong, `out` is as it was before.
 */
export async function sweep(
  given: WithData<SweepPolicyInput>,
  grid: SweepGrid = {},
  { stdin, ...options }: SweepOptions = {},
): Promise<Result<SweepResult>> {
  const taken = takeInput<SweepPolicyInput>(given, stdin);
  if (!taken.ok) return taken;
  const { settings: raw } = taken.value;
  const missing = missingInput(raw.input);
  if (missing !== undefined) return refused(missing);
  const asked = parseSweep({ ...raw.sweep, ...grid });
  if (!asked.ok) return asked;
  const cells = cellsOf({ ...raw }, asked.value);
  if (!cells.ok) return cells;
  const { out = 'sweep', force = false } = options;
  const policy = cells.value.flatMap((cell) => ('policy' in cell ? [cell.policy] : [])).at(0);
  if (policy === undefined)
    return refused(...cells.value.flatMap((cell) => ('impossible' in cell ? [cell.impossible] : [])).slice(0, 1));
  const checkPlace = () => checkTarget(out, force, sweepFolder);
  return atWork({ ...policy, out, checkPlace }, { ...options, given: taken.value.given }, async (tools) => {
    const result = await trySweep({ raw, asked: asked.value, cells: cells.value, policy }, tools);
    return result.ok ? publishSweep(result.value, { out, force }, tools) : result;
  });
}

interface Sweeping {
  readonly raw: SweepPolicyInput;
  readonly asked: Sweep;
  readonly cells: readonly SweepCell[];
  /** Any of the cells': they read the input alike. */
  readonly policy: SeriesPolicy;
}

type Reproducible = Verified & { readonly command: string };

async function trySweep({ raw, asked, cells, policy }: Sweeping, tools: Tools): Promise<Result<SweepResult>> {
  if (policy.input === undefined) return refused(noInput());
  const watch = stopwatch();
  const seed = seedOf(policy);
  const input = await familyOf(policy).prepare({ ...policy, input: policy.input }, tools);
  if (!input.ok) return input;
  watch.lap('read');
  const given = new Set(Object.keys(raw));
  const tried = (await trySettings({ cells, input: input.value, seed }, tools)).map((one) =>
    'problem' in one ? one : { ...one, command: reproducingCommand(one.policy, given) },
  );
  watch.lap('settings');
  const verified = tried.filter((one): one is Reproducible => !('problem' in one));
  if (verified.length === 0) return refused(...tried.flatMap((one) => ('problem' in one ? [one.problem] : [])).slice(0, 1));

  const { method, k, p, maxLevel, ...limits } = asked;
  const choice = recommendSetting(verified, limits as Limits); // parsed: what is there is a number
  const best = new Set(paretoSet(verified));
  const pointOf = (one: Reproducible | Impossible): SweepPoint => {
    if ('problem' in one) return impossiblePoint(one);
    const { policy: own, ...point } = one;
    const marks = { pareto: best.has(one), recommended: choice.met && one === choice.point };
    return { ...point, status: 'verified', ...marks };
  };
  const { subjects } = input.value.counts;
  return ok({
    shoal: version,
    input: { rows: subjects, subjects },
    grid: { method, k, p, maxLevel },
    limits: limits as Limits,
    queries: policy.queries,
    recommendation: {
      rule: choice.rule,
      met: choice.met,
      setting: settingOf(choice.point),
      reason: choice.reason,
      command: choice.point.command,
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

async function publishSweep(
  result: SweepResult,
  { out, force }: { readonly out: string; readonly force: boolean },
  { workspace, onProgress }: Tools,
): Promise<Result<SweepResult>> {
  const { sweepHtml } = await import('../report/sweep-html.ts'); // charts take a third of a second to load
  workspace.signal.throwIfAborted();
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
