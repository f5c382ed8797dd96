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
  const settle = request.notated?.settle;
  if (!opened.ok || settle === undefined) return opened;
  const settled = settle(opened.value.columns.map(({ name }) => name));
  if (!settled.ok) return settled;
  try {
    return ok(await notatedSource(opened.value, settled.value, connection));
  } catch (error) {
    return refused(await asReadProblem(error, opened.value, { numbers: [], texts: [], spare: 0 }, connection));
  }
}
