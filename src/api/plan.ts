import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Result } from '../base/result.ts';
import { refused } from '../base/result.ts';
import { countInput } from '../engine/local/count.ts';
import { openDatabase } from '../engine/local/duckdb.ts';
import { readMapping } from '../engine/local/event-mapping.ts';
import { lookAtEvents } from '../engine/local/look-at-events.ts';
import { numbers } from '../engine/local/numbers.ts';
import { noInput } from '../engine/local/problems.ts';
import { openSource, type Source } from '../engine/local/source.ts';
import { openWorkspace } from '../engine/local/workspace.ts';
import { classesOf } from '../events/mapping.ts';
import { type Plan, planSeries } from '../plan/plan.ts';
import { type EventsPlan, planEvents } from '../plan/plan-events.ts';
import { type EventsPolicy, type PolicyInput, parsePolicy } from '../policy/policy.ts';
import { rolesOf } from '../policy/roles.ts';

/** What a run of this policy would do and need, from one look at the input; writes nothing. */
export async function plan(raw: PolicyInput, { stdin }: { readonly stdin?: Readable } = {}): Promise<Result<Plan | EventsPlan>> {
  const policy = parsePolicy(raw);
  if (!policy.ok) return policy;
  if (policy.value.input === undefined) return refused(noInput());
  const workspace = openWorkspace();
  const threads = policy.value.threads ?? availableParallelism();
  const database = await openDatabase(workspace, { threads, memory: policy.value.memory });
  try {
    const source = await openSource(policy.value.input, database.connection, workspace, {
      delimiter: policy.value.delimiter,
      stdin,
    });
    if (!source.ok) return source;
    if (policy.value.method === 'events') return await eventsPlan(policy.value, source.value, threads, database.connection);
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

async function eventsPlan(
  policy: EventsPolicy,
  source: Source,
  threads: number,
  connection: DuckDBConnection,
): Promise<Result<EventsPlan>> {
  const mapping = readMapping(policy.mapping);
  if (!mapping.ok) return mapping;
  const look = await lookAtEvents(source, policy, connection);
  if (!look.ok) return look;
  const { rows, codes, subject } = look.value;
  const unmapped = classesOf(codes, mapping.value).filter((name) => name === undefined).length;
  const [subjects] = await numbers(connection, `SELECT count(DISTINCT hash(${subject})) FROM ${source.scan(new Set())}`);
  return planEvents(policy, { rows, subjects, codes: codes.length, unmapped, threads });
}
