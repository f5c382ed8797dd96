import type { Readable } from 'node:stream';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { OnProgress } from '../../base/progress.ts';
import { ok, type Result } from '../../base/result.ts';
import { longRolesOf } from '../../policy/long-roles.ts';
import type { SeriesPolicy } from '../../policy/policy.ts';
import { type Roles, rolesOf } from '../../policy/roles.ts';
import { pivotLong } from './long-table.ts';
import { openSource, type Source } from './source.ts';
import type { Workspace } from './workspace.ts';

/** A table with one row per subject, and what each of its columns does. */
export interface Input {
  readonly source: Source;
  readonly roles: Roles;
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
    return roles.ok ? ok({ source: source.value, roles: roles.value }) : roles;
  }
  const roles = longRolesOf(policy, policy.long, columns);
  return roles.ok ? pivotLong(source.value, roles.value, policy.segments, connection) : roles;
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
