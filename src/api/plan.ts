import { availableParallelism, tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import type { Result } from '../base/result.ts';
import { refused } from '../base/result.ts';
import { countInput } from '../engine/local/count.ts';
import { openDatabase } from '../engine/local/duckdb.ts';
import { openInput } from '../engine/local/open-input.ts';
import { noInput } from '../engine/local/problems.ts';
import { asWriteProblem } from '../engine/local/stage.ts';
import { openWorkspace, type Workspace } from '../engine/local/workspace.ts';
import { type Plan, planSeries } from '../plan/plan.ts';
import { type Policy, type PolicyInput, parsePolicy } from '../policy/policy.ts';

/** What a run of this policy would do and need, from one look at the input; writes nothing. */
export async function plan(raw: PolicyInput, { stdin }: { readonly stdin?: Readable } = {}): Promise<Result<Plan>> {
  const policy = parsePolicy(raw);
  if (!policy.ok) return policy;
  if (policy.value.input === undefined) return refused(noInput());
  const workspace = openWorkspace();
  try {
    return await planned({ ...policy.value, input: policy.value.input }, workspace, stdin);
  } catch (error) {
    return refused(asWriteProblem(error, tmpdir())); // temporary files are all it writes
  } finally {
    workspace.dispose();
  }
}

async function planned(
  policy: Policy & { readonly input: string },
  workspace: Workspace,
  stdin: Readable | undefined,
): Promise<Result<Plan>> {
  const threads = policy.threads ?? availableParallelism();
  const database = await openDatabase(workspace, { threads, memory: policy.memory });
  try {
    const input = await openInput(policy, database.connection, workspace, stdin);
    if (!input.ok) return input;
    const { source, roles } = input.value;
    const counts = await countInput(source, roles.subject, database.connection);
    if (!counts.ok) return counts;
    return planSeries(policy, roles, { ...counts.value, threads });
  } finally {
    database.close();
  }
}
