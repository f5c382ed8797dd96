import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import type { Workspace } from '../../base/workspace.ts';
import type { WrittenPart } from '../../formats/cut-text.ts';
import { hashKernel } from '../../formats/hash-kernel.ts';
import type { CutRequest } from '../engine.ts';
import { openDatabase, sqlName, sqlText } from './duckdb.ts';
import { numbers } from './numbers.ts';
import { parquetScan } from './scan.ts';

/**
 * Cuts a Parquet file after every so many rows; the file itself stays. Each part goes by way of a table of its own, on one thread, so that all its row groups but the
 * last are full: the same rows then make the same bytes wherever they are written, which the verifier looks for.
 */
export async function cutParquet(
  { file, columns, rows, path }: CutRequest,
  workspace: Workspace,
): Promise<readonly WrittenPart[]> {
  const database = await openDatabase(workspace, { threads: 1 });
  try {
    const { connection } = database;
    const names = columns.map((_, c) => `c${c}`).join(', '); // a column may be called rowid
    await connection.run(`CREATE TABLE whole AS SELECT * FROM ${parquetScan(file)} AS file(${names})`);
    const [all] = await numbers(connection, 'SELECT count(*) FROM whole');
    const named = columns.map(({ name }, c) => `c${c} AS ${sqlName(name)}`).join(', ');
    const parts: WrittenPart[] = [];
    for (let from = 0; from < all; from += rows) {
      const own = path(parts.length + 1);
      await connection.run(
        `CREATE OR REPLACE TABLE part AS SELECT * FROM whole WHERE rowid >= ${from} AND rowid < ${from + rows}`,
      );
      await connection.run(`COPY (SELECT ${named} FROM part) TO ${sqlText(own)} (FORMAT parquet, COMPRESSION zstd)`);
      parts.push({ rows: Math.min(rows, all - from), sha256: hashKernel.perform({ path: own }), bytes: syncedSize(own) });
    }
    return parts;
  } finally {
    database.close();
  }
}

function syncedSize(path: string): number {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
  return statSync(path).size;
}
