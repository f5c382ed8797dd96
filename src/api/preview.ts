import { join } from 'node:path';
import { ok, type Result, refused } from '../base/result.ts';
import { keepThreadsAwake } from '../base/wake-threads.ts';
import { openWorkspace, type Workspace } from '../base/workspace.ts';
import type { FileRow } from '../engine/engine.ts';
import { localFiles } from '../engine/local/files.ts';
import { openLocalEngine } from '../engine/local/local-engine.ts';
import { noInput } from '../formats/input-problems.ts';
import { type Policy, parsePolicy } from '../policy/policy.ts';
import type { PolicyInput } from '../policy/policy-input.ts';
import { isPostgres } from '../policy/postgres-address.ts';
import type { Summary } from '../report/summary.ts';
import { callProblem } from './call-problem.ts';
import { run } from './run.ts';
import type { RunOptions } from './run-options.ts';

/** What a release would look like, tried on some subjects. It shows the original data, so it must stay with it. */
export interface Preview {
  /** Subjects that it was tried on at most. */
  readonly subjects: number;
  readonly before: Rows;
  readonly after: Rows;
  /** The released rows of one group. */
  readonly group: Rows;
  /** What was lost and how large groups are, on these subjects. */
  readonly summary: Summary;
}

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly FileRow[];
}

export interface PreviewOptions extends Pick<RunOptions, 'signal'> {
  /** Subjects to try it on, 500 when left out. */
  readonly subjects?: number;
  /** Rows to show, 20 when left out. */
  readonly rows?: number;
}

/** Makes a release of some subjects in private, shows rows before and after, and keeps nothing. */
export async function preview(raw: PolicyInput, options: PreviewOptions = {}): Promise<Result<Preview>> {
  const wrong = callProblem(['options', options, 'options']);
  if (wrong !== undefined) return refused(wrong);
  const { subjects = 500, rows = 20, signal } = options;
  const policy = parsePolicy(raw);
  if (!policy.ok) return policy;
  const { input } = policy.value;
  if (input === undefined) return refused(noInput());
  const endWork = keepThreadsAwake();
  const workspace = openWorkspace(signal);
  try {
    const near = await nearby(input, workspace);
    if (!near.ok) return near;
    return await previewOf(
      { ...raw, ...near.value } as PolicyInput,
      { ...policy.value, ...near.value },
      { subjects, rows, signal, workspace },
    );
  } finally {
    workspace.dispose();
    endWork();
  }
}

/** A table of a database as a file here, for as long as it is tried: what is tried is a choice of its rows. */
async function nearby(
  input: string,
  workspace: Workspace,
): Promise<Result<Pick<Policy, 'delimiter' | 'encoding'> & { readonly input: string }>> {
  if (!isPostgres(input)) return ok({ input });
  const engine = await openLocalEngine({ workspace, threads: 1 });
  try {
    const source = await engine.open({ input });
    return source.ok ? ok({ input: source.value.path, delimiter: ',' }) : source; // what the database sent, with a header
  } finally {
    engine.close();
  }
}

type Trial = Required<Pick<PreviewOptions, 'subjects' | 'rows'>> &
  Pick<PreviewOptions, 'signal'> & { readonly workspace: Workspace };

async function previewOf(
  raw: PolicyInput,
  policy: Policy & { readonly input: string },
  { subjects, rows, signal, workspace }: Trial,
): Promise<Result<Preview>> {
  const sql = sampleOf(policy, subjects);
  const { out, ...settings } = raw;
  const made = await run({ ...settings, sql } as PolicyInput, { signal });
  if (!made.ok) return made;
  try {
    const before = await rowsBefore(policy, `SELECT * FROM (${sql}) LIMIT ${rows}`, workspace);
    if (!before.ok) return before;
    const after: FileRow[] = [];
    const group: FileRow[] = [];
    for await (const row of made.value.rows()) {
      if (after.length < rows) after.push(row);
      if (group.length < rows && isAlike(row, after[0])) group.push(row);
    }
    const columns = Object.keys(after[0] ?? {});
    return ok({
      subjects,
      before: before.value,
      after: { columns, rows: after },
      group: { columns, rows: group },
      summary: JSON.parse(JSON.stringify(made.value)), // without its doors
    });
  } finally {
    made.value.discard();
  }
}

/** All rows of some subjects, the same ones each time: chosen by what their ids hash to, which has nothing to do with who they are. */
function sampleOf(policy: Policy, subjects: number): string {
  const { sql = 'SELECT * FROM input' } = policy;
  const named = 'long' in policy && policy.long !== undefined ? policy.long.subject : policy.subject;
  if (named === undefined || named === 'row') return `SELECT * FROM (${sql}) LIMIT ${subjects}`;
  const column = `"${named.replaceAll('"', '""')}"`;
  return `SELECT * FROM (${sql}) WHERE ${column} IN (SELECT ${column} FROM (${sql}) GROUP BY ${column} ORDER BY hash(${column}) LIMIT ${subjects})`;
}

/** In one group: the same number, or where groups have none, the same text in every column that has one. */
function isAlike(row: FileRow, first: FileRow): boolean {
  if ('GroupID' in first) return row.GroupID === first.GroupID;
  return Object.entries(first).every(([name, value]) => typeof value === 'number' || row[name] === value);
}

async function rowsBefore(
  { input, delimiter, encoding, threads, memory }: Policy & { readonly input: string },
  sql: string,
  workspace: Workspace,
): Promise<Result<Rows>> {
  const engine = await openLocalEngine({ workspace, threads: threads ?? 1, memory });
  try {
    const source = await engine.open({ input, sql, delimiter, notated: { encoding } });
    if (!source.ok) return source;
    const columns = source.value.columns.map(({ name }) => name);
    const path = join(workspace.folder(), 'before.csv');
    const days = { column: columns[0], from: undefined, to: undefined };
    await engine.extract(source.value, {
      columns: Object.fromEntries(columns.map((name) => [name, name])),
      days,
      subject: columns[0],
      path,
    });
    const shown = columns.map((name) => ({ name, numeric: false }));
    const rows = await localFiles(workspace).readRows({ path, format: 'csv', delimiter: ',', columns: shown });
    return ok({ columns, rows });
  } finally {
    engine.close();
  }
}
