import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import type { Result } from '../base/result.ts';
import { refused } from '../base/result.ts';
import { countInput } from '../engine/local/count.ts';
import { openDatabase } from '../engine/local/duckdb.ts';
import { noInput } from '../engine/local/problems.ts';
import { openSource } from '../engine/local/source.ts';
import { openWorkspace } from '../engine/local/workspace.ts';
import { type Plan, planSeries } from '../plan/plan.ts';
import { type PolicyInput, parsePolicy } from '../policy/policy.ts';
import { rolesOf } from '../policy/roles.ts';

/** What a run of this policy would do and need, from one look at the input; writes nothing. */
export async function plan(raw: PolicyInput, { stdin }: { readonly stdin?: Readable } = {}): Promise<Result<Plan>> {
  const policy = parsePolicy(raw);
  if (!policy.ok) return policy;
  if (policy.value.input === undefined) return refused(noInput());
  if (policy.value.method === 'events') return planEvents(policy.value, stdin);
  const workspace = openWorkspace();
  const threads = policy.value.threads ?? availableParallelism();
  const database = await openDatabase(workspace, { threads, memory: policy.value.memory });
  try {
    const source = await openSource(policy.value.input, database.connection, workspace, {
      delimiter: policy.value.delimiter,
      stdin,
    });
    if (!source.ok) return source;
    const roles = rolesOf(
      policy.value,
      source.value.columns.map(({ name }) => name),
    );
    if (!roles.ok) return roles;
    const counts = await countInput(source.value, roles.value.subject, database.connection);
    if (!counts.ok) return counts;
    return planSeries(policy.value, roles.value, { ...counts.value, threads });
  } finally {
    database.close();
    workspace.dispose();
  }
}
