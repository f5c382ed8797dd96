import { tmpdir } from 'node:os';
import { ok, type Result, refused } from '../base/result.ts';
import type { Prepared, Tools } from '../families/family.ts';
import { wouldRun } from '../formats/guard-cells.ts';
import { hashKernel } from '../formats/hash-kernel.ts';
import { noInput } from '../formats/input-problems.ts';
import { missingInput } from '../formats/missing-input.ts';
import type { KeptPlan, Plan } from '../plan/plan.ts';
import { type Policy, parsePolicy } from '../policy/policy.ts';
import type { PolicyInput } from '../policy/policy-input.ts';
import { runningColumnName } from '../policy/problems.ts';
import { releasedMethod } from '../policy/written-policy.ts';
import { atWork } from './at-work.ts';
import { callProblem } from './call-problem.ts';
import { version } from './documents.ts';
import { familyOf } from './families.ts';
import { takeInput, type WithData } from './given/input.ts';
import { sparkFor } from './open-engine.ts';
import { tellStatements, toolsForSpark } from './plan-for-spark.ts';
import type { PreparedRun } from './prepared-run.ts';
import type { RunOptions } from './run-options.ts';
import { seedOf } from './seed.ts';

/** What a run of this policy would do and need: reads and checks the input as a run does, and writes nothing. */
export async function plan(
  raw: WithData<PolicyInput>,
  heard: Pick<RunOptions, 'stdin' | 'signal' | 'spark'> = {},
): Promise<Result<KeptPlan>> {
  const wrong = callProblem(['options', heard, 'options']);
  if (wrong !== undefined) return refused(wrong);
  const { stdin, ...options } = heard;
  const taken = takeInput<PolicyInput>(raw, stdin);
  if (!taken.ok) return taken;
  const { settings, given } = taken.value;
  const told = options.spark?.address === '' ? options.spark.onStatement : undefined; // no cluster: its statements are told all the same
  const missing = options.spark === undefined || told !== undefined ? missingInput(settings.input) : undefined; // a cluster looks for itself
  if (missing !== undefined) return refused(missing);
  const policy = parsePolicy(settings);
  if (!policy.ok) return policy;
  const spark = told === undefined ? sparkFor(policy.value, options.spark) : undefined;
  return atWork({ ...policy.value, out: tmpdir() }, { ...options, spark, given }, async (own) => {
    const tools = told === undefined ? own : await toolsForSpark(own, policy.value, told);
    const prepared = await prepareRun(policy.value, tools);
    if (!prepared.ok) return prepared;
    if (told !== undefined) await tellStatements(prepared.value, tools, told);
    prepared.value.input.close();
    return ok(await keptPlan(prepared.value));
  });
}

/** A plan with what its input is known by, and each mapping and hierarchy: whatever of a file decides a release. */
export async function keptPlan({ plan: { input, ...planned }, input: { sha256 } }: PreparedRun): Promise<KeptPlan> {
  const files = filesOf(planned.policy).map((path) => [path, hashKernel.perform({ path })] as const);
  return {
    ...planned,
    input: { ...input, sha256: await sha256, ...(files.length > 0 ? { files: Object.fromEntries(files) } : {}) },
  };
}

const filesOf = (policy: Policy): readonly string[] => [
  ...('hierarchy' in policy ? Object.values(policy.hierarchy) : []),
  ...('mapping' in policy && typeof policy.mapping === 'string' ? [policy.mapping] : []),
  ...('population' in policy && policy.population !== undefined ? [policy.population] : []),
];

/** Reads the input and plans what is done with it: whatever can be refused before work is refused here, for a plan and a run alike. */
export async function prepareRun(policy: Policy, tools: Tools, secretSeed?: string): Promise<Result<PreparedRun>> {
  if (policy.input === undefined) return refused(noInput());
  const seed = seedOf(policy, secretSeed);
  const input = await familyOf(policy).prepare({ ...policy, input: policy.input }, tools);
  if (!input.ok) return input;
  tools.workspace.signal.throwIfAborted();
  const planned = planOf(policy, input.value, tools.threads);
  if (planned.ok) return ok({ plan: planned.value, input: input.value, seed });
  input.value.close();
  return planned;
}

/** The plan of a policy over an input that was read for it, or for another of the same columns. */
export function planOf(asked: Policy, input: Prepared, threads: number): Result<Plan> {
  const family = familyOf(asked);
  const policy = family.settle?.(asked, input) ?? asked;
  const draft = family.draft(policy, input);
  if (!draft.ok) return draft;
  const { columns, ...drafted } = draft.value;
  const running = policy.spreadsheetSafe ? columns.findIndex(wouldRun) : -1;
  if (running >= 0) return refused(runningColumnName(running + 1));
  return ok({
    shoal: version,
    family: family.name,
    method: releasedMethod(policy),
    input: input.counts,
    threads,
    ...drafted,
    policy,
  });
}
