import { availableParallelism, tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Result } from '../base/result.ts';
import { ok, refused } from '../base/result.ts';
import { openWorkspace, type Workspace } from '../base/workspace.ts';
import { countInput, fewestInInput, nearlyUnique } from '../engine/local/count.ts';
import { openDatabase, sqlText } from '../engine/local/duckdb.ts';
import { eventColumns } from '../engine/local/look-at-events.ts';
import { afterClasses } from '../engine/local/nothing-left.ts';
import { numbers } from '../engine/local/numbers.ts';
import { openInput } from '../engine/local/open-input.ts';
import { settleEvents } from '../engine/local/settle-events.ts';
import { openSource, type Source } from '../engine/local/source.ts';
import { asWriteProblem } from '../engine/stage.ts';
import { noInput } from '../formats/input-problems.ts';
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
    const { source, roles, joined } = input.value;
    const counts = await countInput(source, roles.subject, database.connection);
    if (!counts.ok) return counts;
    const fewest = policy.l > 1 ? await fewestInInput(source, roles.sensitive, database.connection) : undefined;
    const plan = planSeries(policy, roles, { ...counts.value, joined, threads, fewest });
    return plan.ok ? ok({ ...plan.value, ...(await notesOn(roles.sensitive, policy, source, database.connection)) }) : plan;
  } finally {
    database.close();
  }
}

/** What a person should know before columns are published as they are. */
async function notesOn(
  unchanged: readonly string[],
  { k }: Policy,
  source: Source,
  connection: DuckDBConnection,
): Promise<{ readonly notes?: readonly string[] }> {
  const names = await nearlyUnique(source, unchanged, k, connection);
  const notes = names.map(
    (name) =>
      `"${name}" is published unchanged, and most of its values are of fewer than k = ${k} subjects: as good as a name. A public release refuses it.`,
  );
  return notes.length === 0 ? {} : { notes };
}

async function eventsPlan(
  policy: EventsPolicy,
  source: Source,
  threads: number,
  connection: DuckDBConnection,
): Promise<Result<EventsPlan>> {
  const settled = await settleEvents(source, policy, connection);
  if (!settled.ok) return settled;
  const { look, unmapped, keptCodes } = settled.value;
  const kept = `${look.code} IN (${['NULL', ...keptCodes.map(sqlText)].join(', ')}) AND (${look.time}) IS NOT NULL`;
  const [subjects, left, events] = await numbers(
    connection,
    `SELECT count(DISTINCT u), count(DISTINCT u) FILTER (kept), count(*) FILTER (kept) FROM (SELECT hash(${look.subject}) AS u, ${kept} AS kept FROM ${source.scan(new Set())})`,
  );
  const counts = {
    rows: look.rows,
    subjects,
    joined: look.joined,
    codes: look.codes.length,
    unmapped: unmapped.codes.length,
    threads,
  };
  const plan = planEvents(policy, counts);
  return plan.ok && left < policy.k ? refused(afterClasses(policy.k, left, events)) : plan;
}
