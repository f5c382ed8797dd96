import { availableParallelism, tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Result } from '../base/result.ts';
import { ok, refused } from '../base/result.ts';
import { openWorkspace, type Workspace } from '../base/workspace.ts';
import type { Engine, Source as PortSource } from '../engine/engine.ts';
import { openDatabase, sqlText } from '../engine/local/duckdb.ts';
import { openLocalEngine } from '../engine/local/local-engine.ts';
import { eventColumns } from '../engine/local/look-at-events.ts';
import { afterClasses } from '../engine/local/nothing-left.ts';
import { numbers } from '../engine/local/numbers.ts';
import { settleEvents } from '../engine/local/settle-events.ts';
import { openSource, type Source } from '../engine/local/source.ts';
import { asWriteProblem } from '../engine/stage.ts';
import { countSeries, fewestInSource, nearlyUnique } from '../families/series/count-series.ts';
import { openSeries } from '../families/series/open-series.ts';
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
  if (policy.family === 'events') return planLog(policy, workspace, threads, stdin);
  const engine = await openLocalEngine({ workspace, threads, memory: policy.memory });
  try {
    if (policy.family === 'table') {
      const { input, delimiter } = policy;
      const source = await engine.open({ input, delimiter, stdin, needed: columnsRead(policy) });
      return source.ok ? await planKaca(policy, source.value, threads, engine) : source;
    }
    const input = await openSeries(engine, policy, { stdin });
    if (!input.ok) return input;
    const { source, roles, joined } = input.value;
    const counts = await countSeries(engine, source, roles.subject);
    if (!counts.ok) return counts;
    const fewest = policy.l > 1 ? await fewestInSource(engine, source, roles.sensitive) : undefined;
    const plan = planSeries(policy, roles, { ...counts.value, joined, threads, fewest });
    return plan.ok ? ok({ ...plan.value, ...(await notesOn(roles.sensitive, policy, source, engine)) }) : plan;
  } finally {
    engine.close();
  }
}

async function planLog(
  policy: EventsPolicy & { readonly input: string },
  workspace: Workspace,
  threads: number,
  stdin: Readable | undefined,
): Promise<Result<EventsPlan>> {
  const { connection, close } = await openDatabase(workspace, { threads, memory: policy.memory });
  try {
    const reading = { delimiter: policy.delimiter, stdin, needed: eventColumns(policy) };
    const source = await openSource(policy.input, connection, workspace, reading);
    return source.ok ? await eventsPlan(policy, source.value, threads, connection) : source;
  } finally {
    close();
  }
}

/** What a person should know before columns are published as they are. */
async function notesOn(
  unchanged: readonly string[],
  { k }: Policy,
  source: PortSource,
  engine: Engine,
): Promise<{ readonly notes?: readonly string[] }> {
  const names = await nearlyUnique(engine, source, unchanged, k);
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
