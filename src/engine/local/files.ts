import type { Workspace } from '../../base/workspace.ts';
import type { EngineFiles } from '../engine.ts';
import { csvFromParquet } from './csv-from-parquet.ts';
import { cutParquet } from './cut-parquet.ts';
import { readRows, streamRows } from './read-rows.ts';
import { parquetFromCsv } from './write-parquet.ts';

/** Files by a DuckDB of their own, as what a run holds in memory is in the way of them. */
export const localFiles = (workspace: Workspace): EngineFiles => ({
  csvToParquet: (request) => parquetFromCsv(request, workspace),
  parquetToCsv: (parquet) => csvFromParquet(parquet, workspace),
  cutParquet: (request) => cutParquet(request, workspace),
  readRows: (file) => readRows(file, workspace),
  streamRows: (file) => streamRows(file, workspace),
});
