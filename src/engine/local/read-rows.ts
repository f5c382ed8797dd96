import { resolve } from 'node:path';
import type { Workspace } from '../../base/workspace.ts';
import type { FileRow, RowsFile } from '../engine.ts';
import { openDatabase, sqlName } from './duckdb.ts';
import { csvScan, parquetScan } from './scan.ts';

/** The rows of a small file in their order. */
export async function readRows(file: RowsFile, workspace: Workspace): Promise<readonly FileRow[]> {
  const database = await openDatabase(workspace, { threads: 1 });
  try {
    const reader = await database.connection.runAndReadAll(selectOf(file));
    return reader.getRowObjectsJson() as FileRow[]; // doubles and texts only, by the casts above
  } finally {
    database.close();
  }
}

/** The same rows, a chunk of the database at a time. */
export async function* streamRows(file: RowsFile, workspace: Workspace): AsyncGenerator<readonly FileRow[]> {
  const database = await openDatabase(workspace, { threads: 1 });
  try {
    const result = await database.connection.stream(selectOf(file));
    for await (const rows of result.yieldRowObjectJson()) yield rows as FileRow[]; // doubles and texts only
  } finally {
    database.close();
  }
}

function selectOf(file: RowsFile): string {
  const cells = file.columns.map(({ name, numeric }) => `${cellSql(name, numeric)} AS ${sqlName(name)}`);
  return `SELECT ${cells.join(', ')} FROM ${scanOf(file)}`;
}

const cellSql = (name: string, numeric: boolean): string =>
  numeric ? `TRY_CAST(${sqlName(name)} AS DOUBLE)` : `coalesce(CAST(${sqlName(name)} AS VARCHAR), '')`;

function scanOf({ path, format, delimiter, columns }: RowsFile): string {
  const file = resolve(path);
  if (format === 'parquet') return parquetScan(file);
  return csvScan(file, { delimiter, columns: columns.map(({ name }) => [name, 'VARCHAR'] as const) });
}
