import type { Problem } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { missingInput } from '../formats/missing-input.ts';
import type { KeptPlan } from '../plan/plan.ts';
import { filesNamedBy, type Policy, parsePolicy } from '../policy/policy.ts';
import type { EventsInput, PolicyInput, SeriesInput, TableInput } from '../policy/policy-input.ts';
import { checkHeld, checkTarget } from '../release/stage.ts';
import type { EventsSummary } from '../report/events-summary.ts';
import type { SeriesSummary, Summary } from '../report/summary.ts';
import type { TableSummary } from '../report/table-summary.ts';
import { joinedIds } from './advice.ts';
import { atWork } from './at-work.ts';
import { callProblem } from './call-problem.ts';
import { takeInput, type WithData } from './given/input.ts';
import { sparkFor } from './open-engine.ts';
import { performPlan } from './perform-plan.ts';
import { keptPlan, prepareRun } from './plan.ts';
import type { PreparedRun } from './prepared-run.ts';
import { checkOutSpark, checkOutTable, openTarget, type Running } from './publish.ts';
import { asRelease, discardKept, placeOf, type Release } from './release.ts';
import { runCoarser } from './run-coarser.ts';
import type { GivenOptions, RunOptions } from './run-options.ts';
import { stopwatch } from './stopwatch.ts';

/**
 * Makes a release: plans it, then executes the plan beside the target, and publishes the folder only if every promise holds of the written
 * bytes. Whatever goes wrong, `out` is as it was before. Without an `out` the release is kept in private until it is placed.
 */
export async function run(raw: WithData<SeriesInput>, options?: RunOptions): Promise<Result<Release<SeriesSummary>>>;
export async function run(raw: WithData<EventsInput>, options?: RunOptions): Promise<Result<Release<EventsSummary>>>;
export async function run(raw: WithData<TableInput>, options?: RunOptions): Promise<Result<Release<TableSummary>>>;
export async function run(raw: WithData<PolicyInput>, options?: RunOptions): Promise<Result<Release>>;
export async function run(raw: WithData<PolicyInput>, options: RunOptions = {}): Promise<Result<Release>> {
  const wrong = callProblem(['options', options, 'options']);
  if (wrong !== undefined) return refused(wrong);
  const taken = takeInput<PolicyInput>(raw, options.stdin);
  if (!taken.ok) return taken;
  const missing = options.spark === undefined ? missingInput(taken.value.settings.input) : undefined; // a cluster looks for itself
  if (missing !== undefined) return refused(missing);
  const policy = parsePolicy(taken.value.settings);
  return policy.ok ? runPolicy(policy.value, { ...options, given: taken.value.given }) : policy;
}

/** Plans a run, and does it where its plan is agreed to. */
export async function runPolicy(
  policy: Policy,
  options: GivenOptions,
  objection?: (plan: KeptPlan) => Problem | undefined,
): Promise<Result<Release>> {
  const out = placeOf(policy, options);
  const { ledger } = options;
  const kept = ledger === undefined ? [] : [ledger.file];
  const checkPlace = () => checkTarget(out, options.force === true) ?? checkHeld(out, [...filesNamedBy(policy), ...kept]);
  const working = atWork(
    { ...policy, out, checkPlace },
    { ...options, spark: sparkFor(policy, options.spark) },
    async (tools) => {
      const taken = (await checkOutTable(policy, tools.workspace, options)) ?? (await checkOutSpark(options, tools.workspace));
      if (taken !== undefined) return refused(taken);
      if (ledger !== undefined) (await import('../release/ledger.ts')).checkLedgerAhead(ledger.file);
      const watch = stopwatch();
      const prepared = await prepareRun(policy, tools, options.secretSeed);
      if (!prepared.ok) return prepared;
      try {
        const objected = objection?.(await keptPlan(prepared.value));
        if (objected !== undefined) return refused(objected);
        const { counting } = await tools.openEngine();
        return await runPlan(prepared.value, out, { tools, options, watch, seed: prepared.value.seed, counting });
      } finally {
        prepared.value.input.close();
      }
    },
  );
  try {
    const made = await working;
    if (made.ok) return ok(asRelease(made.value, out));
    discardKept(out);
    return made;
  } catch (error) {
    discardKept(out);
    throw error;
  }
}

/** Executes a plan over the input it was made of, in a folder beside the target, and publishes it; then its coarser ones, where any are asked for. */
async function runPlan({ plan, input, seed }: PreparedRun, out: string, running: Running): Promise<Result<Summary>> {
  const { tools, options, watch, counting } = running;
  if (plan.input.joinedIds !== undefined) options.onNotice?.(joinedIds(plan.input.joinedIds));
  const target = openTarget({ ...plan.policy, out }, running);
  if (!target.ok) return target;
  const releaseThreads = async () => {
    await input.sha256;
    await tools.pool.close();
  };
  const execution = { ...target.value, tools, seed, lap: watch.lap, releaseThreads, counting, census: true };
  const executed = await performPlan(plan, input, execution);
  if (!executed.ok) return executed;
  const { judged, summary } = executed.value;
  const failed = options.coarser && (await runCoarser(judged.work, options.coarser, execution, running));
  return failed ?? ok(summary as Summary); // a plan of a run ends with publishing, which answers it
}
