import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import type { Workspace } from '../../base/workspace.ts';
import type { WrittenFile } from '../../formats/byte-sink.ts';
import { hashKernel } from '../../formats/hash-kernel.ts';
import { cellsOf } from '../../release/cell-types.ts';
import type { ParquetRequest } from '../engine.ts';
import { openDatabase, sqlName, sqlText } from './duckdb.ts';
import { csvScan } from './scan.ts';

/**
 * Turns a written CSV into Parquet and removes it: DuckDB does Parquet better than we would. One thread, and by way of a table, so that
 * all row groups but the last are full: the same rows then make the same bytes wherever they are written, which the verifier looks for.
 */
export async function parquetFromCsv({ csv, parquet, columns }: ParquetRequest, workspace: Workspace): Promise<WrittenFile> {
  const database = await openDatabase(workspace, { threads: 1 });
  try {
    const names = columns.map((_, c) => `c${c}`);
    const cells = columns.map(({ kind }, c) => {
      const type = typeNames[cellsOf(kind)];
      return `CAST(${type === 'VARCHAR' ? `c${c}` : `nullif(c${c}, '')`} AS ${type}) AS c${c}`; // a number that is not told is missing
    });
    const table = csvScan(csv, {
      delimiter: ',',
      columns: names.map((name) => [name, 'VARCHAR'] as const),
      neverMissing: names, // an empty cell is the empty text, and no text stands for a missing one
    });
    await database.connection.run(`CREATE TABLE published AS SELECT ${cells.join(', ')} FROM ${table}`);
    const named = columns.map(({ name }, c) => `c${c} AS ${sqlName(name)}`).join(', ');
    await database.connection.run(
      `COPY (SELECT ${named} FROM published) TO ${sqlText(parquet)} (FORMAT parquet, COMPRESSION zstd)`,
    );
  } finally {
    database.close();
  }
  rmSync(csv);
  const file = openSync(parquet, 'r');
  fsyncSync(file);
  closeSync(file);
  return { sha256: hashKernel.perform({ path: parquet }), bytes: statSync(parquet).size };
}

const typeNames = { whole: 'BIGINT', number: 'DOUBLE', text: 'VARCHAR' } as const;
