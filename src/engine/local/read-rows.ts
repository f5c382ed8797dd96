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
    return rowObjects(file, reader.getRowsJson());
  } finally {
    database.close();
  }
}

/** The same rows, a chunk of the database at a time. */
export async function* streamRows(file: RowsFile, workspace: Workspace): AsyncGenerator<readonly FileRow[]> {
  const database = await openDatabase(workspace, { threads: 1 });
  try {
    const result = await database.connection.stream(selectOf(file));
    for await (const rows of result.yieldRowsJson()) yield rowObjects(file, rows);
  } finally {
    database.close();
  }
}

/** A cell under the name of its column, whatever that is: set like any other, one named `__proto__` would be lost. */
function rowObjects({ columns }: RowsFile, rows: readonly (readonly unknown[])[]): FileRow[] {
  return rows.map((cells) => {
    const row: Record<string, unknown> = {};
    for (const [place, { name }] of columns.entries())
      if (name === '__proto__') Object.defineProperty(row, name, { value: cells[place], enumerable: true });
      else row[name] = cells[place];
    return row as FileRow; // doubles and texts only, by the casts of the query
  });
}

function selectOf(file: RowsFile): string {
  const cells = file.columns.map(({ name, numeric }) => `${cellSql(name, numeric)} AS ${sqlName(name)}`);
  return `SELECT ${cells.join(', ')} FROM ${scanOf(file)}`;
}

const cellSql = (name: string, numeric: boolean): string =>
  numeric ? `TRY_CAST(${sqlName(name)} AS DOUBLE)` : `coalesce(CAST(${sqlName(name)} AS VARCHAR), '')`;

function scanOf({ path, format, delimiter, columns }: RowsFile): string {
  const files = (typeof path === 'string' ? [path] : path).map((one) => resolve(one));
  if (format === 'parquet') return parquetScan(...files);
  return csvScan(files, { delimiter, columns: columns.map(({ name }) => [name, 'VARCHAR'] as const) });
}
