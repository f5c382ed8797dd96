import type { Readable } from 'node:stream';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { OnProgress } from '../../base/progress.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import type { Workspace } from '../../base/workspace.ts';
import { longRolesOf } from '../../policy/long-roles.ts';
import type { SeriesPolicy } from '../../policy/policy.ts';
import { type Roles, rolesOf } from '../../policy/roles.ts';
import { pivotLong } from './long-table.ts';
import { asReadProblem } from './read-faults.ts';
import { openSource, type Source } from './source.ts';
import { normaliseSubjects, type SpelledSource } from './spelling.ts';

/** A table with one row per subject, and what each of its columns does. */
export interface Input {
  readonly source: Source;
  readonly roles: Roles;
  /** Ids that are another spelling of one that is there as well. */
  readonly joined: number;
}

/** Opens the policy's input and settles its roles, whether it has a column per instant or a row. */
export async function openInput(
  policy: SeriesPolicy & { readonly input: string },
  connection: DuckDBConnection,
  workspace: Workspace,
  stdin: Readable | undefined,
  onProgress?: OnProgress,
): Promise<Result<Input>> {
  const needed = neededBy(policy);
  const source = await openSource(policy.input, connection, workspace, {
    delimiter: policy.delimiter,
    stdin,
    needed,
    onProgress,
  });
  if (!source.ok) return source;
  const columns = source.value.columns.map(({ name }) => name);
  if (policy.long === undefined) {
    const roles = rolesOf(policy, columns, source.value.implied);
    if (!roles.ok) return roles;
    const spelled = await spelledBy(policy, source.value, roles.value.subject, connection);
    return spelled.ok ? ok({ ...spelled.value, roles: roles.value }) : spelled;
  }
  const roles = longRolesOf(policy, policy.long, columns);
  if (!roles.ok) return roles;
  const spelled = await spelledBy(policy, source.value, roles.value.subject, connection);
  if (!spelled.ok) return spelled;
  const pivoted = await pivotLong(spelled.value.source, roles.value, policy.segments, connection);
  return pivoted.ok ? ok({ ...pivoted.value, joined: spelled.value.joined }) : pivoted;
}

/** The source with its subjects as the policy tells them apart. */
async function spelledBy(
  { subjectSpelling }: SeriesPolicy,
  source: Source,
  subject: string | undefined,
  connection: DuckDBConnection,
): Promise<Result<SpelledSource>> {
  if (subjectSpelling === 'exact') return ok({ source, joined: 0 });
  try {
    return ok(await normaliseSubjects(source, subject, connection));
  } catch (error) {
    return refused(await asReadProblem(error, source, { numbers: [], texts: [], spare: 0 }, connection));
  }
}

/** The columns whose role means that they are read, where every column has one. */
const neededBy =
  (policy: SeriesPolicy) =>
  (columns: readonly string[]): Result<readonly string[]> => {
    const roles = policy.long === undefined ? rolesOf(policy, columns) : longRolesOf(policy, policy.long, columns);
    if (!roles.ok) return roles;
    const { subject, quasi, sensitive } = roles.value;
    const instants = 'series' in roles.value ? roles.value.series : [roles.value.time, roles.value.value];
    return ok([...(subject === undefined ? [] : [subject]), ...instants, ...quasi.map(({ name }) => name), ...sensitive]);
  };
