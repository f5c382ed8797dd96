import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { LentTable } from '../../base/counting.ts';
import type { Workspace } from '../../base/workspace.ts';
import { sqlText } from './duckdb.ts';
import { parquetScan } from './scan.ts';
import type { Source } from './source.ts';

/** What reads the source in another database. A pivoted one lives on tables of this one, so its rows are written out. */
export async function lendSource(source: Source, workspace: Workspace, connection: DuckDBConnection): Promise<LentTable> {
  const columns = source.columns.map(({ name, sql }) => ({ name, sql }));
  if (source.counted === undefined) return { table: source.scan(new Set()), columns };
  const file = join(workspace.folder(), 'original.parquet');
  await connection.run(`COPY (SELECT * FROM ${source.scan(new Set())}) TO ${sqlText(file)} (FORMAT parquet)`);
  return { table: parquetScan(file), columns };
}
