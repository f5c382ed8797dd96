import type { DuckDBConnection } from '@duckdb/node-api';
import { ok, type Result, refused } from '../../base/result.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { OpenRequest } from '../engine.ts';
import { notatedSource } from './notated-source.ts';
import { asReadProblem } from './read-faults.ts';
import { openRows, type Source } from './source.ts';

/** Opens a table, and reads its cells as they are written. */
export async function openSource(
  request: OpenRequest,
  connection: DuckDBConnection,
  workspace: Workspace,
): Promise<Result<Source>> {
  const opened = await openRows(request, connection, workspace);
  return opened.ok ? readByNotation(opened.value, request, connection) : opened;
}

/** The same table, its cells read as they are written. */
export async function readByNotation(
  source: Source,
  { notated }: Pick<OpenRequest, 'notated'>,
  connection: DuckDBConnection,
): Promise<Result<Source>> {
  if (notated?.settle === undefined) return ok(source);
  const settled = notated.settle(source.columns.map(({ name }) => name));
  if (!settled.ok) return settled;
  try {
    return ok({ ...(await notatedSource(source, settled.value, connection)), plain: undefined });
  } catch (error) {
    return refused(await asReadProblem(error, source, { numbers: [], texts: [], spare: 0 }, connection));
  }
}
