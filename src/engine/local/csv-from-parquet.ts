import { join } from 'node:path';
import type { Workspace } from '../../base/workspace.ts';
import { openDatabase, sqlText } from './duckdb.ts';
import { parquetScan } from './scan.ts';

/** The rows of a Parquet file in their order as CSV with a header, in a file of the workspace. */
export async function csvFromParquet(parquet: string, workspace: Workspace): Promise<string> {
  const csv = join(workspace.folder(), 'released.csv');
  const database = await openDatabase(workspace, { threads: 1 });
  try {
    await database.connection.run(`COPY (SELECT * FROM ${parquetScan(parquet)}) TO ${sqlText(csv)} (FORMAT csv, HEADER true)`);
    return csv;
  } finally {
    database.close();
  }
}
