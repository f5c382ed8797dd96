import { availableParallelism, tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Result } from '../base/result.ts';
import { refused } from '../base/result.ts';
import { countInput, fewestInInput } from '../engine/local/count.ts';
import { openDatabase } from '../engine/local/duckdb.ts';
import { readMapping } from '../engine/local/event-mapping.ts';
import { noInput } from '../engine/local/input-problems.ts';
import { eventColumns, lookAtEvents } from '../engine/local/look-at-events.ts';
import { numbers } from '../engine/local/numbers.ts';
import { openInput } from '../engine/local/open-input.ts';
import { openSource, type Source } from '../engine/local/source.ts';
import { asWriteProblem } from '../engine/local/stage.ts';
import { openWorkspace, type Workspace } from '../engine/local/workspace.ts';
import { classesOf } from '../events/mapping.ts';
import { type Plan, planSeries } from '../plan/plan.ts';
import { type EventsPlan, planEvents } from '../plan/plan-events.ts';
import type { TablePlan } from '../plan/plan-table.ts';
import { type EventsPolicy, type Policy, type PolicyInput, parsePolicy } from '../policy/policy.ts';
import { columnsRead } from '../policy/table-roles.ts';
import { planKaca } from './run-kaca.ts';
import type { RunOptions } from './run-options.ts';

/** What a run of this policy would do and need, from one look at the input; writes nothing. */
export async function plan(
  raw: PolicyInput,
  { stdin, workspace = openWorkspace() }: Pick<RunOptions, 'stdin' | 'workspace'> = {},
): Promise<Result<Plan | EventsPlan | TablePlan>> {
  const policy = parsePolicy(raw);
  if (!policy.ok) return policy;
  if (policy.value.input === undefined) return refused(noInput());
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
): Promise<Result<Plan | EventsPlan | TablePlan>> {
  const threads = policy.threads ?? availableParallelism();
  const database = await openDatabase(workspace, { threads, memory: policy.memory });
  try {
    if (policy.method === 'events' || policy.method === 'kaca') {
      const source = await openSource(policy.input, database.connection, workspace, {
        delimiter: policy.delimiter,
        stdin,
        needed: policy.method === 'events' ? eventColumns(policy) : columnsRead(policy),
      });
      if (!source.ok) return source;
      const planOf =
        policy.method === 'events'
          ? eventsPlan(policy, source.value, threads, database.connection)
          : planKaca(policy, source.value, threads, database.connection);
      return await planOf;
    }
    const input = await openInput(policy, database.connection, workspace, stdin);
    if (!input.ok) return input;
    const { source, roles } = input.value;
    const counts = await countInput(source, roles.subject, database.connection);
    if (!counts.ok) return counts;
    const fewest = policy.l > 1 ? await fewestInInput(source, roles.sensitive, database.connection) : undefined;
    return planSeries(policy, roles, { ...counts.value, threads, fewest });
  } finally {
    database.close();
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
