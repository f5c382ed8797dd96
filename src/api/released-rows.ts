import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepThreadsAwake } from '../base/wake-threads.ts';
import { openWorkspace } from '../base/workspace.ts';
import type { FileRow, RowsFile } from '../engine/engine.ts';
import { localFiles } from '../engine/local/files.ts';
import { dataFilesOf } from '../release/data-files.ts';
import { type ManifestColumn, manifestSchema } from '../release/manifest.ts';

/** A published row: numbers where the manifest says so, null where a number is not told. */
export type ReleasedRow = FileRow;

/** The rows of a release as it lies in a folder, in the order of its file; for releases small enough to hold, such as counts and means. */
export async function releasedRows(folder: string): Promise<readonly ReleasedRow[]> {
  const endWork = keepThreadsAwake();
  const workspace = openWorkspace();
  try {
    return await localFiles(workspace).readRows(rowsFileOf(folder));
  } finally {
    workspace.dispose();
    endWork();
  }
}

/** The same rows, some thousand at a time. */
export async function* streamReleasedRows(folder: string): AsyncGenerator<ReleasedRow> {
  for await (const rows of streamPieces(rowsFileOf(folder))) yield* rows;
}

/** The same rows as Arrow, a whole IPC stream for each piece. */
export async function* arrowBatches(folder: string): AsyncGenerator<Uint8Array> {
  const { columnFromArray, float64, tableFromColumns, tableToIPC, utf8 } = await import('@uwdata/flechette');
  const file = rowsFileOf(folder);
  for await (const rows of streamPieces(file)) {
    const columns = file.columns.map(({ name, numeric }): [string, ReturnType<typeof columnFromArray>] => [
      name,
      columnFromArray(
        rows.map((row) => row[name]),
        numeric ? float64() : utf8(),
      ),
    ]);
    yield tableToIPC(tableFromColumns(columns), { format: 'stream' }) ?? new Uint8Array();
  }
}

async function* streamPieces(file: RowsFile): AsyncGenerator<readonly FileRow[]> {
  const endWork = keepThreadsAwake();
  const workspace = openWorkspace();
  try {
    yield* localFiles(workspace).streamRows(file);
  } finally {
    workspace.dispose();
    endWork();
  }
}

function rowsFileOf(folder: string): RowsFile {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const { data, columns } = manifest;
  return {
    path: dataFilesOf(manifest).map(({ name }) => join(folder, name)),
    format: data.format,
    delimiter: 'delimiter' in data ? data.delimiter : ',',
    columns: columns.map(({ name, kind }) => ({ name, numeric: numeric.includes(kind) })),
  };
}

const numeric: readonly ManifestColumn['kind'][] = ['id', 'integer', 'number', 'lower', 'upper'];
