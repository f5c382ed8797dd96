import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openWorkspace } from '../base/workspace.ts';
import { openDatabase, sqlName } from '../engine/local/duckdb.ts';
import { csvScan, parquetScan } from '../engine/local/scan.ts';
import { type Manifest, type ManifestColumn, manifestSchema } from '../release/manifest.ts';

/** A published row: numbers where the manifest says so, null where a number is not told. */
export type ReleasedRow = Readonly<Record<string, string | number | null>>;

/** The rows of a release as it lies in a folder, in the order of its file; for releases small enough to hold, such as counts and means. */
export async function releasedRows(folder: string): Promise<readonly ReleasedRow[]> {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const workspace = openWorkspace();
  const database = await openDatabase(workspace, { threads: 1 });
  try {
    const cells = manifest.columns.map((column) => `${cellSql(column)} AS ${sqlName(column.name)}`);
    const reader = await database.connection.runAndReadAll(`SELECT ${cells.join(', ')} FROM ${scanOf(folder, manifest)}`);
    return reader.getRowObjectsJson() as ReleasedRow[]; // doubles and texts only, by the casts above
  } finally {
    database.close();
    workspace.dispose();
  }
}

const numeric: readonly ManifestColumn['kind'][] = ['id', 'integer', 'number', 'lower', 'upper'];

const cellSql = ({ name, kind }: ManifestColumn): string =>
  numeric.includes(kind) ? `TRY_CAST(${sqlName(name)} AS DOUBLE)` : `coalesce(CAST(${sqlName(name)} AS VARCHAR), '')`;

function scanOf(folder: string, { data, columns }: Manifest): string {
  const path = resolve(folder, data.file);
  if (data.format === 'parquet') return parquetScan(path);
  const delimiter = 'delimiter' in data ? data.delimiter : ',';
  return csvScan(path, { delimiter, columns: columns.map(({ name }) => [name, 'VARCHAR'] as const) });
}
